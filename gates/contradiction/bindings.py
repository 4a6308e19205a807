"""Relations in a claim: order, cause, condition, and which of two values belongs to what.

All warn: `order_reversed`, `cause_differs`, `pair_swapped` and `condition_dropped`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gates.artifact import Item
from gates.contradiction.in_place import text_of
from gates.findings import Found
from gates.language.similarity import coverage, statement
from gates.search.index import SourceIndex, TextSegment
from gates.search.linking import SpanSearch

NEAR = 6
"""Number of passages that are searched for a cause."""
PART_AT = 0.6
"""Share of the words of a part of a claim that its passage must contain."""
EFFECT_AT = 0.5
"""Share of an effect's words that a passage stating its cause must contain."""
RETOLD_AT = 0.5
"""Share of the words before a condition, or of the claim's words, from which the claim restates them."""


def bindings(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Return these rules' findings on one item."""
    if item.speaker == "user" or len(statement(item.text).stems) < 3 or "\n" in item.text:
        return []
    found: list[Found] = []
    for rule in (_order, _cause, _pair, _condition):
        found += rule(item, index, search)[:1]
    return found


def _found(
    rule: str, message: str, item: Item, segment: TextSegment | None, search: SpanSearch
) -> list[Found]:
    links = (search.link_of(segment),) if segment is not None else ()
    return [Found(rule, "warning", message, (*item.links, *links))]


_THEN = re.compile(
    r"(?:,? (?:and )?(?:then|afterwards|later|subsequently)|,? followed by|,? before|,? prior to"
    r"| at first(?: and)?| first(?: and)?)\b",
    re.IGNORECASE,
)
_AFTER = re.compile(r",? (?:only )?(?:after|once|following)\b", re.IGNORECASE)


_GENERAL = re.compile(r"\b(?:is|are|be|must|should|will|shall|may|can)\b", re.IGNORECASE)
"""Words for how things are or should be done: a session may mention such things in any order."""


def _order(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Find two actions or values stated in an order that is not that of their events."""
    for pattern, turned in ((_THEN, False), (_AFTER, True)):
        match = pattern.search(item.text)
        if match is None or match.start() < 8:
            continue
        parts = item.text[: match.start()], item.text[match.end() :]
        values = _values_turned(*(parts[::-1] if turned else parts), index)
        if values is not None:
            message = f"claims {values[0]} before {values[1]}; the session has them the other way round"
            return [Found("order_reversed", "warning", message, item.links)]
        if _GENERAL.search(item.text):
            continue
        first, second = (statement(part).stems for part in parts)
        common = first & second
        one, two = (_only(stems - common, search) for stems in (first, second))
        if one is None or two is None:
            continue
        earlier, later = (two, one) if turned else (one, two)
        if min(earlier) > max(later) and _is_action(min(earlier), index) and _is_action(max(later), index):
            message = f"claims an order, but [{max(later)}] comes before [{min(earlier)}]"
            return [Found("order_reversed", "warning", message, item.links)]
    return []


def _is_action(ordinal: int, index: SourceIndex) -> bool:
    """Return whether an event is a tool event; a message may report an early action late."""
    return index.events[ordinal].tool is not None


_VALUE = re.compile(r"(?<![\w.-])(?:\d[\d.,]*\d|\d|[a-z]+(?:[A-Z][a-z0-9]+)+|[\w-]+\.[a-z]{1,4})(?![\w-])")


def _values_turned(first: str, second: str, index: SourceIndex) -> tuple[str, str] | None:
    """Return the one value of each part if the second occurs before the other, first and last; else None."""
    one, two = (list(dict.fromkeys(_VALUE.findall(part))) for part in (first, second))
    if any(len(part) > 1 for part in (one, two)):
        one, two = ([value for value in part if value[0].isdigit()] for part in (one, two))
    mine, theirs = [v for v in one if v not in two], [v for v in two if v not in one]
    if len(mine) != 1 or len(theirs) != 1:
        return None
    reported, later = (_first_and_last(each[0], index) for each in (mine, theirs))
    if not reported or not later or not (later[0] < reported[0] and later[1] < reported[1]):
        return None
    return mine[0], theirs[0]


def _first_and_last(value: str, index: SourceIndex) -> tuple[tuple[int, int], ...]:
    """Return a value's first and last place in the range, as event and character; empty if it has none."""
    alone = re.compile(rf"(?<![\w-]){re.escape(value)}(?![\w-])")
    first: tuple[int, int] | None = None
    last = (0, 0)
    for event in index.range_events:
        for match in alone.finditer(event.text) if value in event.text else ():
            last = event.ordinal, match.start()
            first = first or last
    return () if first is None else (first, last)


def _only(stems: frozenset[str], search: SpanSearch) -> list[int] | None:
    """Return the events that contain most of some words; None if no passage contains enough of them."""
    top = search.top(stems, 3)
    if len(stems) < 2 or not top or coverage(stems, top[0].stems) < PART_AT:
        return None
    best = coverage(stems, top[0].stems)
    return [s.ordinal for s in top if coverage(stems, s.stems) >= best]


_BECAUSE = re.compile(
    r"\b(?:because(?: of)?|due to|caused by|owing to|as a result of|thanks to)\s+([^.;]{4,160})",
    re.IGNORECASE,
)
_POINTING = frozenset("her hers him his its mine our theirs yours".split())
"""Words that refer back: a reason of these words only is known from the text before it."""
_NOT_BECAUSE = re.compile(r"\bnot (?:because(?: of)?|due to|caused by)\s+([^.;]{4,120})", re.IGNORECASE)


def _cause(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Find a cause that the source denies, or for which it states another."""
    match = _BECAUSE.search(item.text)
    if match is None:
        return []
    stated, effect = statement(match.group(1)).stems, statement(item.text[: match.start()]).stems
    if not stated:
        return []
    for segment in search.top(stated | effect, NEAR):
        text = text_of(segment, index)
        denied = _NOT_BECAUSE.search(text)
        if (
            denied is not None
            and coverage(stated, statement(denied.group(1)).stems) >= PART_AT
            and not _NOT_BECAUSE.search(item.text)
        ):
            return _found(
                "cause_differs", f"the source denies this cause: {text[:120]}", item, segment, search
            )
        given = _BECAUSE.search(text)
        if (
            given is None
            or _NOT_BECAUSE.search(text)
            or coverage(effect, statement(text[: given.start()]).stems) < EFFECT_AT
        ):
            continue
        reason = statement(given.group(1)).stems - _POINTING
        if reason and not stated & reason:
            return _found(
                "cause_differs", f"the source gives another cause: {text[:120]}", item, segment, search
            )
    return []


_TOKEN = re.compile(r"(?<![\w.$%/-])[\w.$%/-]{0,200}\w")


def _pair(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Find two values whose neighbouring words are swapped in the source."""
    mine = [t.casefold() for t in _TOKEN.findall(item.text)]
    values = [n for n, t in enumerate(mine) if t[0].isdigit()]
    if len({mine[n] for n in values}) != 2 or len(values) != 2:
        return []
    for segment in search.top(statement(item.text).stems, 3):
        theirs = [t.casefold() for t in _TOKEN.findall(text_of(segment, index).replace("/", " "))]
        spots = [_spots(mine[n], theirs) for n in values]
        if any(len(s) != 1 for s in spots) or _WANTED.search(text_of(segment, index)):
            continue
        if bool(_IN_PLACE_OF.search(text_of(segment, index))) != bool(_IN_PLACE_OF.search(item.text)):
            continue
        shared = [w for w in dict.fromkeys(mine) if len(w) > 3 and not w[0].isdigit() and _stem_in(w, theirs)]
        here = {w: _nearer(_spots(w, mine), values) for w in shared}
        there = {w: _nearer(_stem_spots(w, theirs), [s[0] for s in spots]) for w in shared}
        same = [w for w in shared if here[w] is not None and here[w] == there[w]]
        turned = [w for w in shared if None not in (here[w], there[w]) and here[w] != there[w]]
        if len(turned) >= 2 and not same:
            message = f"the source has these values the other way round: {text_of(segment, index)[:120]}"
            return _found("pair_swapped", message, item, segment, search)
    return []


_WANTED = re.compile(r"\b(?:want(?:ed)?|expected|got|actual)\b", re.IGNORECASE)
"""Words of a test report, which shows expected and actual values, not the order of a change."""


_IN_PLACE_OF = re.compile(r"\b(?:instead of|rather than)\b", re.IGNORECASE)
"""Words that put the new value before the old one, while `from X to Y` puts it after."""


def _spots(word: str, row: Sequence[str]) -> list[int]:
    return [n for n, each in enumerate(row) if each == word]


def _stem_spots(word: str, row: Sequence[str]) -> list[int]:
    stems = statement(word).stems
    return [n for n, each in enumerate(row) if stems and statement(each).stems == stems]


def _stem_in(word: str, row: Sequence[str]) -> bool:
    return bool(_stem_spots(word, row))


def _nearer(spots: Sequence[int], values: Sequence[int]) -> int | None:
    """Return which of two values is nearer to a word; None if that is undecided."""
    if len(spots) != 1:
        return None
    far = [abs(spots[0] - value) for value in values]
    return None if far[0] == far[1] else far.index(min(far))


_ONLY_IF = re.compile(
    r"\b(?:but only|only (?:if|when|on|for|after|in)|except|unless|but keep|but not|as long as|until"
    r"|provided)\b([^.;]{3,120})",
    re.IGNORECASE,
)
_BOUNDED = re.compile(
    r"\b(?:only|except|unless|if|when|until|but|while|apart|exempt\w*|conditional\w*|limited"
    r"|other than|save for|as long)\b",
    re.IGNORECASE,
)


def _restates(shared: int, words: int) -> bool:
    """Return whether enough of a claim's words are shared with a text; the shorter side has `words` words."""
    return shared >= max(2, RETOLD_AT * words)


def _condition(item: Item, index: SourceIndex, search: SpanSearch) -> list[Found]:
    """Find a statement without the condition that a human attached to it."""
    if _BOUNDED.search(item.text):
        return []
    stems = statement(item.text).stems
    for segment in search.top(stems, 3):
        if not index.is_human(segment.ordinal, segment.start, segment.end):
            continue
        text = text_of(segment, index)
        match = _ONLY_IF.search(text)
        if match is None:
            continue
        clause, main = statement(match.group(1)).stems, statement(text[: match.start()]).stems
        restated = _restates(len(main & stems), min(len(main), len(stems)))
        if restated and clause and not clause & stems:
            return _found(
                "condition_dropped", f"leaves out the condition: {text[:160]}", item, segment, search
            )
    return []
