"""Question words of languages other than English, and the forms of their answers.

Tables for Chinese, Japanese, Korean, Arabic, Russian and German: the words of asking, which do not name the
subject, and the kinds of answers that are recognised by their form.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

GERMAN = "de"
_STRONG = frozenset(
    "und ist nicht wird werden wurde wurden wann warum weshalb wieso wer wem wie welche welcher welches "
    "welchen welchem für eine einen einem einer sind gibt über das dass auf mit kein keine sich auch nur "
    "oder als nach ab um wo wohin woher wofür womit".split()
)
_WEAK = frozenset(
    "der die den des dem von im zu ein es bei aus zum zur am an er sie ich wir ihr man war hat".split()
)
_ENGLISH = frozenset(
    "the of and is to are were that with for by from what who when how why which has had it on at be as or "
    "this a he she they we you not".split()
)
_MARKS = _STRONG | _WEAK
_ELSEWHERE = _MARKS.difference("was man an am die in er war bei des so".split()).union(
    "le la les du une un aux et est sont combien quand où pourquoi qui que quel quelle quels quelles".split(),
    "dans avec ce cette il elle ont".split(),  # French
    "el los las una uno unos del al y es cuánto cuánta cuántos cuántas cuándo dónde qué quién cuál".split(),
    "en por se hay".split(),  # Spanish
    "lo gli è sono quanto quanta quanti quante quando dove perché chi che quale nel nella della".split(),
    "dello dei degli di da alla non".split(),  # Italian
    "o os um uma é são quantos quantas onde quem qual na nos nas das em ao com".split(),  # Portuguese
    "het een zijn hoeveel wanneer waar waarom wie wat welke hoe de van met op".split(),  # Dutch
    "och är ett hur många när varför vem vad vilken för av på til hvor mange når hvem hva hvad og".split(),
)
"""Function words of other languages in the Latin script, without those that are English words too."""
LEAST_MARKS = 2
"""Minimum number of German function words in a text that may be German."""
_GERMAN_GRAMMAR = _MARKS | frozenset(
    "seit durch gegen ohne unter vor zwischen bis sein seine ihre ihren unser haben hatte hatten worden sei "
    "wäre kann können darf dürfen muss müssen soll sollen will wollen mehr noch so dann wenn weil da denn "
    "dort hier beim ins vom wieviel viel viele wessen in hier jede jeder jedes jeden".split()
)
_ASKING = re.compile(
    r"为什么|为何|什么时候|什么|何时|哪一年|哪年|哪几天|哪天|哪里|哪儿|哪|几点|几岁|几|多少|多久|多大|多高|多长|多远|怎么样|怎么|怎样|如何|"
    r"是谁|谁|请问|能否|能|吗|呢"
    r"|いつ|何時|何年|何月|何日|何曜日|何人|何冊|何|どこ|だれ|誰|なぜ|どうして|どんな|どのくらい|どれくらい|どの|いくら|いくつ|理由|"
    r"教えて|ください|とき|ましたか|ますか|ですか|でしたか"
    r"|언제|어디(?:에|서|에서)?|누구(?:인가요|입니까|의|가)?|누가|왜|어떻게|어떤|무엇(?:입니까|인가요|을|이)?|무슨|몇|얼마(?:나|입니까|인가요)?|"
    r"있습니까|있나요|수 있|알려|주세요"
    r"|\b(?:متى|أين|من هو|من هي|من الذي|لماذا|كيف|كم|ماذا|ما هو|ما هي|ما|هل|أي|يمكن|سبب|اسم)\b"
    r"|\b(?:когда|где|куда|откуда|кто|кого|кому|почему|отчего|из-за чего|зачем|как|какой|какая|какое|какие|"
    r"каком|каких|какую|сколько|чей|что|во сколько|можно|ли|зовут)\b"
)
_OTHER_SCRIPT = re.compile(
    r"[\u0370-\u1cff\u2e80-\u2fdf\u3005-\ud7ff\uf900-\ufdff\ufe70-\ufefc\U00020000-\U0003ffff]"
)
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]")
_BEFORE_A_VERB = re.compile(r"^(?:ge|er|be|ver|zer|ent)(?=.{4})")
ONE_VERB = 0.7
"""Match of two words that differ only in the prefix of the verb."""
_KINDS: tuple[tuple[str, float, re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (kind, missing, re.compile(asked, re.I), re.compile(shown, re.I))
    for kind, missing, asked, shown in (
        (
            "reason", 0.7,
            r"为什么|为何|原因|なぜ|どうして|理由|(?:^|\s)왜|원인|이유|\bلماذا\b|\bسبب\b"
            r"|\bпочему\b|\bотчего\b|\bиз-за чего\b|\bпричин"
            r"|\b(?:warum|weshalb|wieso)\b|\bgrund\b",
            r"因为|由于|原因|导致|所以|ため|ので|から|理由|原因|때문|원인|이유"
            r"|بسبب|سبب|لأن|نتيجة|из-за|причин|потому|поскольку|так как"
            r"|\b(?:weil|wegen|da|grund|denn|aufgrund|durch)\b",
        ),
        (
            "time", 0.3,
            r"什么时候|何时|哪一?年|几点|哪(?:几)?天|星期几|周几|いつ|何(?:時|年|月|日|曜日)"
            r"|언제|몇\s?(?:시|년|월|일)|무슨 요일|요일"
            r"|\bمتى\b|أي (?:ساعة|عام|سنة|يوم|أيام|شهر)|\bкогда\b|во сколько"
            r"|как(?:ом году|ие дни|ой день|ого числа)"
            r"|\bwann\b|wie ?viel uhr|welche[nmrs]? (?:jahr|tag|tage|tagen|uhrzeit|monat)",
            r"\d|[〇一二三四五六七八九十百千]+\s?(?:年|月|日|号|点|时|時)|星期|周[一二三四五六日末]|曜日|[春夏秋冬]|요일|"
            r"[가-힣\d]\s?(?:시|년|월)|봄|여름|가을|겨울|مساء|صباح|الساعة|عام|سنة|يوم|أيام|شهر|صيف|شتاء|ربيع|خريف|عندما|"
            r"январ|феврал|март|апрел|ма[йя]\b|июн|июл|август|сентябр|октябр|ноябр|декабр|утр|вечер|понедельник|вторник|сред[уаы]|"
            r"четверг|пятниц|суббот|воскресен|весн|лет[оа]м|осен|зим|когда|если|"
            r"\b(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)|"
            r"\b\w*(?:tags?|woch)s?\b|uhr|frühling|sommer|herbst|winter|wenn|超过|遇|以上|超える|場合|넘으면|يتجاوز",
        ),
        (
            "count", 0.5,
            r"几(?![点年天岁])|多少|多大|多高|多长|多远|多久|何(?:人|冊|本|個|台|隻|便|メートル|トン)|いくつ|いくら|どのくらい|どれくらい"
            r"|몇\s?(?!시|년|월|일)|얼마|\bكم\b|\bсколько\b(?<!во сколько)"
            r"|\bwie ?(?:viele?|hoch|lang|lange|weit|groß|alt|schwer|oft|teuer)\b",
            r"\d|[〇零一二两三四五六七八九十百千万]|[가-힣]+\s?(?:명|권|개|척|마리|번|원|미터|톤)"
            r"|واحد|اثن|ثلاث|أربع|خمس|ست|سبع|ثمان|تسع|عشر|مئ|مائ|ألف|آلاف|مليون"
            r"|\b(?:од[ин]|дв[ае]|тр[иё]|четыр|пят|шест|сем|восем|девят|десят|сорок|сто|двест|трист|тысяч|миллион)"
            r"|\b(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|\w*zig|\w*hundert|\w*tausend)|frei|kostenlos",
        ),
    )
)  # fmt: skip


def language_of(found: Sequence[str]) -> str:
    """Return `de` if the words are German; empty for any other language."""
    if _MARKS.isdisjoint(found):
        return ""
    if len(_MARKS.intersection(found)) < LEAST_MARKS:
        return ""
    german = sum((word in _MARKS) + (word in _STRONG) for word in found)
    return GERMAN if german > sum(word in _ENGLISH for word in found) else ""


def may_be_english(text: str) -> bool:
    """Return whether a text is in the Latin script, with no more foreign function words than English ones."""
    if in_other_script(text):
        return False
    found = re.findall(r"[^\W\d_]+", text.casefold())
    return sum(word in _ELSEWHERE for word in found) <= sum(word in _ENGLISH for word in found)


def one_verb(one: str, other: str) -> bool:
    """Return whether two German stems differ only in the prefix of the verb: `gebaut` and `erbaut`."""
    first, second = (_BEFORE_A_VERB.sub("", stem) for stem in (one, other))
    return first == second


def in_other_script(text: str) -> bool:
    """Return whether most letters of a text are of a script other than Latin; a name or two are not most."""
    others = len(_OTHER_SCRIPT.findall(text))
    return bool(others) and others > len(_LATIN.findall(text))


def is_grammar(word: str) -> bool:
    """Return whether a German word is a function word."""
    return word in _GERMAN_GRAMMAR


def unasked(text: str) -> str:
    """Remove the question words of a question in another script; expects lower case."""
    return _ASKING.sub(" ", text) if in_other_script(text) else text


def kind_asked(question: str, *, german: bool) -> tuple[str, float, re.Pattern[str]] | None:
    """Return the expected kind of answer, the factor if it is missing, and its pattern; None if no kind.

    Args:
        question: in any language but English.
        german: whether it is German; otherwise it is in another script.
    """
    if not german and not in_other_script(question):
        return None
    for kind, missing, asked, shown in _KINDS:
        if asked.search(question):
            return kind, missing, shown
    return None
