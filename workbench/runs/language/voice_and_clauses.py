"""Who does what in two aligned statements: active and passive, and words of different clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gates.retention.alignment import Aligned
from gates.retention.words import Word

_JOINS = frozenset(("and", "but", "while", "whereas", "or", "who", "which", "where"))
_BE = frozenset("is are was were be been being".split())
OTHER = "the words quoted say it of something else"


def parts_of(stated: Sequence[Word]) -> list[int]:
    """Return the part number of each word of a statement: parts are clauses, split at `and` or `while`."""
    part = 0
    found = []
    for word in stated:
        part += word.kind == "break" or word.text in _JOINS
        found.append(part)
    return found


@dataclass(frozen=True, slots=True)
class _Passive:
    """A verb in the passive."""

    verb: int
    agents: frozenset[int]
    patients: frozenset[int]


def _passives(stated: Sequence[Word], parts: Sequence[int]) -> Iterator[_Passive]:
    for place, word in enumerate(stated):
        if not word.counts or word.text.endswith("ing") or not _after_be(stated, place):
            continue
        own = [p for p in range(len(stated)) if parts[p] == parts[place]]
        by = next((p for p in own if p > place and stated[p].text == "by"), None)
        agents = {p for p in _phrase(stated, by)} if by is not None else set[int]()
        yield _Passive(place, frozenset(agents), frozenset(p for p in own if p < place and stated[p].counts))


def _after_be(stated: Sequence[Word], place: int) -> bool:
    """Return whether a form of `to be` precedes a word, with at most one function word between them."""
    before = [word.text for word in stated[max(0, place - 2) : place] if not word.counts]
    return any(text in _BE for text in before)


def _phrase(stated: Sequence[Word], by: int) -> Iterator[int]:
    """Yield the places of the content words after `by`, up to the next function word."""
    for place in range(by + 1, len(stated)):
        word = stated[place]
        if word.counts:
            yield place
        elif word.text not in ("the", "a", "an", "his", "her", "its", "their", "of"):
            return


def other_parts(aligned: Aligned, names: frozenset[str] | set[str]) -> str:
    """Return why the matched words do not belong together as the statement has them; empty if they do.

    Args:
        aligned: the statement to support as `original`, the sentence of a source as `restated`.
        names: the capitalised words of the sentence, case-folded.
    """
    where = {a: b for a, b, _ in aligned.pairs}
    mine, theirs = parts_of(aligned.original), parts_of(aligned.restated)
    voices = _voices_differ(aligned, where, mine, theirs)
    if voices is None:
        return OTHER
    if not voices and _turned_round(where, theirs):
        return OTHER
    return (
        "" if all(_goes_on(a, b, where, theirs, aligned, names) for a, b in _beside(where, mine)) else OTHER
    )


def _voices_differ(
    aligned: Aligned, where: dict[int, int], mine: Sequence[int], theirs: Sequence[int]
) -> bool | None:
    """Return whether one is active and the other passive; None if agent and patient do not fit."""
    own = {each.verb: each for each in _passives(aligned.original, mine)}
    other = {each.verb: each for each in _passives(aligned.restated, theirs)}
    back = {b: a for a, b in where.items()}
    differ = False
    for a, b in where.items():
        one, two = own.get(a), other.get(b)
        if one is not None and two is not None:
            fits = _same_voice(one, two, where)
        elif one is not None and (one.agents or _takes_object(aligned.restated, b)):
            fits, differ = _turned_voice(one, b, where, theirs), True
        elif two is not None and two.agents:
            fits, differ = _turned_voice(two, a, back, mine), True
        else:
            continue
        if not fits:
            return None
    return differ


def _same_voice(one: _Passive, two: _Passive, where: dict[int, int]) -> bool:
    """Return whether two passives have the same agent and patient."""
    agents = {where[p] for p in one.agents if p in where}
    patients = {where[p] for p in one.patients if p in where}
    if agents & two.patients or patients & two.agents:
        return False
    return not two.agents or agents <= two.agents


def _turned_voice(passive: _Passive, verb: int, to: dict[int, int], parts: Sequence[int]) -> bool:
    """Return whether the agent of a passive precedes the active verb, and its patient follows it."""
    agents = [to[p] for p in passive.agents if p in to and parts[to[p]] == parts[verb]]
    patients = [to[p] for p in passive.patients if p in to and parts[to[p]] == parts[verb]]
    return all(place < verb for place in agents) and all(place > verb for place in patients)


def _takes_object(stated: Sequence[Word], verb: int) -> bool:
    """Return whether a content word follows a verb, with at most articles or possessives between them."""
    near = verb + 1
    while near < len(stated) and stated[near].text in ("the", "a", "an", "his", "her", "its", "their"):
        near += 1
    return near < len(stated) and stated[near].counts


def _turned_round(where: dict[int, int], theirs: Sequence[int]) -> bool:
    """Return whether three matched words of one part are in the opposite order."""
    places = [where[a] for a in sorted(where)]
    for n, first in enumerate(places):
        for m in range(n + 1, len(places)):
            for last in places[m + 1 :]:
                if first > places[m] > last and theirs[first] == theirs[places[m]] == theirs[last]:
                    return True
    return False


def _beside(where: dict[int, int], mine: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield consecutive matched words of one part of the statement."""
    places = sorted(where)
    for one, other in pairwise(places):
        if mine[one] == mine[other]:
            yield one, other


def _goes_on(
    a: int,
    b: int,
    where: dict[int, int],
    theirs: Sequence[int],
    aligned: Aligned,
    names: frozenset[str] | set[str],
) -> bool:
    """Return whether two consecutive words of the statement belong together in the source too."""
    first, last = where[a], where[b]
    if theirs[first] == theirs[last]:
        return True
    if first < last:
        between = range(first + 1, last)
        held = set(where.values())
        named = (p for p in between if aligned.restated[p].counts and aligned.restated[p].text in names)
        return all(p in held for p in named)
    held = set(where.values())
    part = [p for p, other in enumerate(theirs) if other == theirs[last] and aligned.restated[p].counts]
    return all(p in held for p in part)
