"""Reads a statement as a sequence of words, each with its function: name, number, cue, topic.

It reads one statement at a time and compares nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from gates.language.lexicon import STOPWORDS
from gates.language.past_tense import bases_of_past
from gates.language.quantities import DATE, YEAR, written
from gates.language.spelling import marked
from gates.language.tokens import classify, stem_of
from gates.retention.cues import LONGEST_PHRASE, PHRASES
from gates.retention.numbered import without_numbers

MAX_WORDS = 240
"""Words of a statement that are read; later ones are not compared."""

MAX_CHARACTERS = 4_000
LONGEST_IRREGULAR = 4
"""Letters of the longest irregular past form that ends like a regular one: `fed`, `sped`."""
TITLE_FROM = 0.5
"""Share of capitalised words from which a text is a heading in title case."""

_RAW = re.compile(r"[^\s\"'`“”‘’()\[\]{}<>,;!?|=→…*]+|[,;!?()|…]|--|'(?=\s)")
_NOT = re.compile(
    r"\b(ca|wo|sha|do|does|did|is|are|was|were|has|have|had|should|would|could|must|need|might)n't\b",
    re.IGNORECASE,
)
_SHORT = {"ca": "can", "wo": "will", "sha": "shall"}
_ENDING = re.compile(r"(?<=\w)'(s|re|ve|m)\b")
_WILL = re.compile(r"(?<=\w)'ll\b")
_WOULD = re.compile(r"(?<=[Iieuy])'d\b")
_STAYS_UN = re.compile(
    r"\b(?:(?:(?:be )?(?:left|kept)|stays?|remains?)|(?:leave|keep)((?: [\w'-]{1,30}){1,6})) "
    r"un((?!der|i(?:ted|fied)\b)[a-z]{3,20}(?:ed|en))\b",
    re.IGNORECASE,
)
"""Forbids an action by the state without it: `it has to stay untouched`, `leave the wall unpainted`."""
_AT_LEAST = re.compile(
    r"\b(?:no|not|never|without)\b((?:\s[\w-]{1,20}){0,5}?\s)"
    r"(?:fewer|less|lower|shorter|smaller|cheaper|colder|cooler|lighter|younger|narrower) than\b",
    re.IGNORECASE,
)
_AT_MOST = re.compile(
    r"\b(?:no|not|never|without)\b((?:\s[\w-]{1,20}){0,5}?\s)"
    r"(?:(?:more|longer|larger|greater|higher|bigger|later|warmer|hotter|heavier|taller|wider|older) than"
    r"|exceed(?:s|ing)?\b|over\b|above\b)",
    re.IGNORECASE,
)
_NOT_SOONER = re.compile(r"\b(?:no|not) (?:earlier|sooner) than\b|\bnot before\b", re.IGNORECASE)
_NOT_LATER = re.compile(
    r"\b(?:no|not) later than\b"
    r"(?!\s(?:the\s)?(?:\d|end\b|noon|midnight|today|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b))",
    re.IGNORECASE,
)
"""An earliest or latest time that is an order, because no date follows."""
_KEPT_OUT = re.compile(
    r"\bkeep((?: [\w'-]{1,30}){1,6}?) (?:out|clear|free|away) (?:of|from)\b", re.IGNORECASE
)
"""Forbids as `keep out of` does, with the thing in between."""
_NOBODY_UNTIL = re.compile(
    r"(\b(?:nobody|no one|nothing|never|not|no)\b[^.;!?\n]{1,80}), not (?=until\b)", re.IGNORECASE
)
"""Repeats a negation: `nobody goes in, not until Monday`."""
_ASKED = re.compile(r"\b(?:can|could|would|may) (?:we|you|i)\b(?=[^.;?!\n]{1,200}\?)", re.IGNORECASE)
"""The beginning of a request in the form of a question, which permits nothing."""
_NAME_SHAPE = re.compile(
    r"(?=.*[A-Za-z])(?=.*(?:\d|[_/:#~]|[a-z][A-Z]|\w[.]\w)).{2,}|[A-Za-z]+(?:-[A-Za-z0-9]+)+-?\d+\S*"
)
_ORDINAL_DAY = re.compile(r"\d{1,4}(?:st|nd|rd|th)$", re.IGNORECASE)
_TITLES = frozenset("Dr. Mr. Mrs. Ms. Prof. St.".split())
PERSONS = ("me", "you", "we")
"""Tags of the user, the agent, and both."""
_BREAKS = frozenset(",;!?()|…")
_OPENING = frozenset(("if", "unless", "until", "because", "otherwise", "regardless"))
"""Tags of words that begin a clause."""
_UNITS = frozenset(
    """
    second minut hour day week month quarter year decad percent % point byte kb mb gb tb ms s px pixel line
    column charact word page eur usd gbp chf dollar euro pound inch cm mm km mile meter metr kg degre time
    row worker
    """.split()
)


@dataclass(slots=True, unsafe_hash=True)
class Word:
    """One word of a statement; `tag` is its function if it carries no topic."""

    text: str
    stem: str
    kind: str
    """`word`, `name`, `number`, `cue`, `other` or `break`."""
    tag: str = ""
    clause: int = 0
    unit: str = ""
    proper: bool = False
    """Capitalised inside a sentence: a proper name."""

    @property
    def counts(self) -> bool:
        """Whether the word belongs to the topic of the statement."""
        return self.kind in ("word", "name", "number")


def _plain(text: str) -> str:
    """Return the text with contractions expanded, bounds in positive form and figures normalised."""
    text = marked(text).replace("’", "'").replace("—", " , ").replace("–", "-").replace(" - ", " , ")
    text = without_numbers(text)
    text = _NOT.sub(lambda m: f"{_SHORT.get(m[1].casefold(), m[1])} not", text).replace("cannot", "can not")
    text = _WOULD.sub(" would", _WILL.sub(" will", _ENDING.sub("", text)))
    text = _STAYS_UN.sub(r"not \1\2", text)
    text = _NOBODY_UNTIL.sub(r"\1 ", text)
    text = _KEPT_OUT.sub(r"keep\1 kept out of", text)
    text = _NOT_LATER.sub("before", _NOT_SOONER.sub("after", text))
    text = _AT_MOST.sub(r"\1at most ", _AT_LEAST.sub(r"\1at least ", text))
    return written(_ASKED.sub(" ", text))


@lru_cache(maxsize=20_000)
def words(text: str) -> tuple[Word, ...]:
    """Return the words of a statement, in order; equal texts are read once."""
    raws: list[tuple[str, bool]] = []
    start = True
    for match in _RAW.finditer(_plain(text[:MAX_CHARACTERS])):
        raw = match.group()
        ends = (raw[-1] in ".:;!?" or raw in _BREAKS) and raw not in _TITLES
        bare = raw if raw in _BREAKS else raw.strip(".:;*#") if raw.strip(".:;*#") else ""
        if bare and bare not in _BREAKS:
            raws.append((bare, start))
        start = False
        if ends:
            raws.append((";" if raw == ";" else ",", False))
            start = raw[-1] in ".:!?"
        if len(raws) >= MAX_WORDS:
            break
    capitals = sum(raw[:1].isupper() for raw, _ in raws)
    if capitals > TITLE_FROM * len(raws):
        # In a heading in title case a capital letter does not make a name.
        raws = [(raw, True) for raw, _ in raws]
    return tuple(_read(raws))


def _read(raws: list[tuple[str, bool]]) -> list[Word]:
    found: list[Word] = []
    clause = place = 0
    folded = [raw.casefold() for raw, _ in raws]
    while place < len(raws):
        raw, opens = raws[place]
        if raw in _BREAKS:
            clause += 1
            found.append(Word(raw, "", "break", clause=clause))
            place += 1
            continue
        clause += folded[place] == "but"
        length, tag = _phrase(folded, place)
        if tag:
            if tag in _OPENING and found and found[-1].kind != "break":
                clause += 1
            found.append(Word(" ".join(folded[place : place + length]), "", "cue", tag, clause))
            place += length
            continue
        found.append(_word(raw, folded[place], clause, opens))
        place += 1
    return _with_units(found)


def _phrase(folded: list[str], place: int) -> tuple[int, str]:
    for length in range(min(LONGEST_PHRASE, len(folded) - place), 0, -1):
        tag = PHRASES.get(tuple(folded[place : place + length]))
        if tag is not None:
            return length, tag
    return 0, ""


def _word(raw: str, folded: str, clause: int, opens: bool) -> Word:
    token = classify(raw)
    if _ORDINAL_DAY.match(raw):
        return Word(folded, f"#{int(raw[:-2])}", "number", clause=clause, unit="day")
    if folded == "one":
        return Word(folded, "#1", "other", clause=clause)
    if token is not None and token.number is not None and token.unit == DATE:
        return Word(folded, f"#date{abs(int(token.number)) % 10_000:04d}", "number", clause=clause, unit=DATE)
    if token is not None and token.number is not None and token.identifier is None:
        value = folded if ":" in raw else f"{token.number:.6g}"
        return Word(folded, f"#{value}", "number", clause=clause, unit=token.unit)
    if (token is not None and token.identifier is not None) or _NAME_SHAPE.fullmatch(raw):
        return Word(folded, folded.rstrip("/").removeprefix("./"), "name", clause=clause)
    if folded in STOPWORDS or not any(c.isalpha() for c in raw):
        return Word(folded, folded, "other", clause=clause)
    proper = raw[:1].isupper() and not opens
    return Word(folded, base_stem(folded), "word", clause=clause, proper=proper)


def base_stem(word: str) -> str:
    """Return the stem of a word, using the base form of an irregular past form."""
    regular = word.endswith("ed") and len(word) > LONGEST_IRREGULAR
    past = frozenset() if regular else bases_of_past(word)
    return stem_of(min(past)) if past else stem_of(word)


def _with_units(found: list[Word]) -> list[Word]:
    """Return the words, with each number's unit set from the word after it, if that is one."""
    out: list[Word] = []
    for place, word in enumerate(found):
        if word.unit == YEAR and place and found[place - 1].unit == DATE:
            out.append(replace(word, kind="other"))
            continue
        after = found[place + 1] if place + 1 < len(found) else None
        if word.kind == "number" and not word.unit and after is not None and after.kind in ("word", "other"):
            stem = stem_of(after.text)
            if stem in _UNITS or after.text == "%":
                out.append(replace(word, unit=stem))
                continue
        if word.kind == "number" and not word.unit:
            out.append(replace(word, unit=_rate(found, place)))
            continue
        out.append(word)
    return out


def _rate(found: list[Word], place: int) -> str:
    """Return the unit of time or place by which a number is counted: `60 requests per minute`."""
    for near in range(place + 1, min(place + 4, len(found) - 1)):
        if found[near].text in ("per", "a", "an", "each", "/") and stem_of(found[near + 1].text) in _UNITS:
            return f"per {stem_of(found[near + 1].text)}"
    return ""
