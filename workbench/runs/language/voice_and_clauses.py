"""Who does what in two aligned statements: actives beside passives, and words that do not belong together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from gates.retention.alignment import Aligned
from gates.retention.words import Word

_JOINS = frozenset(("and", "but", "while", "whereas", "or", "who", "which", "where"))
_BE = frozenset("is are was were be been being".split())
OTHER = "the words quoted say it of another"


def parts_of(stated: Sequence[Word]) -> list[int]:
    """The part of a statement that each word belongs to: clauses, and what `and` or `while` parts."""
    part = 0
    found = []
    for word in stated:
        part += word.kind == "break" or word.text in _JOINS
        found.append(part)
    return found


@dataclass(frozen=True, slots=True)
class _Passive:
    """A verb that says what is done to something."""

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
    """Whether a form of `to be` stands before a word, a little word between them at most."""
    before = [word.text for word in stated[max(0, place - 2) : place] if not word.counts]
    return any(text in _BE for text in before)


def _phrase(stated: Sequence[Word], by: int) -> Iterator[int]:
    """The content words after `by`, to the next little word."""
    for place in range(by + 1, len(stated)):
        word = stated[place]
        if word.counts:
            yield place
        elif word.text not in ("the", "a", "an", "his", "her", "its", "their", "of"):
            return


def other_parts(aligned: Aligned, names: frozenset[str] | set[str]) -> str:
    """Why the matched words do not belong together as they are stated; empty where they do.

    Args:
        aligned: what is to be borne out as `said`, the sentence of a source as `stated`.
        names: the words of the sentence that are written with a capital letter, folded.
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
    """Whether one is active where the other is passive; None where agent and patient do not fit."""
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
    """Whether what is done to whom by whom is the same in two passives."""
    agents = {where[p] for p in one.agents if p in where}
    patients = {where[p] for p in one.patients if p in where}
    if agents & two.patients or patients & two.agents:
        return False
    return not two.agents or agents <= two.agents


def _turned_voice(passive: _Passive, verb: int, to: dict[int, int], parts: Sequence[int]) -> bool:
    """Whether the agent of a passive stands before an active's verb, and what it is done to behind it."""
    agents = [to[p] for p in passive.agents if p in to and parts[to[p]] == parts[verb]]
    patients = [to[p] for p in passive.patients if p in to and parts[to[p]] == parts[verb]]
    return all(place < verb for place in agents) and all(place > verb for place in patients)


def _takes_object(stated: Sequence[Word], verb: int) -> bool:
    """Whether content words stand right after a verb, an article between them at most."""
    near = verb + 1
    while near < len(stated) and stated[near].text in ("the", "a", "an", "his", "her", "its", "their"):
        near += 1
    return near < len(stated) and stated[near].counts


def _turned_round(where: dict[int, int], theirs: Sequence[int]) -> bool:
    """Whether three matched words of one part stand in the opposite order."""
    places = [where[a] for a in sorted(where)]
    for n, first in enumerate(places):
        for m in range(n + 1, len(places)):
            for last in places[m + 1 :]:
                if first > places[m] > last and theirs[first] == theirs[places[m]] == theirs[last]:
                    return True
    return False


def _beside(where: dict[int, int], mine: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Matched words of one part of the statement that follow one another."""
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
    """Whether two words that stand together belong together in the source, too."""
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
