"""What shows, in a text, an answer of the kind that a question expects: an amount, a time, a name, a reason.

The patterns are of English words. Nothing here decides what is true.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gates.language.tokens import stem_of, tokenise
from workbench.runs.language.clock_times import clock_times
from workbench.runs.language.differences import without_differences
from workbench.runs.language.doers import may_name_doer
from workbench.runs.language.kinds_of_things import kin
from workbench.runs.language.measures import MONTH, dates, has_measure, without_rates
from workbench.runs.language.name_shapes import CAPITAL, FULL_NAME, SMALL
from workbench.runs.language.office_holders import names_holder
from workbench.runs.language.reason_clauses import states_reason
from workbench.runs.language.terms import stems

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
    r"\|[^|\n]{0,30}\d\.\d\d|\bfree\b"
    r"|\b(?:for|pa(?:y|ys|id)|costs?|charged?|charges|fee|fare|price)(?: only| just| about)? \d[\d,]*\.\d\d"
    r"(?=[.,;:)]?\s*(?:$|[A-Z(]|(?:each|an?|per|and|or|for|on|if|to|extra|more)\b))"
    r"|\b(?:prices?|costs?|fees?|fares?|deposit|expenses?|income|amount|paid|spent|charges?): \d"
    r"|\d\.\d\d (?:each|apiece|per [a-z]+|an? (?:day|night|week|month|year|head|person|ticket|piece|hour))\b",
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
    rf"\b(?:1[5-9]|20)\d\d\b|\b\d{{1,2}}[:.]\d\d\b|\b(?:{MONTH})\b|(?-i:\bMay\b)"
    r"|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:today|tomorrow|spring|summer|autumn|winter)\b",
    re.I,
)
_SPEECH = re.compile(
    r"[\"“”]|\b(?:said|says|told|tells|wrote|writes|replied|answered|explained|reported|stated|declared|"
    r"complained|admitted|claimed|asked|thanked|reminded|according to)\b",
    re.I,
)
COLOURS = """
red orange yellow green blue purple violet pink brown black white grey gray beige cream gold silver turquoise
scarlet crimson navy maroon ochre lilac mauve teal lavender magenta indigo khaki
"""
_COLOUR = re.compile(rf"\b(?:{'|'.join(COLOURS.split())}|tan)\b", re.I)
_PERSON = re.compile(
    rf"\b(?:Mr|Mrs|Ms|Dr|Capt|Prof)\.? {CAPITAL}|\b{CAPITAL}\. ?{CAPITAL}{SMALL}+"
    r"|\b(?:[Cc]aptain|[Mm]aster|[Ee]ngineer|[Dd]irector|[Cc]hair|[Mm]anager|[Oo]fficer|[Aa]uthor|[Pp]resident|"
    rf"[Ss]ecretary|[Oo]wner|by|named|called)(?: the|:)? {FULL_NAME}"
    rf"|\bby the {CAPITAL}{SMALL}{{2,}}|\bnamed {CAPITAL}{SMALL}+"
    rf"|\b(?:is|are|was|were|been) (?:\w+ )?\w{{2,}} by {CAPITAL}{SMALL}{{2,}}\b"
    rf"|\b{CAPITAL}{SMALL}+: {FULL_NAME}"
    r"|\b(?:is|was|are|were|became|becomes) (?:now |still )?"
    rf"{FULL_NAME}\b"
    rf"|(?:^|; ){FULL_NAME} (?:[a-z]+[_ ])?(?:holder|owner|keeper|tenant|member|contact|driver|teacher|"
    r"leader|author|trainer|coach|chair|captain|caretaker|volunteer|by)(?=;|$)"
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
        if self.kind in _AMOUNTS and not _COMPARES.search(self.question):
            text = without_differences(text)
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
        if any(each not in known for each in found) or self._did(text):
            return True
        return names_holder(self.question, text)

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
_AMOUNTS = frozenset({"money", "count", "number", "distance", "weight", "age"})
"""Kinds of answers that a difference is none of."""
_COMPARES = re.compile(
    r"\bby how\b|\b(?:more|less|fewer|\w{3,}er) than\b|\b(?:differ\w*|rise|rose|f[ae]ll|increase\w*)\b", re.I
)
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
