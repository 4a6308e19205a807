"""Two snapshots side by side: paired entries with their changes, by item or by text.

The pairing and the words are those of `gates.snapshot.diff`, but unchanged entries are kept too, so that a
reader sees changes in their context.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gates.render import SECTIONS
from gates.snapshot.builder import ENDED
from gates.snapshot.line_pairs import line_pairs
from gates.snapshot.pairing import SnapshotStatement, pair
from gates.snapshot.plain_lines import failure_text, snapshot_lines
from gates.snapshot.word_diff import ops, word_ops
from workbench.presentation.event_numbers import event_numbers
from workbench.presentation.snapshot_changes import CHANGES

NO_PLACES: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {})
"""Sides that are no artifacts."""


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """One side of an entry."""

    label: str
    """Place of the item in its artifact, as `c-3`; empty if the side is none."""
    text: str
    tail: str = ""
    """Events that the statement links to, as `[144,150]`."""
    status: str = ""
    key: str = ""
    """The id of the item; empty if the side is no artifact."""


@dataclass(frozen=True, slots=True)
class ComparedEntry:
    """One entry of the comparison, changed or not."""

    section: str
    before: ComparedSide | None
    after: ComparedSide | None
    change: str = ""
    """A key of `CHANGES`; empty: unchanged."""
    words: tuple[tuple[str, str], ...] = ()
    """For a changed entry: `(equal|insert|delete, text)`."""

    @property
    def mark(self) -> str:
        """One sign for the margin."""
        return CHANGES[self.change].mark if self.change else " "


@dataclass(frozen=True, slots=True)
class Comparison:
    """All entries in reading order."""

    entries: tuple[ComparedEntry, ...]

    @property
    def changes(self) -> tuple[int, ...]:
        """The indexes of the changed entries."""
        return tuple(n for n, each in enumerate(self.entries) if each.change)

    def count(self, change: str) -> int:
        """Return how many entries have this change."""
        return sum(each.change == change for each in self.entries)

    def following(self, at: int, step: int) -> int | None:
        """Return the next changed entry after one, or with -1 the previous; None at the end."""
        found = [n for n in self.changes if (n > at if step > 0 else n < at)]
        if not found:
            return None
        return found[0] if step > 0 else found[-1]

    def folded(self, context: int | None) -> tuple[ComparedEntry | int, ...]:
        """Return entries with `context` unchanged ones around each change; numbers count those left out."""
        if context is None:
            return self.entries
        near = {n + d for n in self.changes for d in range(-context, context + 1)}
        result: list[ComparedEntry | int] = []
        for n, each in enumerate(self.entries):
            if n in near:
                result.append(each)
            elif result and isinstance(result[-1], int):
                result[-1] += 1
            else:
                result.append(1)
        return tuple(result)


def by_item(
    a: dict[str, Any], b: dict[str, Any], places: tuple[Mapping[str, str], Mapping[str, str]] = NO_PLACES
) -> Comparison:
    """Compare statement by statement, in sections; objective and done definition first.

    `places` are those of the items of both sides by their ids, as `c-3`.
    """
    entries = [_goal("Objective", "objective", a, b), _goal("Done definition", "done_definition", a, b)]
    left, right = _statements(a, places[0]), _statements(b, places[1])
    titles = [title for title, _ in SECTIONS]
    for title in [*titles, *sorted({t for t in (*left, *right) if t not in titles})]:
        entries += _section(title, left.get(title, []), right.get(title, []))
    return Comparison(tuple(entries))


def by_text(a: dict[str, Any], b: dict[str, Any]) -> Comparison:
    """Compare line by line, as plain text."""
    before, after = snapshot_lines(a), snapshot_lines(b)
    entries: list[ComparedEntry] = []
    gone: list[str] = []
    for op, start, end in [*ops(before, after), ("equal", 0, 0)]:
        if op == "delete":
            gone = before[start:end]
            continue
        entries += _lines(gone, after[start:end] if op == "insert" else [])
        gone = []
        if op == "equal":
            entries += [
                ComparedEntry("", ComparedSide("", text), ComparedSide("", text))
                for text in before[start:end]
            ]
    return Comparison(tuple(entries))


def summary_words(found: Comparison, a: dict[str, Any], b: dict[str, Any]) -> tuple[str, ...]:
    """Return counts of the changes, and of decisions and open work on both sides."""
    words = []
    for change, sign in CHANGES.items():
        if found.count(change) or change in ("added", "removed", "changed"):
            words.append(f"{sign.mark}{found.count(change)} {sign.word}")
    for kind, name in (("decision", "decisions"), ("open_work", "open work")):
        words.append(f"{name} {_of_kind(a, kind)} -> {_of_kind(b, kind)}")
    return tuple(words)


@dataclass(frozen=True, slots=True)
class _Statement:
    entry: SnapshotStatement
    side: ComparedSide
    links: frozenset[str]


def _statements(snapshot: dict[str, Any], places: Mapping[str, str]) -> dict[str, list[_Statement]]:
    state = snapshot["state"]
    titles = {kind.value: title for title, kind in SECTIONS}
    found: dict[str, list[_Statement]] = {}

    def add(
        kind: str, key: str, text: str, refs: Sequence[dict[str, Any]], said: str = "", status: str = ""
    ) -> None:
        evidence = frozenset(ref["evidence_id"] for ref in refs)
        ordinals = sorted({ref["ordinal"] for ref in refs if ref.get("ordinal") is not None})
        place = places.get(key, "")
        side = ComparedSide(place, f"{said}{text}", event_numbers(ordinals), status, key if place else "")
        made = _Statement(SnapshotStatement(key, kind, text, evidence), side, evidence)
        found.setdefault(titles.get(kind, "Other claims"), []).append(made)

    for claim in state["claims"]:
        words = [claim["status"], claim.get("work_status") or ""]
        status = ", ".join(word for word in words if word)
        said = "The user: " if claim.get("speaker") == "user" else ""
        kind, refs = claim.get("kind", "claim"), claim["evidence_refs"]
        add(kind, claim["claim_id"], claim["statement"], refs, said, status)
    for conflict in state["conflicts"]:
        refs = [*conflict["side_a_refs"], *conflict["side_b_refs"]]
        add("conflict", conflict["conflict_id"], conflict["description"], refs)
    for failure in state["failures"]:
        add("failure", failure["failure_id"], failure_text(failure), failure.get("evidence_refs", ()))
    for text in state["open_questions"]:
        add("open_question", text, text, ())
    return found


def _section(title: str, left: list[_Statement], right: list[_Statement]) -> Iterator[ComparedEntry]:
    """Yield pairs in the order of the right side; entries of the left only keep their place among them."""
    pairing = pair([each.entry for each in left], [each.entry for each in right])
    placed: list[tuple[tuple[float, int], ComparedEntry]] = []
    partner = dict(pairing.pairs)
    for i, j in pairing.pairs:
        placed.append(((j, 1), _paired(title, left[i], right[j])))
    placed += [((j, 1), ComparedEntry(title, None, right[j].side, "added")) for j in pairing.added]
    for i in pairing.removed:
        before = [partner[k] for k in range(i) if k in partner]
        at = (max(before) + 0.5) if before else -1
        placed.append(((at, 0), ComparedEntry(title, left[i].side, None, "removed")))
    placed.sort(key=lambda each: each[0])
    return (change for _, change in placed)


def _paired(title: str, one: _Statement, other: _Statement) -> ComparedEntry:
    if one.side.text != other.side.text:
        words = tuple((each["op"], each["text"]) for each in word_ops(one.side.text, other.side.text))
        return ComparedEntry(title, one.side, other.side, "changed", words)
    if one.side.status != other.side.status:
        return ComparedEntry(title, one.side, other.side, "status")
    if one.links != other.links:
        return ComparedEntry(title, one.side, other.side, "relinked")
    return ComparedEntry(title, one.side, other.side)


def _goal(title: str, field: str, a: dict[str, Any], b: dict[str, Any]) -> ComparedEntry:
    before, after = _goal_text(a[field]), _goal_text(b[field])
    change = "" if before == after else "changed"
    words = tuple((each["op"], each["text"]) for each in word_ops(before, after)) if change else ()
    return ComparedEntry(title, ComparedSide("", before), ComparedSide("", after), change, words)


def _goal_text(value: object) -> str:
    if isinstance(value, str):
        return value or "none given"
    if isinstance(value, dict):
        return "; ".join(f"{key}: {each}" for key, each in value.items()) or "none given"
    return str(value)


def _lines(gone: Sequence[str], new: Sequence[str]) -> Iterator[ComparedEntry]:
    for old, fresh in line_pairs(gone, new):
        before, after = (None if text is None else ComparedSide("", text) for text in (old, fresh))
        if old is None or fresh is None:
            yield ComparedEntry("", before, after, "added" if old is None else "removed")
            continue
        words = tuple((each["op"], each["text"]) for each in word_ops(old, fresh))
        yield ComparedEntry("", before, after, "changed", words)


def _of_kind(snapshot: dict[str, Any], kind: str) -> int:
    return sum(
        each.get("kind", "claim") == kind and each["status"] not in ENDED
        for each in snapshot["state"]["claims"]
    )
