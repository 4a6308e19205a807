"""Correction of one statement that a finding proves wrong, if the source says what is right (GI).

The source's own sentence replaces a statement that contradicts it; a name that occurs nowhere becomes the one
name that it can only be a slip of. If two corrections are possible, nothing is changed.
"""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz import fuzz

from gates.artifact import Item
from gates.language.similarity import coverage, statement
from gates.language.tokens import IdentifierKind
from gates.report import Finding
from gates.search.index import SourceIndex
from gates.source import SourceLink, make_link

CONTRADICTED = frozenset({"num_conflict", "num_rival", "polarity_conflict"})
"""Rules whose evidence is the very words that contradict the statement."""
MISNAMED = "id_absent"
LONGEST = 400
SLIP_AT = 85.0
"""Similarity, 0 to 100, from which one name may be a slip of another."""
APART = 6.0
"""Lead that the most similar name needs over the next, so that only one can be meant."""
_NAMES = (IdentifierKind.PATH, IdentifierKind.FILE, IdentifierKind.SYMBOL, IdentifierKind.FLAG)


def amended(item: Item, findings: Iterable[Finding], index: SourceIndex) -> Item:
    """Return the item corrected from the source, as far as its findings prove; else the same item."""
    for finding in findings:
        if finding.rule in CONTRADICTED:
            return _in_source_words(item, finding, index)
        if finding.rule == MISNAMED:
            item = _renamed(item, finding, index)
    return item


def _in_source_words(item: Item, finding: Finding, index: SourceIndex) -> Item:
    """Return the item in the words of the linked sentence that has most of its words."""
    wanted = statement(item.text).stems
    best: tuple[float, str, SourceLink] | None = None
    for link in finding.evidence:
        place = index.resolve(link)
        if not place.ok:
            continue
        text = index.events[place.ordinal].text
        for segment in index.segments(place.ordinal):
            if segment.start < place.end and place.start < segment.end:
                share = coverage(wanted, segment.stems)
                if best is None or share > best[0]:
                    end = min(segment.end, segment.start + LONGEST)
                    fresh = make_link(index.source.session_id, place.ordinal, text, segment.start, end)
                    best = share, text[segment.start : end], fresh
    if best is None or best[0] < 0.5:
        return item
    return item.model_copy(update={"text": " ".join(best[1].split()), "links": (best[2],)})


def _renamed(item: Item, finding: Finding, index: SourceIndex) -> Item:
    """Return the item with an absent name replaced by the one name that it is a slip of."""
    absent = next(
        (
            name
            for name, kind in statement(item.text).tokens.identifiers
            if kind in _NAMES and finding.message.startswith(f"{name} ")
        ),
        None,
    )
    if absent is None:
        return item
    known = _known(index)
    tail = absent.rsplit("/", 1)[-1].casefold()
    scored = sorted(
        ((fuzz.ratio(absent.casefold(), name.casefold()), name) for name in known if _kin(tail, name)),
        key=lambda pair: (-pair[0], pair[1]),
    )
    if not scored or scored[0][0] < SLIP_AT:
        return item
    if len(scored) > 1 and scored[1][0] > scored[0][0] - APART:
        return item
    return item.model_copy(update={"text": item.text.replace(absent, scored[0][1])})


def _known(index: SourceIndex) -> list[str]:
    """Return the names of the range, each once."""
    return sorted(
        {
            name
            for event in index.range_events
            for segment in index.segments(event.ordinal)
            for name, kind in segment.tokens.identifiers
            if kind in _NAMES
        }
    )


def _kin(tail: str, name: str) -> bool:
    """Return whether a name begins like the last part of another: a slip keeps the first letters."""
    other = name.rsplit("/", 1)[-1].casefold()
    return other[:3] == tail[:3]
