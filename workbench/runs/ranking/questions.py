"""The kind of answer that a question expects: a count, money, a time, a name, a reason; and its action.

The kind is recognised by patterns of English words in the question, and its presence by patterns in a
passage. Nothing here decides what is true.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gates.language.past_tense import forms
from gates.language.tokens import stem_of, tokenise
from workbench.runs.language.clock_times import clock_times
from workbench.runs.language.doers import may_name_doer
from workbench.runs.language.kinds_of_things import kin
from workbench.runs.language.languages import in_other_script, kind_asked
from workbench.runs.language.measures import dates, has_measure, without_rates
from workbench.runs.language.name_shapes import CAPITAL, FULL_NAME, SMALL
from workbench.runs.language.reason_clauses import states_reason
from workbench.runs.language.terms import asked_stems, language, stems

LIGHT = frozenset(
    stem_of(form)
    for word in "take make get give go come put use keep let need want mean seem become begin start try set "
    "turn have do be run company people thing place kind sort way lot".split()
    for form in forms(word)
)
"""Stems of words with little meaning of their own."""
LIGHT_WEIGHT = 0.15

_WORD_NUMBER = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    "sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|"
    "seventy|eighty|ninety|hundred|thousand|million|half|quarter|third|dozen|once|twice|none"
)
_NUMBER = re.compile(rf"\d|\b(?:{_WORD_NUMBER})\b", re.I)
_MONEY = re.compile(
    r"[$€£]\s?\d|\d\s?[$€£]|\b(?:EUR|USD|GBP|CHF)\s?\d|\d\s?(?:EUR|USD|GBP|CHF)\b|\b(?:\d[\d,.]*|"
    + _WORD_NUMBER
    + r")\s(?:million |thousand )?(?:pounds?|euros?|dollars?|pence|"
    r"cents?|crowns?|kron[aeo]r?|francs?|yen|rupees?|shillings?|guilders?|zlotys?)\b|"
    r"\d (?:price|cost|fee|fare|deposit|out|expenses?|income|amount|paid|spent|charge)s?\b|"
    r"\|[^|\n]{0,30}\d\.\d\d|\bfree\b",
    re.I,
)
_DURATION = re.compile(
    rf"\b(?:\d[\d,.]*|a|an|{_WORD_NUMBER})[\s-](?:\w+[\s-])?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|"
    r"nights?)\b",
    re.I,
)
_FROM_TO = re.compile(
    r"\b(?:from|between) (?P<one>[^.;]{1,40}?) (?:to|until|till|and) (?P<other>[^.;]{1,40})", re.I
)
_SHARE = re.compile(
    r"\d\s?(?:%|per ?cent|percent)|\b(?:half|third|quarter|one in|out of|\d+ of (?:the )?\d+)\b", re.I
)
_PHONE = re.compile(r"\+?\d{2,}[\d /-]{4,}\d")
_MAIL = re.compile(r"\S@\S+\.\w")
_TIME = re.compile(
    r"\b(?:1[5-9]|20)\d\d\b|\b\d{1,2}[:.]\d\d\b|\b(?:jan|feb|mar|apr|june?|july?|aug|sep|oct|nov|dec)[a-z]*\b|\bMay\b"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:today|tomorrow|spring|summer|autumn|winter)\b",
    re.I,
)
_SPEECH = re.compile(
    r"[\"“”]|\b(?:said|says|told|tells|wrote|writes|replied|answered|explained|reported|stated|declared|"
    r"complained|admitted|claimed|asked|thanked|reminded|according to)\b",
    re.I,
)
_COLOUR = re.compile(
    r"\b(?:red|orange|yellow|green|blue|purple|violet|pink|brown|black|white|gr[ae]y|beige|cream|gold|silver|"
    r"turquoise|scarlet|crimson|navy|maroon|tan|ochre|lilac|mauve|teal|lavender|magenta|indigo|khaki)\b",
    re.I,
)
_PERSON = re.compile(
    rf"\b(?:Mr|Mrs|Ms|Dr|Capt|Prof)\.? {CAPITAL}|\b{CAPITAL}\. ?{CAPITAL}{SMALL}+"
    r"|\b(?:[Cc]aptain|[Mm]aster|[Ee]ngineer|[Dd]irector|[Cc]hair|[Mm]anager|[Oo]fficer|[Aa]uthor|[Pp]resident|"
    rf"[Ss]ecretary|[Oo]wner|by|named|called)(?: the|:)? {FULL_NAME}"
    rf"|\bby the {CAPITAL}{SMALL}{{2,}}|\bnamed {CAPITAL}{SMALL}+"
    rf"|\b(?:is|are|was|were|been) (?:\w+ )?\w{{2,}} by {CAPITAL}{SMALL}{{2,}}\b"
    rf"|\b{CAPITAL}{SMALL}+: {FULL_NAME}"
    r"|\b(?:is|was|are|were|became|becomes) (?:now |still )?"
    rf"{FULL_NAME}\b"
)
_ROLE = re.compile(
    r"\b(?:by|[Tt]he) (?:\w+ )?(?:director|captain|master|engineer|chair|manager|officer|owner|foreman|trust|"
    r"council|company|union|board|committee|president|secretary|team|government|university)\b(?! of\b)"
)
_AGENT = re.compile(
    r"\b(?:is|are|was|were|been|being|[a-z]+ed) (?:\w+ ){0,2}?by "
    r"(?:the|our|its|their|some|local|two|three|an?) (?!(?:\w+ )?(?:end|start|beginning|middle|close|time|"
    r"day|night|week|month|year|hour|minute|date|deadline|river|lake|sea|shore|coast|road|street|path|bridge|"
    r"side|wall|door|gate|window|entrance|fire|hill|wood|tree|station|harbour|quay|pool|square|corner|way|"
    r"means|use|light|factor|margin|amount|quarter|third|half|metre|mile|dozen|hundred|thousand|storm|flood|"
    r"wind|rain|frost|lightning|heat|cold)s?\b)(?:\w+ )?[a-z]{3,}\b"
)
"""A doer after `by`, whoever it is; not a place, time, measure or weather."""
_PROPER = re.compile(rf"(?<![.!?:] )(?<!^)(?<!\*\*)\b{CAPITAL}{SMALL}{{2,}}")
_FUTURE = re.compile(
    r"\b(?:is|are) (?:to|yet to|still to|due|open|planned|expected)\b|\bwill\b|\bhave asked\b", re.I
)
_MOST = 30

_PATTERNS: tuple[tuple[str, float, re.Pattern[str]], ...] = (
    ("sequel", 1.0, re.compile(
        r"^\s*what (?:happened|was done|changed|followed)\b.*\b(?:after|since|then|next)\b", re.I
    )),
    ("speech", 0.3, re.compile(
        r"^\s*what (?:do|does|did|has|have) .{1,80}\b(?:say|said|tell|told|reply|replied)\b", re.I
    )),
    ("phone", 0.3, re.compile(r"\b(?:tele)?phone number\b", re.I)),
    ("mail", 0.3, re.compile(r"\be-?mail address\b", re.I)),
    (
        "money",
        0.3,
        re.compile(
            r"\bhow much money\b|\bhow (?:much|expensive)\b.*"
            r"\b(?:cost|pay|paid|charge|price|fare|fee|earn|spend|spent|lose|lost)\w*\b"
            r"|\bwhat (?:is|was|are|were|does|did|do) .{1,80}\bcosts?\b"
            r"|\bwhat (?:is|was|are|were) .{1,60}\b(?:paid|charged|fined)\b"
            r"|\bwhat (?:is |was |are )?(?:the )?(?:\w+ )?(?:price|fare|fee|pay|wage|salary|profit)s?\b"
            r"|\bwhat (?:do|does|did|must|should|will) .{1,60}\b(?:pay|charge|earn|owe|cost)s?\b",
            re.I,
        ),
    ),
    ("change", 0.35, re.compile(
        r"\bby how (?:much|many|far)\b"
        r"|\bhow much (?:cheaper|dearer|more|less|higher|lower|bigger|smaller)\b", re.I
    )),
    ("frequency", 0.3, re.compile(r"\bhow (?:often|frequently|regularly)\b|\bhow many times\b", re.I)),
    ("speed", 0.3, re.compile(
        r"\bhow fast\b|\bspeed\b", re.I
    )),
    ("duration", 0.3, re.compile(
        r"\bhow (?:far|long|much|many \w+) (?:ahead|beforehand|before|in advance|earlier)\b"
        r"|\b(?:within|for|after) how many (?:minutes|hours|days|weeks|months|years)\b"
        r"|\bhow many (?:minutes|hours|days|weeks|months|years) (?!(?:an?|per|each|every|in|of) )"
        r"(?:\w+ ){0,8}(?:take|last|stay|wait|keep|kept|remain|valid|pass|elapse)\b"
        r"|\bhow early\b|\bhow much notice\b|\bhow (?:far|long) in advance\b", re.I
    )),
    ("distance", 0.3, re.compile(
        r"\bhow (?:far|close|near|deep|high|tall|wide|broad|thick)\b"
        r"|\bhow long (?:is|was|are|were) "
        r"(?!.{0,20}\b(?:trip|journey|crossing|passage|wait|stay|drive|ride|flight)\b)"
        r"(?!.{1,60}\b(?:on|off|in(?! (?:kilo|centi)?met|feet|miles|yards)|at|under|away|absent|"
        r"ill|closed|shut|good|valid|kept|open|here|there)\b)"
        r"|\bwhat (?:is the |was the )?(?:height|depth|distance|length|width|thickness)\b", re.I
    )),
    ("weight", 0.3, re.compile(r"\bhow heavy\b|\bhow much .{0,40}\bweigh|\bwhat (?:is the )?weight\b", re.I)),
    ("heat", 0.3, re.compile(r"\bhow (?:hot|cold|warm)\b|\btemperature\b", re.I)),
    ("share", 0.3, re.compile(
        r"\bwhat (?:is the |was the )?(?:discount|reduction)\b"
        r"|\b(?:what|which|how (?:big|large) an?) (?:share|percentage|proportion|fraction)\b", re.I
    )),
    ("age", 0.3, re.compile(r"\bhow old\b|\bwhat age\b", re.I)),
    ("count", 0.35, re.compile(r"\bhow many (?:of (?:\w+ )?)?(?P<of>\w+)", re.I)),
    ("count", 0.35, re.compile(
        r"\bhow much (?!(?:more|less|extra|longer|money|time)\b)(?P<of>[a-z]{3,}) "
        r"(?:does|do|did|must|may|can|has|have|is|are|was|were|should|will)\b", re.I
    )),
    ("duration", 0.3, re.compile(
        r"\b(?:how (?:long|soon|quickly)|for how long|within what time)\b", re.I
    )),
    (
        "number",
        0.35,
        re.compile(
            r"\bhow (?:much|far|old|often|big|large|high|heavy|deep|tall|wide|long|many)\b"
            r"|\b(?:at |by |to |in |of )?what (?:\w+ )?"
            r"(?:speed|number|rate|amount|sum|age|height|depth|temperature|weight|distance|length|size|capacity|"
            r"level|pressure|voltage|power|volume|altitude|angle|limit|dose)\b",
            re.I,
        ),
    ),
    ("time", 0.3, re.compile(
        r"^\s*(?:and )?(?:since |until )?when\b|\b(?:what|which) (?:year|day|date|month|time)\b", re.I
    )),
    ("name", 0.3, re.compile(
        r"\bname of (?:(?:the|an?|our|its|their|his|her) )?(?:[\w'’-]+ ){0,4}?(?:firm|company|"
        r"ship|boat|ferry|album|record|song|band|book|dog|cat|horse|hut|house|pub|inn|hotel|street|road|village|"
        r"town|river|lake|island|farm|shop|bakery|brewery|school|club|hall|newspaper|film)s?\b", re.I)),
    (
        "person",
        0.3,
        re.compile(
            r"^\s*who(?:se|m)?\b"
            r"(?! (?:(?:is|are|was|were) (?:allowed|entitled|eligible|responsible|exempt)|may|can|must|"
            r"should|gets?|pays?|has to|needs?)\b)|\bname of\b",
            re.I,
        ),
    ),
    ("name", 0.3, re.compile(
        r"^\s*(?:which|what) \w+ (?:won|built|builds|made|makes|owns?|runs?|sold|sells|bought|got|financ\w+|"
        r"paid|pays|insur\w+|suppl\w+|deliver\w+)\b"
        r"|^\s*(?:which|what) (?:\w+ )?(?:firm|company|bank|bakery|garage|insurer|brewery|paper)\b", re.I)),
    (
        "person",
        0.3,
        re.compile(
            r"^\s*(?:which|what) (?:\w+ )?(?:lecturer|teacher|captain|engineer|doctor|director|manager|"
            r"officer|nurse|lawyer|architect|author|artist|painter|member|person|man|woman|minister|mayor)\b",
            re.I,
        ),
    ),
    ("colour", 0.4, re.compile(r"\b(?:what|which) colou?rs?\b", re.I)),
    ("reason", 0.55, re.compile(r"^\s*why\b|\bwhat (?:caused|made|led)\b|\bfor what reason\b", re.I)),
)  # fmt: skip
_VERB = re.compile(
    r"^\s*(?:who|(?:which|what) \w+)\s+"
    r"(?!is|are|was|were|has|have|had|did|does|do|can|may|must|will|of)(?P<verb>[a-z]{4,})"
    r"|^\s*(?:when|where|why|how|(?:in |on )?(?:what|which) (?:year|month|day|date))\b.{0,20}?"
    r"\b(?:was|were|is|are)\b.*\b(?P<done>[a-z]{3,}(?:ed|en|t|un|ung))\s*\??$",
    re.I,
)
_DONE_TO = re.compile(r"\b(?:is|are|was|were|been|be)\b[^?]*?\s(?P<done>[a-z]{3,}ed)\b", re.I)
"""An action done to something, or somebody's state: `was the boat damaged`, `was she interested`."""


@dataclass(frozen=True, slots=True)
class ExpectedAnswer:
    """The kind of answer that a question expects."""

    kind: str
    """Name of the kind; empty for any."""
    missing: float
    """Factor of the score of a text without it."""
    question: str
    of: str = ""
    """Counts: the counted thing."""
    shown: re.Pattern[str] | None = None
    """Pattern of an answer to a question that is not in English."""

    def met(self, text: str) -> bool:
        """Return whether a text has something of that kind that is not in the question itself."""
        if self.shown is not None:
            return bool(self.shown.search(text))
        if self.kind == "time" and _PAST.match(self.question):
            return bool(dates(text)) or bool(_DAY_CLOCK.search(text) and _HAPPENED.search(text))
        if self.kind == "time" and clock_times(text):
            return True
        if self.kind == "duration" and any(
            _TIME.search(span["one"]) or (_NUMBER.match(span["one"]) and _TIME.search(span["other"]))
            for span in _FROM_TO.finditer(text)
        ):
            return True
        if self.kind == "reason":
            return states_reason(self.question, text)
        if self.kind in _SHOWN_BY:
            stated = without_rates(_unnumbered(text)) if self.kind == "duration" else _unnumbered(text)
            return any(pattern.search(stated) for pattern in _SHOWN_BY[self.kind])
        if self.kind in _MEASURED:
            return has_measure(self.kind, text, self.question)
        named = {"count": self._counted, "person": self._person, "name": self._named}.get(self.kind)
        return named is None or named(text)

    def _person(self, text: str) -> bool:
        """Return whether a text names somebody by name or, if the question begins with `who`, by office."""
        known = self.question.casefold()
        patterns = (_PERSON, _ROLE, _AGENT) if known.lstrip().startswith("who") else (_PERSON,)
        found = (each.group().casefold() for pattern in patterns for each in pattern.finditer(text))
        return any(each not in known for each in found) or self._did(text)

    def _named(self, text: str) -> bool:
        """Return whether a text has a name that is not in the question, and is not only about the future."""
        known = self.question.casefold()
        strange = [found for found in _PROPER.finditer(text) if found.group().casefold() not in known]
        return any(not _TIME.search(found.group()) for found in strange) and not _FUTURE.search(text)

    def _did(self, text: str) -> bool:
        """Return whether a text may say who did what a question asks about, by its verb."""
        found = _WHO_DID.match(self.question)
        return found is not None and may_name_doer(stems(found.group(1)), text)

    def _counted(self, text: str) -> bool:
        """Return whether a number precedes the counted thing or a word of its kind."""
        stem = stem_of(self.of.casefold())
        counted = {stem, *kin(stem)}
        spelled = {
            stem_of(word.casefold())
            for found in _BEFORE.finditer(text)
            for word in found.groups()[1:]
            if word
        }
        if stem in PEOPLE:
            counted |= PEOPLE
            if _HOLDS.search(text):
                return True
        return not counted.isdisjoint(spelled | {number.noun for number in tokenise(text).numbers})


_PAST = re.compile(
    r"\s*(?:when|(?:in |on )?(?:what|which) (?:year|month|day|date)) (?:was|were|did|had)\b", re.I
)
_DAY_CLOCK = re.compile(r"\b\d{1,2}[:.]\d\d\b")
PEOPLE = frozenset(
    stem_of(word)
    for word in "people person visitor guest passenger customer resident member employee worker adult pupil "
    "participant spectator patient inhabitant viewer traveller tourist attend attendance".split()
)
"""Words for people: any of them counts if the question counts people."""
_HOLDS = re.compile(
    rf"\b(?:sleeps?|seats?|holds?|takes|carries|accommodates|room for|beds for|capacity of) "
    rf"(?:up to |about )?(?:\d+|{_WORD_NUMBER})\b",
    re.I,
)
"""Statements of capacity, as an answer for a number of people."""
_HAPPENED = re.compile(r"\b(?:was|were|had|did|came|went|began|[a-z]{3,}ed)\b")
_MEASURED = frozenset({"frequency", "speed", "distance", "weight", "heat"})
_BORN = re.compile(
    r"\b(?:born|built|founded|established|made|dat(?:es?|ed|ing)|launched|laid|erected|planted|opened|cast|bought|"
    r"invented|since|from)\b[^.;]{0,60}\b(?:1[5-9]|20)\d\d\b|\b(?:1[5-9]|20)\d\d (?:built|founded|born)\b",
    re.I,
)
_AGED = re.compile(r"\b(?:of|aged|under|over) \d{1,3}\b", re.I)
_SHOWN_BY: dict[str, tuple[re.Pattern[str], ...]] = {
    "money": (_MONEY,), "share": (_SHARE,), "duration": (_DURATION,), "number": (_NUMBER,), "time": (_TIME,),
    "phone": (_PHONE,), "mail": (_MAIL,), "change": (_SHARE, _MONEY, _DURATION),
    "colour": (_COLOUR,), "speech": (_SPEECH,), "age": (_DURATION, _BORN, _AGED),
}  # fmt: skip
_ORDINAL = re.compile(r"^\s*\d{1,3}[.)]\s")


def _unnumbered(text: str) -> str:
    """Remove the number of a list entry."""
    return _ORDINAL.sub("", text)


_WHO_DID = re.compile(r"\s*who (?!is|are|was|were|has|have|had|did|does|do)([a-z]{3,})", re.I)
_BEFORE = re.compile(rf"\b(\d[\d,.]*|{_WORD_NUMBER})\s(?:(\w+)\s)?(\w+)(?:\sof\s(?:the\s)?(\w+))?", re.I)


_MEASURING = {
    "money": "cost price pay paid wage salary earn charge fare fee expensive spend spent money worth",
    "change": "cheaper dearer cheap dear",
    "count": "hold holds contain fit fits seat seats carry", "share": "share percentage proportion fraction",
    "duration": "long last take time advance ahead beforehand early far",
    "age": "age old", "time": "year day date month time",
    "distance": "wide high deep tall broad thick long width height depth length distance thickness"
    " far across",
    "weight": "weight weigh heavy", "heat": "hot cold warm temperature degree", "speed": "speed fast",
    "frequency": "often frequently regularly times",
    "phone": "telephone phone number", "mail": "mail address", "colour": "colour color",
    "reason": "reason cause",
    "number": "number rate amount size level pressure voltage power volume altitude angle",
}  # fmt: skip


def measuring(kind: str) -> frozenset[str]:
    """Return stems that name the expected measure; a passage may state the value without them."""
    return frozenset(
        stem_of(word) for word in f"{_MEASURING.get(kind, '')} age year day date month time".split()
    )


def wanted(question: str) -> ExpectedAnswer:
    """Return the kind of answer that a question expects."""
    told = language(question)
    if told or in_other_script(question):
        other = kind_asked(question, german=bool(told))
        if other is not None:
            return ExpectedAnswer(other[0], other[1], question, shown=other[2])
        if told:
            return ExpectedAnswer("", 1.0, question)
    for kind, missing, pattern in _PATTERNS:
        found = pattern.search(question)
        if found:
            of = found.groupdict().get("of") or ""
            return ExpectedAnswer(kind, missing, question, of[:_MOST])
    return ExpectedAnswer("", 1.0, question)


_DEMANDING = frozenset(
    stem
    for word in "ask charge require need demand expect".split()
    for form in forms(word)
    for stem in stems(form)
)
"""Verbs for what must be given: `what deposit is asked`. A price list states it without them."""


def action_of(question: str) -> str:
    """Return the stem of the action that a question asks about, if its form shows it.

    Else an empty string.
    """
    found = _VERB.match(question)
    asked = asked_stems(found.group("verb") or found.group("done")) if found else ()
    return asked[0] if asked and asked[0] not in LIGHT else ""


def predicate_of(question: str) -> str:
    """Return the stem of a completed action anywhere in a question; empty if there is none."""
    found = _DONE_TO.search(question)
    asked = asked_stems(found.group("done")) if found else ()
    if asked and asked[0] in _DEMANDING:
        return ""
    return asked[0] if asked and asked[0] not in LIGHT else action_of(question)
