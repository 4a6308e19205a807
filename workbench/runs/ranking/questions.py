"""The kind of answer that a question expects: a count, money, a time, a name, a reason; and its action.

Patterns of English words recognise it in the question; `expected_answers` recognises it in a text.
"""

from __future__ import annotations

import re

from gates.language.past_tense import forms
from gates.language.tokens import stem_of
from workbench.runs.language.languages import in_other_script, kind_asked
from workbench.runs.language.terms import asked_stems, language, stems_of_forms
from workbench.runs.ranking.expected_answers import ExpectedAnswer

LIGHT = frozenset(
    stem_of(form)
    for word in "take bring make get give go come put use keep let need want mean seem become begin start "
    "try set turn have do be run company people thing place kind sort way lot".split()
    for form in forms(word)
)
"""Stems of words with little meaning of their own."""
LIGHT_WEIGHT = 0.15

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


_MEASURING = {
    "money": "cost price pay paid wage salary earn charge fare fee expensive spend spent money worth"
    " borrow hire",
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


_DEMANDING = stems_of_forms("ask charge require need demand expect")
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
