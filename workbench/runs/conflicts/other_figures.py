"""Whether two texts have other figures: numbers, prices, dates, times and measures, in whatever words.

The caller must know that both are about the same thing (`disagreement`). A result names the difference in a
few words, and is empty if there is none; a text without a figure of a kind does not differ in it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass

from gates.contradiction.number_slots import others
from gates.language.tokens import stem_of, tokenise
from workbench.runs.conflicts.clause_topics import clauses_of, topic
from workbench.runs.conflicts.unit_words import unit_worded
from workbench.runs.language.clock_times import clock_times
from workbench.runs.language.currencies import CURRENCY_STEMS
from workbench.runs.language.kinds_of_things import kin
from workbench.runs.language.measures import (
    Date,
    ages,
    apart,
    dates,
    intervals,
    lengths_in_units,
    same_length,
)
from workbench.runs.language.quantities import MEASURED, quantities, same_quantity
from workbench.runs.language.spoken_figures import in_figures
from workbench.runs.language.statements import ROW, spoken
from workbench.runs.language.terms import stems
from workbench.runs.ranking.expected_answers import PEOPLE
from workbench.runs.ranking.questions import wanted
from workbench.runs.ranking.scoring import RankedPassage

_UNITS = {
    "money": CURRENCY_STEMS, "share": frozenset("% percent cent".split()),
    "change": CURRENCY_STEMS | {"%", "percent"},
}  # fmt: skip
_PART = re.compile(
    r"\b(?:(?:samples?|batch(?:es)?|selections?|handful)(?: of)?(?: about| some)?|another|further|"
    r"(?<!put )(?<!went )(?<!goes )(?<!gone )up to)"
    r" [\w,.]+|\b(?:in|since|of|by|until|from|during|before|after|for|to|and) (?:1[5-9]|20)\d\d\b", re.I
)  # fmt: skip
"""A number that counts a part, or is a year."""
MOST_TIMES = 20
"""Maximum ratio of two figures of the same thing."""
_CURRENCIES = {
    "€": "euros", "EUR": "euros", "$": "dollars", "USD": "dollars", "£": "pounds", "GBP": "pounds",
    "CHF": "francs", "KRONER": "krone", "KRONOR": "krone",
}  # fmt: skip
_SUM = re.compile(
    r"(?:(?P<sign>[€$£]|\b(?:EUR|USD|GBP|CHF)\b)\s?(?P<after>\d[\d,]*(?:\.\d+)?))"
    r"|(?P<before>\d[\d,]*(?:\.\d+)?)\s?(?P<unit>[€$£]|(?:EUR|USD|GBP|CHF)\b|(?i:kron[eo]r)\b)"
)
_FIGURE = re.compile(r"(?:[€$£]\s?)?(?P<figure>\d+(?:[.,]\d+)*)(?:\s?(?:[€$£%]|(?:EUR|USD|GBP|CHF)\b))?")
"""A figure with its sign."""
_ALONE = re.compile(
    r"(?:\b(?:is|are|was|were|costs?|at|to|charged?|pays?|paid)|[:|=])\s*"
    r"(?:about |only |now |still )?\d[\d,]*(?:\.\d+)?"
    r"(?=\s*(?:[.;|,]?\s*$|[;|,]|\.\s|(?:an?|per|each|for) ))", re.I | re.M
)  # fmt: skip
"""A figure that stands alone as a value: it does not number a name and counts nothing."""
_FREE = re.compile(r"\b(?:free|nothing|no charge)\b", re.I)
_WHICH_IS_FREE = re.compile(
    r"(?P<thing>[\w'’-]+),? (?:which|that|who) (?:is|are|was|were) (?:\w+ )?free\b", re.I
)
"""A thing of which a relative clause says that it is free: no other thing of the sentence is."""


@dataclass(frozen=True, slots=True)
class FigureDifference:
    """What differs between two texts; false if nothing does."""

    stated: str = ""
    """The difference in a few words."""
    figures: tuple[float, float] | None = None
    """The smallest differing figure of each, in one unit; None: dates, times and the like."""

    def __bool__(self) -> bool:
        return bool(self.stated)


def other_number(question: str, mine: str, theirs: str) -> str:
    """Return another number between the same words, if the question does not ask for a time."""
    if wanted(question).kind in ("time", "duration", "sequel"):
        return ""
    if _one_measure(mine, theirs):
        return ""
    placed = others(_PART.sub(" ", mine), [_PART.sub(" ", theirs)])
    if not placed:
        return ""
    one, other = _written(placed[0].claimed, mine), _written(placed[0].in_source, theirs)
    return f"other figures ({one} against {other})"


def _written(value: float, text: str) -> str:
    """Return a figure as a text has it, with its currency or percent sign; else by its value alone."""
    for found in _FIGURE.finditer(text):
        if any(number.value == value for number in tokenise(found["figure"]).numbers):
            return found.group().strip()
    return f"{value:.12g}"


def _one_measure(one: str, other: str) -> bool:
    """Return whether two texts have one quantity or length of time in different units."""
    lengths = any(
        a[1] != b[1] and same_length(a, b) for a in lengths_in_units(one) for b in lengths_in_units(other)
    )
    return lengths or any(
        a.unit != b.unit and same_quantity(kind, a, b)
        for kind in MEASURED
        for a in quantities(kind, one)
        for b in quantities(kind, other)
    )


def other_figures(question: str, first: RankedPassage, second: RankedPassage) -> str:
    """Return other figures of the expected kind in a few words; empty if none differ."""
    return differing_figures(question, first, second).stated


def differing_figures(question: str, first: RankedPassage, second: RankedPassage) -> FigureDifference:
    """Return other figures of the expected kind, in the same unit."""
    first, second = (RankedPassage(spoken(each.text, each.above), each.above) for each in (first, second))
    found = _figures_apart(question, first, second)
    return FigureDifference(unit_worded(found.stated, second.text, first.text), found.figures)


def _figures_apart(question: str, first: RankedPassage, second: RankedPassage) -> FigureDifference:
    want, one, other = wanted(question), first.text, second.text
    if want.kind in _WITHOUT_UNIT:
        return FigureDifference(_WITHOUT_UNIT[want.kind](one, other))
    if want.kind in MEASURED:
        return _quantities_apart(want.kind, one, other)
    if want.kind not in ("count", "number", *_UNITS):
        return FigureDifference()
    units = _units(question, first, second)
    values = _values(first, units), _values(second, units)
    if want.kind == "money":
        values = _with_unit(one, *values, units), _with_unit(other, values[1], values[0], units)
    if units == PEOPLE:
        return _differing(_persons_counted(values[0]), _persons_counted(values[1]), set())
    costs = {_costs(question, found, text, units) for found, text in zip(values, (one, other), strict=True)}
    if want.kind == "money" and costs == {"free", "paid"}:
        return FigureDifference("one costs nothing, the other has a price")
    both = units & values[0].keys() and units & values[1].keys()
    stated = _differing(*values, units if both or want.kind != "count" else set())
    return stated or _one_apart(first, second, units)


def _with_unit(
    text: str, own: dict[str, set[float]], other: Mapping[str, set[float]], units: set[str]
) -> dict[str, set[float]]:
    """Return figures with the currency of the other text, if a sum stands alone and has no unit."""
    known = units & other.keys()
    if len(known) != 1 or own.keys() != {""} or len(own[""]) != 1 or not _ALONE.search(text):
        return own
    return {known.pop(): own[""]}


def _costs(question: str, values: Mapping[str, set[float]], text: str, units: set[str]) -> str:
    """Return `free` or `paid`, if a text states one of them of what a question asks about."""
    asked = frozenset(stems(question))
    text = _WHICH_IS_FREE.sub(lambda m: " " if asked.isdisjoint(stems(m["thing"])) else m.group(), text)
    paid = not units.isdisjoint(values)
    return "free" if _FREE.search(text) and not paid else "paid" if paid else ""


def _units(question: str, first: RankedPassage, second: RankedPassage) -> set[str]:
    """Return the units of figures of the expected kind; empty for any."""
    want = wanted(question)
    if want.kind != "count":
        return set(_UNITS.get(want.kind, ()))
    stem = stem_of(want.of.casefold())
    units = set(PEOPLE) if stem in PEOPLE else {stem, *kin(stem)}
    counted = {*_values(first, units), *_values(second, units)}
    return set() if "how much" in question.casefold() and units.isdisjoint(counted) else units


def _persons_counted(values: Mapping[str, set[float]]) -> dict[str, set[float]]:
    """Return the numbers of persons, whatever word is used for them."""
    found = {number for noun, numbers in values.items() if noun in PEOPLE for number in numbers}
    return {"people": found} if found else {}


def _differing(
    first: Mapping[str, set[float]], second: Mapping[str, set[float]], units: set[str]
) -> FigureDifference:
    """Return the first unit, of `units` or of any, in which both have figures but none in common."""
    for noun in sorted(first.keys() & second.keys()):
        wanted_unit = not units or noun in units
        if wanted_unit and noun and first[noun].isdisjoint(second[noun]) and _comparable(first, second, noun):
            return _difference(first[noun], second[noun], noun)
    return FigureDifference()


def _difference(one: set[float], other: set[float], noun: str) -> FigureDifference:
    stated = f"other figures ({_shown(one)} against {_shown(other)} {noun})"
    return FigureDifference(stated, (min(one), min(other)))


def _one_apart(first: RankedPassage, second: RankedPassage, units: set[str]) -> FigureDifference:
    """Return the one figure of a list that differs, if the other figures of both lists are the same.

    `Adults 9 euros, children 5` disagrees with `A ticket is 8 euros, 5 for children`: each has one value that
    the other lacks, and the clauses with these values are about one thing.
    """
    values = _values(first, units), _values(second, units)
    for noun in sorted(units & values[0].keys() & values[1].keys()):
        one, other = values[0][noun], values[1][noun]
        mine, theirs = one - other, other - one
        if not one & other or len(mine) != 1 or len(theirs) != 1:
            continue
        about = _about(first, noun, mine), _about(second, noun, theirs)
        if about[0] & about[1] and _comparable({noun: mine}, {noun: theirs}, noun):
            return _difference(mine, theirs, noun)
    return FigureDifference()


def _about(passage: RankedPassage, noun: str, values: set[float]) -> frozenset[str]:
    """Return the subject stems, without the unit, of the clauses with these values."""
    clauses = [
        each
        for each in clauses_of(passage.text)
        if _values(RankedPassage(each), {noun}).get(noun, set()) & values
    ]
    return frozenset(stem for each in clauses for stem in topic(each)) - {noun}


def _comparable(first: Mapping[str, set[float]], second: Mapping[str, set[float]], noun: str) -> bool:
    """Return whether two values are near enough to belong to one thing: a fee is not a ship's price.

    Values of zero or below, such as none of a share or a temperature, are always comparable.
    """
    return any(
        min(a, b) <= 0 or max(a, b) <= MOST_TIMES * min(a, b) for a in first[noun] for b in second[noun]
    )


def _quantities_apart(kind: str, one: str, other: str) -> FigureDifference:
    """Return other quantities of one kind, in whatever units, if the texts have none in common."""
    first, second = quantities(kind, one), quantities(kind, other)
    if any(same_quantity(kind, a, b) for a in first for b in second):
        return FigureDifference()
    for a in first:
        for b in second:
            figures = (a.figure, b.figure) if a.base is None or b.base is None else (a.base, b.base)
            low, high = sorted(figures)
            if (a.unit == b.unit or None not in (a.base, b.base)) and (low <= 0 or high <= MOST_TIMES * low):
                shown = f"{a.figure:g}" if a.unit == b.unit else a.shown
                return FigureDifference(f"other figures ({shown} against {b.shown})", figures)
    return FigureDifference()


_FORMER_TIME = re.compile(
    r"\b(?:instead of|rather than|in place of|no longer) (?:(?:at|from|by) )?[\w:.]+"
    r"(?: (?:past|to) \w+)?(?:\s?[ap]\.?m\b| o.clock)?",
    re.I,
)
"""A time that another one took the place of: `at ten instead of eleven`."""


def _moments(one: str, other: str) -> str:
    """Return other dates or times of day, if no date of one may be a date of the other."""
    first, second = _whole(dates(one)), _whole(dates(other))
    if first and second and not any(not apart(a, b) for a in first for b in second):
        return "other dates"
    if _spans_apart(one, other):
        return "other dates"
    if first and second and not (clock_times(one) and clock_times(other)):
        return ""
    mine, theirs = (clock_times(_FORMER_TIME.sub(" ", text)) for text in (one, other))
    return _apart(mine, theirs, "other times")


_FROM_TO = re.compile(
    r"\b(?:from|between) (?P<start>[^.;,:|\n]{3,24}?) (?:to|until|till|and) (?P<end>[^.;,:|\n]{3,24})", re.I
)


def _spans_apart(one: str, other: str) -> bool:
    """Return whether two texts each give one span of dates, and they begin or end on other days."""
    spans = [
        [(dates(found["start"]), dates(found["end"])) for found in _FROM_TO.finditer(text)]
        for text in (one, other)
    ]
    if any(len(found) != 1 or any(len(end) != 1 for end in found[0]) for found in spans):
        return False
    return any(apart(*mine, *theirs) for mine, theirs in zip(*(found[0] for found in spans), strict=True))


def _whole(found: Collection[Date]) -> Collection[Date]:
    """Return the dates with a month, if there are any: `1987. On 14 March` is a day of that year."""
    return [each for each in found if each[1] is not None] or found


def _periods(one: str, other: str) -> str:
    """Return other lengths of time, whatever their units; advance notice is compared only with its like."""
    for ahead in (False, True):
        first, second = lengths_in_units(one, ahead=ahead), lengths_in_units(other, ahead=ahead)
        near = any(max(a, b) <= MOST_TIMES * min(a, b) for a, _ in first for b, _ in second)
        if near and not any(same_length(a, b) for a in first for b in second):
            return "other figures for the length of time"
    return ""


def _ages_apart(one: str, other: str) -> str:
    return _moments(one, other) or _apart(ages(one), ages(other), "other ages")


def _intervals_apart(one: str, other: str) -> str:
    return _apart(intervals(one), intervals(other), "other figures for how often")


_WITHOUT_UNIT = {
    "time": _moments,
    "age": _ages_apart,
    "frequency": _intervals_apart,
    "duration": _periods,
}
"""By kind of answer: the rule for figures that are compared as moments or lengths of time."""


def _apart(first: Set[float], second: Set[float], stated: str) -> str:
    """Return `stated` if both have values and none in common; else empty."""
    return stated if first and second and first.isdisjoint(second) else ""


def years_of(text: str) -> set[int]:
    """Return the years in a clause."""
    return {date[0] for date in dates(text) if date[0] is not None}


def other_values(mine: str, theirs: str) -> str:
    """Return other values of one kind in two clauses about the same thing, whatever the question."""
    for kind in MEASURED:
        found = _quantities_apart(kind, mine, theirs)
        if found:
            return unit_worded(found.stated, theirs, mine)
    first, second = RankedPassage(mine), RankedPassage(theirs)
    for units in map(set, _UNITS.values()):
        found = _differing(_values(first, units), _values(second, units), units)
        if found:
            return unit_worded(found.stated, theirs, mine)
    return _intervals_apart(mine, theirs) or _periods(mine, theirs) or _moments(mine, theirs)


def _values(passage: RankedPassage, units: set[str]) -> dict[str, set[float]]:
    """Return the numbers of a text by the stem of the counted thing, without those that count a part."""
    found: dict[str, set[float]] = {}
    named = sorted(units & set(stems(passage.above))) if ROW.search(passage.text) else []
    for number in tokenise(_PART.sub(" ", _in_words(in_figures(passage.text)))).numbers:
        noun = number.noun or (named[0] if named else "")
        found.setdefault(noun, set()).add(number.value)
    return found


def _in_words(text: str) -> str:
    """Write sums of money as figure and currency name: `€31` as `31 euros`."""
    return _SUM.sub(
        lambda m: f"{m['after'] or m['before']} {_CURRENCIES[(m['sign'] or m['unit']).upper()]}", text
    )


def _shown(values: set[float]) -> str:
    return " and ".join(f"{value:.12g}" for value in sorted(values))
