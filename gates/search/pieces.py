"""Converts what the gates derived from a session's first events to bytes, and restores a course from them.

A piece contains what some events added to what was known before, so that consecutive pieces give a course
equal to one that read all of these events. Numbers are in machine format: the caller must ensure that only
the same code on the same kind of machine reads a piece.
"""

from __future__ import annotations

import json
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from gates.search.deferred import DeferredEvents, DerivedPiece
from gates.search.kept_postings import KeptPostings, parts_of
from gates.search.kept_words import kept_numbers
from gates.search.session_facts import Action, CommandRun, Commit, SessionFacts, add_facts
from gates.search.word_filter import WordFilter

if TYPE_CHECKING:
    from gates.search.prepared import Course, TextSegment

_PARTS = (
    "digest",
    "actions",
    "facts",
    "human",
    "human words",
    "typed",
    "segments",
    "numbers",
    "words",
    "spoken",
)
_T_co = TypeVar("_T_co", covariant=True)


class GrowingSegments(Protocol[_T_co]):
    """Segments by number, to which the next event's segments are added."""

    def __getitem__(self, number: int, /) -> _T_co: ...
    def __len__(self) -> int: ...
    def __iadd__(self, more: Any, /) -> Any: ...  # noqa: ANN401 (itself)


@dataclass
class Before:
    """The kept data of a course that is not yet in the course itself."""

    end: int = 0
    """Number of events covered."""
    chain: str = ""
    """The chain hash after the last of them."""
    sidechains: Mapping[int, str] = field(default_factory=dict)
    pieces: Sequence[DerivedPiece] = ()
    waiting: set[str] = field(default_factory=set)
    """Parts that stay in the pieces until they are needed: names of `_TAKEN`."""
    human_spans: list[tuple[array[int], WordFilter]] = field(default_factory=list)
    """For each piece the spans of a human's words, and the words."""

    def restore(self, course: Course, what: str) -> None:
        """Load one part of the kept data into a course, if it is not there yet."""
        if what in self.waiting:
            self.waiting.remove(what)
            for piece in self.pieces:
                _TAKEN[what](course, piece.parts)

    def spans_with(self, words: Sequence[str]) -> list[tuple[tuple[int, int, int], str]]:
        """Return the kept spans that may contain some words, each with its text."""
        if not self.human_spans:
            for piece in self.pieces:
                whole = piece.parts["human_words"].decode("utf-8", "surrogatepass")
                lengths = kept_numbers("q", piece.parts["human_lengths"])
                self.human_spans.append((kept_numbers("q", piece.parts["human"]), WordFilter(whole, lengths)))
        found = []
        for spans, texts in self.human_spans:
            for number in texts.holding(words):
                ordinal, start, end = spans[3 * number : 3 * number + 3]
                found.append(((ordinal, start, end), texts.text(number)))
        return found


class KeptSegments:
    """Segments by number, each rebuilt from its event on demand."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._made: dict[int, TextSegment] = {}
        self._length = course.sizes[-1] if course.sizes else 0

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, number: int) -> TextSegment:
        found = self._made.get(number)
        if found is None:
            course = self._course
            ordinal = bisect_right(course.sizes, number)
            first = course.sizes[ordinal - 1] if ordinal else 0
            for place, segment in enumerate(course.preparer.segments(course.source[ordinal]), first):
                self._made[place] = segment
            found = self._made[number]
        return found

    def __iadd__(self, more: Sequence[TextSegment]) -> KeptSegments:
        self._made.update(enumerate(more, self._length))
        self._length += len(more)
        return self

    def have(self, numbers: Iterable[int]) -> None:
        """Load the events of these segments and of their neighbours in one read."""
        wanted = {n for number in numbers for n in (number - 1, number, number + 1)}
        missing = {
            bisect_right(self._course.sizes, n)
            for n in wanted
            if 0 <= n < self._length and n not in self._made
        }
        if missing and isinstance(self._course.source, DeferredEvents):
            self._course.source.have(missing)


def piece_of(course: Course, first: int, end: int) -> DerivedPiece:
    """Return what the events from `first` on added to a course that ends before `end`.

    Raises:
        ValueError: the course does not have exactly `end` events.
    """
    if len(course.source) != end:
        raise ValueError(f"the course knows {len(course.source)} events, not {end}")
    for take in (
        course.digest,
        course.last_action,
        course.facts,
        course.words_of_human,
        course.typed,
        course.segments,
        course.numbers,
        course.spoken_numbers,
    ):
        take(end)
    parts = {"chain": course.chain[-1].encode() if course.chain else course.before.chain.encode()}
    parts |= _segments_of(course, first) | _human_of(course, first) | course.texts.vocabulary.piece(first)
    parts["typed"] = array("q", course.typed_at[bisect_left(course.typed_at, first) :]).tobytes()
    parts["actions"] = array("q", course.actions[bisect_left(course.actions, first) :]).tobytes()
    for name, known in (("stated", course.stated), ("exact", course.exact)):
        fresh = {value: ordinal for value, ordinal in known.items() if ordinal >= first}
        parts[name] = array("d", fresh).tobytes()
        parts[f"{name}_at"] = array("q", fresh.values()).tobytes()
    parts["spoken"] = _json([course.spoken_values.state(), course.named.state(), course.targets])
    parts["facts"] = _table_of(course, first, end)
    return DerivedPiece(first, end, parts)


def restore(course: Course, events: DeferredEvents) -> None:
    """Load into an empty course what is kept of the first of these events."""
    kept = events.pieces()
    if not kept:
        return
    end, last = kept[-1].end, kept[-1].parts
    course.source = events.reaching(end)
    sidechains = {o: sidechain for o, sidechain in events.sidechains.items() if o < end}
    course.before = Before(end, last["chain"].decode(), sidechains, kept, set(_TAKEN))
    postings = course.postings = KeptPostings()
    for piece in kept:
        parts = piece.parts
        postings.add(parts, course.sizes[-1] if course.sizes else 0)
        course.sizes.extend(kept_numbers("q", parts["sizes"]))
        course.by_human += parts["by_human"]
        course.thoughts += parts["thoughts"]
        course.typed_at += kept_numbers("q", parts["typed"])
        course.actions += kept_numbers("q", parts["actions"])
        course.texts.vocabulary.take_piece(parts)
    value, named, course.targets = json.loads(last["spoken"])
    course.spoken_values.restore(value)
    course.named.restore(named)
    course.spoken = KeptSegments(course)
    course.read = dict.fromkeys(_PARTS, end)


def _segments_of(course: Course, first: int) -> dict[str, bytes]:
    """Return the segments of events, by their numbers in the whole, as bytes."""
    begun, end = (course.sizes[at - 1] if at else 0 for at in (first, len(course.sizes)))
    return {
        "sizes": course.sizes[first:].tobytes(),
        "by_human": bytes(course.by_human[begun:]),
        "thoughts": bytes(course.thoughts[begun:]),
        **parts_of(course.postings, begun, end),
    }


def _human_of(course: Course, first: int) -> dict[str, bytes]:
    at = bisect_left(course.human_at, (first,))
    words = course.human_words[at:]
    return {
        "human": array("q", [number for span in course.human_at[at:] for number in span]).tobytes(),
        "human_lengths": array("q", map(len, words)).tobytes(),
        "human_words": "".join(words).encode("utf-8", "surrogatepass"),
    }


def _take_human(course: Course, parts: Mapping[str, bytes]) -> None:
    flat = iter(kept_numbers("q", parts["human"]))
    course.human_at += zip(flat, flat, flat, strict=True)


def _take_human_words(course: Course, parts: Mapping[str, bytes]) -> None:
    words = parts["human_words"].decode("utf-8", "surrogatepass")
    bounds = accumulate(kept_numbers("q", parts["human_lengths"]), initial=0)
    course.human_words += [words[a:b] for a, b in pairwise(bounds)]


def _take_numbers(course: Course, parts: Mapping[str, bytes]) -> None:
    for name, known in (("stated", course.stated), ("exact", course.exact)):
        known.update(zip(kept_numbers("d", parts[name]), kept_numbers("q", parts[f"{name}_at"]), strict=True))


def _table_of(course: Course, first: int, end: int) -> bytes:
    """Return the tools' actions in some events, and the state of the tasks after them, as bytes."""
    table = course.table
    if first:
        table = SessionFacts()
        add_facts(table, ((event, course.preparer.action(event)) for event in course.source[first:end]))
    body = {name: getattr(table, name) for name in ("pulls", "changes", "reads", "calls")}
    body["runs"] = [
        [r.ordinal, r.command, sorted(r.actions), r.failed, r.passes, r.failures] for r in table.runs
    ]
    body["commits"] = [[c.ordinal, c.branch, c.sha, c.subject] for c in table.commits]
    return _json({**body, "tasks": course.table.tasks})


def _take_table(course: Course, parts: Mapping[str, bytes]) -> None:
    table, body = course.table, json.loads(parts["facts"])
    actions: dict[tuple[str, ...], frozenset[Action]] = {}
    for ordinal, command, names, failed, passes, failures in body["runs"]:
        did = actions.setdefault(tuple(names), frozenset(map(Action, names)))
        table.runs.append(CommandRun(ordinal, command, did, failed, passes, failures))
    table.commits.extend(Commit(*each) for each in body["commits"])
    table.pulls.extend(body["pulls"])
    for name in ("changes", "reads", "calls"):
        known: dict[str, list[int]] = getattr(table, name)
        for path, places in body[name].items():
            known.setdefault(path, []).extend(places)
    table.tasks = {key: (task[0], task[1], task[2]) for key, task in body["tasks"].items()}


def _json(value: object) -> bytes:
    return json.dumps(value).encode()


_TAKEN: dict[str, Callable[[Course, Mapping[str, bytes]], None]] = {
    "human": _take_human,
    "human words": _take_human_words,
    "numbers": _take_numbers,
    "facts": _take_table,
}
