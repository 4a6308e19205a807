"""Compares two snapshots: `workbench.diff/1`, by item or by text.

Claims, conflicts, failures and questions are paired by `gates.snapshot.pairing`; objective, done definition,
coverage and counts are always compared. A snapshot's own data (id, sequence, time, head, validation) is not
state and is not compared. Neither snapshot needs to be valid, but both must fit Snapshot JSON v1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from gates.artifact import ItemKind
from gates.snapshot.line_pairs import line_pairs
from gates.snapshot.pairing import SnapshotStatement, pair
from gates.snapshot.plain_lines import failure_text, snapshot_lines
from gates.snapshot.word_diff import ops, word_ops

DIFF_SCHEMA = "workbench.diff/1"

Change = dict[str, Any]

KINDS = ("added", "removed", "changed", "relinked", "status")
"""The kinds of change, in the order of the summary."""

_ITEM_ORDER = {kind.value: place for place, kind in enumerate(ItemKind)}
_COVERAGE = ("source_ids_seen", "chunk_ids_seen", "chunk_ids_cited")


@dataclass(frozen=True, slots=True)
class _Array:
    """How one array of the state is compared."""

    field: str
    entry: Callable[[Any], SnapshotStatement]
    content: Callable[[Any], object]
    """The content of an entry beyond its text; if it differs, the entry changed."""
    status: Callable[[Any], object]
    links: Callable[[Any], object]


def diff(
    a: dict[str, Any],
    b: dict[str, Any],
    *,
    name_a: str | None = None,
    name_b: str | None = None,
    by: Literal["item", "text"] = "item",
) -> dict[str, Any]:
    """Return the `workbench.diff/1` object from `a` to `b`; no changes means no difference in state.

    `before` and `after` contain the JSON of the changed part as in the snapshot (a claim, a conflict, a
    question, a count); for coverage, the ids that only one side has; by text, the line.
    """
    changes, unchanged = _by_item(a, b) if by == "item" else _by_text(a, b)
    changes += [*_coverage(a, b), *_counts(a, b)]
    return {
        "schema": DIFF_SCHEMA,
        "a": name_a or a["snapshot_id"],
        "b": name_b or b["snapshot_id"],
        "changes": changes,
        "summary": _summary(a, b, changes, unchanged),
    }


def _by_item(a: dict[str, Any], b: dict[str, Any]) -> tuple[list[Change], int]:
    changes, unchanged = list(_goals(a, b)), 0
    for array in _ARRAYS:
        found, same = _array_changes(array, a["state"][array.field], b["state"][array.field])
        changes += found
        unchanged += same
    return changes, unchanged


def _goals(a: dict[str, Any], b: dict[str, Any]) -> Iterator[Change]:
    for field in ("objective", "done_definition"):
        before, after = a[field], b[field]
        if before == after:
            continue
        texts = isinstance(before, str) and isinstance(after, str)
        words = word_ops(before, after) if texts else []
        yield _change("changed", field, None, before, after, words)


def _array_changes(array: _Array, before: Sequence[Any], after: Sequence[Any]) -> tuple[list[Change], int]:
    left = [array.entry(value) for value in before]
    right = [array.entry(value) for value in after]
    pairing = pair(left, right)
    placed: list[tuple[tuple[int, int, int], Change]] = []
    unchanged = 0
    for i, j in pairing.pairs:
        found = list(_pair_changes(array, (before[i], left[i]), (after[j], right[j])))
        placed += [((_rank(right[j]), j, 1), change) for change in found]
        unchanged += not found
    for j in pairing.added:
        words = word_ops("", right[j].text)
        change = _change("added", array.field, right[j].kind, None, after[j], words)
        placed.append(((_rank(right[j]), j, 1), change))
    for i in pairing.removed:
        words = word_ops(left[i].text, "")
        change = _change("removed", array.field, left[i].kind, before[i], None, words)
        placed.append(((_rank(left[i]), i, 0), change))
    placed.sort(key=lambda each: each[0])
    return [change for _, change in placed], unchanged


def _pair_changes(
    array: _Array, one: tuple[Any, SnapshotStatement], other: tuple[Any, SnapshotStatement]
) -> Iterator[Change]:
    (before, left), (after, right) = one, other
    if (left.text, left.kind, array.content(before)) != (right.text, right.kind, array.content(after)):
        words = word_ops(left.text, right.text)
        yield _change("changed", array.field, right.kind, before, after, words)
    if array.status(before) != array.status(after):
        yield _change("status", array.field, right.kind, before, after, [])
    if array.links(before) != array.links(after):
        yield _change("relinked", array.field, right.kind, before, after, [])


def _coverage(a: dict[str, Any], b: dict[str, Any]) -> Iterator[Change]:
    one, other = a["state"]["source_coverage"], b["state"]["source_coverage"]
    for name in _COVERAGE:
        before, after = dict.fromkeys(one[name]), dict.fromkeys(other[name])
        gone = [each for each in before if each not in after]
        new = [each for each in after if each not in before]
        if gone or new:
            yield _change("changed", f"source_coverage.{name}", None, gone, new, [])


def _counts(a: dict[str, Any], b: dict[str, Any]) -> Iterator[Change]:
    one, other = a["counts"], b["counts"]
    for name in sorted(one.keys() | other.keys()):
        if one.get(name) != other.get(name):
            yield _change("changed", f"counts.{name}", None, one.get(name), other.get(name), [])


def _by_text(a: dict[str, Any], b: dict[str, Any]) -> tuple[list[Change], int]:
    before, after = snapshot_lines(a), snapshot_lines(b)
    changes: list[Change] = []
    gone: list[str] = []
    new: list[str] = []
    unchanged = 0
    for op, start, end in [*ops(before, after), ("equal", 0, 0)]:
        if op == "delete":
            gone += before[start:end]
        elif op == "insert":
            new += after[start:end]
        else:
            changes += _line_changes(gone, new)
            unchanged += end - start
            gone, new = [], []
    return changes, unchanged


def _line_changes(gone: list[str], new: list[str]) -> Iterator[Change]:
    """Yield the changes of one block: a line and its replacement are one change if they are similar."""
    for old, fresh in line_pairs(gone, new):
        change = "added" if old is None else "removed" if fresh is None else "changed"
        yield _change(change, "text", None, old, fresh, word_ops(old or "", fresh or ""))


def _change(
    change: str, field: str, kind: str | None, before: object, after: object, words: list[dict[str, str]]
) -> Change:
    return {
        "change": change,
        "field": field,
        "kind": kind,
        "before": before,
        "after": after,
        "words": words,
    }


def _summary(a: dict[str, Any], b: dict[str, Any], changes: list[Change], unchanged: int) -> dict[str, Any]:
    """Count changes to statements; report whether each fixed part changed, and the numbers on both sides."""
    statements = {array.field for array in _ARRAYS} | {"text"}
    counted = Counter(each["change"] for each in changes if each["field"] in statements)
    summary: dict[str, Any] = {name: counted[name] for name in KINDS}
    summary["unchanged"] = unchanged
    for field in ("objective", "done_definition"):
        summary[field] = "unchanged" if a[field] == b[field] else "changed"
    for part in ("source_coverage", "counts"):
        touched = any(each["field"].startswith(f"{part}.") for each in changes)
        summary[part] = "changed" if touched else "unchanged"
    summary["claims"] = _by_kind(a, b)
    for field in ("conflicts", "failures", "open_questions"):
        summary[field] = {"before": len(a["state"][field]), "after": len(b["state"][field])}
    return summary


def _by_kind(a: dict[str, Any], b: dict[str, Any]) -> dict[str, dict[str, int]]:
    before, after = (
        Counter(claim.get("kind", "claim") for claim in each["state"]["claims"]) for each in (a, b)
    )
    kinds = sorted(before.keys() | after.keys(), key=lambda kind: (_ITEM_ORDER.get(kind, 99), kind))
    return {kind: {"before": before[kind], "after": after[kind]} for kind in kinds}


def _rank(entry: SnapshotStatement) -> int:
    return _ITEM_ORDER.get(entry.kind, len(_ITEM_ORDER))


def _evidence(refs: object) -> frozenset[str]:
    found = refs if isinstance(refs, (list, tuple)) else ()
    names = (ref.get("evidence_id") for ref in found if isinstance(ref, dict))
    return frozenset(name for name in names if isinstance(name, str))


def _claim_entry(claim: dict[str, Any]) -> SnapshotStatement:
    kind = claim.get("kind", "claim")
    return SnapshotStatement(claim["claim_id"], kind, claim["statement"], _evidence(claim["evidence_refs"]))


def _conflict_entry(conflict: dict[str, Any]) -> SnapshotStatement:
    refs = [*conflict["side_a_refs"], *conflict["side_b_refs"]]
    return SnapshotStatement(conflict["conflict_id"], "conflict", conflict["description"], _evidence(refs))


def _failure_entry(failure: dict[str, Any]) -> SnapshotStatement:
    refs = failure.get("evidence_refs", ())
    return SnapshotStatement(failure["failure_id"], "failure", failure_text(failure), _evidence(refs))


def _nothing(_: object) -> object:
    return None


_ARRAYS = (
    _Array(
        "claims",
        _claim_entry,
        content=lambda claim: claim.get("speaker"),
        status=lambda claim: (claim["status"], claim.get("work_status")),
        links=lambda claim: _evidence(claim["evidence_refs"]),
    ),
    _Array(
        "conflicts",
        _conflict_entry,
        content=_nothing,
        status=_nothing,
        links=lambda conflict: (_evidence(conflict["side_a_refs"]), _evidence(conflict["side_b_refs"])),
    ),
    _Array(
        "failures",
        _failure_entry,
        content=lambda failure: (failure["category"], failure["where"], failure["why"]),
        status=_nothing,
        links=lambda failure: _evidence(failure.get("evidence_refs")),
    ),
    _Array(
        "open_questions",
        lambda text: SnapshotStatement(text, "open_question", text),
        content=_nothing,
        status=_nothing,
        links=_nothing,
    ),
)
