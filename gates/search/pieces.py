"""What judging derived from a session's first events, as bytes that can be kept, and read back as a course.

A piece holds what some events added to what was known before them, so that pieces in a row give a course that
is asked like one that read all of these events. Numbers lie as the machine has them: whoever keeps a piece
must see to it that only the same code on the same kind of machine reads it again.
"""

from __future__ import annotations

import json
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from gates.search.deferred import DeferredEvents, DerivedPiece
from gates.search.session_facts import Action, CommandRun, Commit, SessionFacts, add_facts

if TYPE_CHECKING:
    from gates.search.prepared import Course, TextSegment

_PARTS = ("digest", "actions", "facts", "human", "typed", "segments", "numbers", "words", "spoken")
_T_co = TypeVar("_T_co", covariant=True)


class GrowingSegments(Protocol[_T_co]):
    """Segments by number, to which those of the next event are added."""

    def __getitem__(self, number: int, /) -> _T_co: ...
    def __len__(self) -> int: ...
    def __iadd__(self, more: Any, /) -> Any: ...  # noqa: ANN401 (itself)


@dataclass
class Before:
    """What of a course was kept, as far as it is not in the course itself."""

    end: int = 0
    """Events."""
    chain: str = ""
    """The chain after the last of them."""
    sidechains: Mapping[int, str] = field(default_factory=dict)
    tables: Sequence[bytes] = ()
    """What their tools did, until somebody asks."""

    def restore_table(self, course: Course) -> None:
        """Put the table of what tools did into a course, where it is not there yet."""
        for body in self.tables:
            _add_table(course.table, json.loads(body))
        self.tables = ()


class KeptPostings(dict[str, "array[int]"]):
    """By stem the segments that hold it: those of a stem are taken out of the pieces when it is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[tuple[dict[str, int], array[int], memoryview]] = []

    def add(self, parts: Mapping[str, bytes]) -> None:
        """Take in the postings of the next piece."""
        bounds = _numbers("q", parts["bounds"])
        stems = _lines(parts["stems"])
        self._pieces.append(
            (dict(zip(stems, range(len(stems)), strict=True)), bounds, memoryview(parts["postings"]))
        )

    def stems(self) -> Iterator[str]:
        """All stems, those of the pieces first."""
        yield from dict.fromkeys(stem for places, _, _ in self._pieces for stem in places) | dict.fromkeys(
            self
        )

    def __missing__(self, stem: str) -> array[int]:
        made = self[stem] = array("I")
        size = made.itemsize
        for places, bounds, numbers in self._pieces:
            at = places.get(stem)
            if at is not None:
                made.frombytes(numbers[bounds[at] * size : bounds[at + 1] * size])
        return made

    def get(self, stem: str, default: Any = None) -> Any:  # noqa: ANN401 (as a mapping's)
        """Those of a stem, ascending; the default where there are none."""
        return self[stem] or default


class KeptSegments:
    """Segments by number, each made again from its event when it is asked for."""

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
        """Read the events of these segments, and of those beside them, at once."""
        wanted = {n for number in numbers for n in (number - 1, number, number + 1)}
        missing = {
            bisect_right(self._course.sizes, n)
            for n in wanted
            if 0 <= n < self._length and n not in self._made
        }
        if missing and isinstance(self._course.source, DeferredEvents):
            self._course.source.have(missing)


def piece_of(course: Course, first: int, end: int) -> DerivedPiece:
    """What events from `first` on added to a course, the last that it knows before `end`.

    Raises ValueError where the course goes on behind them.
    """
    if len(course.source) != end:
        raise ValueError(f"the course knows {len(course.source)} events, not {end}")
    course.complete(end)
    parts = {"chain": course.chain[-1].encode() if course.chain else course.before.chain.encode()}
    parts |= _segments_of(course, first) | _human_of(course, first) | course.texts.vocabulary.piece(first)
    parts["typed"] = array("q", course.typed_at[bisect_left(course.typed_at, first) :]).tobytes()
    parts["actions"] = array("q", course.actions[bisect_left(course.actions, first) :]).tobytes()
    for name, known in (("stated", course.stated), ("exact", course.exact)):
        fresh = {value: ordinal for value, ordinal in known.items() if ordinal >= first}
        parts[name] = array("d", fresh).tobytes()
        parts[f"{name}_at"] = array("q", fresh.values()).tobytes()
    parts["spoken"] = _json([course.said.state(), course.named.state(), course.targets])
    parts["facts"] = _table_of(course, first, end)
    return DerivedPiece(first, end, parts)


def restore(course: Course, events: DeferredEvents) -> None:
    """Give an empty course what is kept of the first of these events."""
    kept = events.pieces()
    if not kept:
        return
    end, last = kept[-1].end, kept[-1].parts
    course.source = events.reaching(end)
    course.before = Before(
        end, last["chain"].decode(), {o: sidechain for o, sidechain in events.sidechains.items() if o < end},
        [piece.parts["facts"] for piece in kept],
    )  # fmt: skip
    postings = course.postings = KeptPostings()
    for piece in kept:
        parts = piece.parts
        postings.add(parts)
        course.sizes.extend(_numbers("q", parts["sizes"]))
        course.by_human += parts["by_human"]
        course.thoughts += parts["thoughts"]
        course.typed_at += _numbers("q", parts["typed"])
        course.actions += _numbers("q", parts["actions"])
        for name, known in (("stated", course.stated), ("exact", course.exact)):
            known.update(zip(_numbers("d", parts[name]), _numbers("q", parts[f"{name}_at"]), strict=True))
        course.texts.vocabulary.take_piece(parts)
        _take_human(course, parts)
    said, named, course.targets = json.loads(last["spoken"])
    course.said.restore(said)
    course.named.restore(named)
    course.spoken = KeptSegments(course)
    course.read = dict.fromkeys(_PARTS, end)


def _segments_of(course: Course, first: int) -> dict[str, bytes]:
    """The segments of events, by their numbers in the whole."""
    begun = course.sizes[first - 1] if first else 0
    postings = course.postings
    stems: list[str] = []
    numbers: list[array[int]] = []
    for stem in postings.stems() if isinstance(postings, KeptPostings) else postings:
        listed = postings[stem]
        fresh = listed[bisect_left(listed, begun) :] if begun else listed
        if fresh:
            stems.append(stem)
            numbers.append(fresh)
    return {
        "sizes": course.sizes[first:].tobytes(),
        "by_human": bytes(course.by_human[begun:]),
        "thoughts": bytes(course.thoughts[begun:]),
        "stems": _text(stems),
        "bounds": array("q", accumulate(map(len, numbers), initial=0)).tobytes(),
        "postings": b"".join(each.tobytes() for each in numbers),
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
    flat = iter(_numbers("q", parts["human"]))
    spans = list(zip(flat, flat, flat, strict=True))
    course.human_at += spans
    for ordinal, start, end in spans:
        course.human_spans[ordinal].append((start, end))
    words = parts["human_words"].decode("utf-8", "surrogatepass")
    bounds = list(accumulate(_numbers("q", parts["human_lengths"]), initial=0))
    course.human_words += [words[a:b] for a, b in pairwise(bounds)]


def _table_of(course: Course, first: int, end: int) -> bytes:
    """What tools did in events, and how tasks stand after them."""
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


def _add_table(table: SessionFacts, body: dict[str, Any]) -> None:
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


def _numbers(kind: str, body: bytes) -> array[Any]:
    made: array[Any] = array(kind)
    made.frombytes(body)
    return made


def _text(lines: Iterable[str]) -> bytes:
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def _lines(body: bytes) -> list[str]:
    return body.decode("utf-8", "surrogatepass").split("\n") if body else []
