"""The validation invariants of snapshots: named checks with PASS or FAIL and a message (SN3, S0 B).

`check` reads one snapshot, the previous one and the evidence ledger; it changes nothing and never raises
because of a snapshot's content. A snapshot that does not fit the schema fails every check.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from gates.snapshot.model import schema_problems
from gates.source import evidence_id, parse_chunk_id

FIRST_SEQUENCE = 1
"""Sequence of a session's first snapshot, which is also that of its first move."""

INLINE_LIMIT = 4_000
"""Longest text inside a snapshot, in code points; longer texts are blobs and belong behind a pointer."""

GOAL_LIMIT = 65_536
"""Longest objective and longest string of a done definition, in UTF-8 bytes (ST3)."""


@dataclass(frozen=True, slots=True)
class CheckInput:
    """The inputs of a check; the snapshot fits the schema when a rule receives it."""

    snapshot: dict[str, Any]
    previous: dict[str, Any] | None
    ledger: Collection[str]
    """Evidence ids in the evidence ledger."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The problems found (none: the check passes), and the message of a check that passes."""

    problems: tuple[str, ...]
    fine: str


def check(
    snapshot: dict[str, Any], previous: dict[str, Any] | None, ledger: Collection[str]
) -> list[dict[str, str]]:
    """Run the checks on one snapshot; return `{name, status, message}` for each, in a fixed order."""
    problems = schema_problems(snapshot)
    results = [_result("schema", Outcome(problems, "every field of Snapshot JSON v1 with its type"))]
    given = CheckInput(snapshot, previous, ledger)
    for name, rule in _RULES:
        if problems:
            results.append(_result(name, Outcome(("the snapshot does not fit the schema",), "")))
        else:
            results.append(_result(name, rule(given)))
    return results


def validation(checks: list[dict[str, str]], failure_action: str = "NONE") -> dict[str, Any]:
    """Return the snapshot's `validation` object: PASS if every check passes."""
    status = "PASS" if all(each["status"] == "PASS" for each in checks) else "FAIL"
    return {"status": status, "checks": checks, "failure_action_taken": failure_action}


def pointers_of(state: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield every evidence pointer of a state: of claims, of both sides of conflicts, of failures."""
    for claim in state["claims"]:
        yield from claim["evidence_refs"]
    for conflict in state["conflicts"]:
        yield from conflict["side_a_refs"]
        yield from conflict["side_b_refs"]
    for failure in state["failures"]:
        extra = failure.get("evidence_refs", ())
        yield from (each for each in extra if isinstance(each, dict))


def _result(name: str, outcome: Outcome) -> dict[str, str]:
    if not outcome.problems:
        return {"name": name, "status": "PASS", "message": outcome.fine}
    more = len(outcome.problems) - 3
    message = "; ".join(outcome.problems[:3]) + (f"; and {more} more" if more > 0 else "")
    return {"name": name, "status": "FAIL", "message": message}


def _unchanged(field: str, words: str) -> Callable[[CheckInput], Outcome]:
    def rule(given: CheckInput) -> Outcome:
        if given.previous is None:
            return Outcome((), f"first snapshot; the {words} is fixed here")
        same = given.previous.get(field) == given.snapshot[field]
        return Outcome(() if same else (f"the {words} is not that of the previous snapshot",), "unchanged")

    return rule


def _verified(snapshot: dict[str, Any]) -> list[dict[str, Any]]:
    return [claim for claim in snapshot["state"]["claims"] if claim["status"] == "verified"]


def _verified_have_evidence(given: CheckInput) -> Outcome:
    verified = _verified(given.snapshot)
    bare = [f"claim {c['claim_id']} is verified without evidence" for c in verified if not c["evidence_refs"]]
    return Outcome(tuple(bare), f"{len(verified)} verified, each with evidence")


def _conflicts_two_sided(given: CheckInput) -> Outcome:
    conflicts = given.snapshot["state"]["conflicts"]
    bad = []
    for conflict in conflicts:
        sides = conflict["side_a_refs"], conflict["side_b_refs"]
        cited = {pointer["evidence_id"] for side in sides for pointer in side}
        if not all(sides) or len(cited) < 2:
            bad.append(f"conflict {conflict['conflict_id']} does not cite both its sides")
    return Outcome(tuple(bad), f"{len(conflicts)} conflicts, each citing both sides")


def _no_new_verified(given: CheckInput) -> Outcome:
    verified = _verified(given.snapshot)
    bad = [
        f"claim {claim['claim_id']} is verified by evidence outside the ledger"
        for claim in verified
        if any(pointer["evidence_id"] not in given.ledger for pointer in claim["evidence_refs"])
    ]
    return Outcome(tuple(bad), f"{len(verified)} verified, all their evidence in the ledger")


def _no_blobs(given: CheckInput) -> Outcome:
    bad = []
    for field, value in given.snapshot.items():
        if field in ("objective", "done_definition"):
            too_long = any(len(text.encode("utf-8", "surrogatepass")) > GOAL_LIMIT for text in _texts(value))
        else:
            too_long = _may_exceed(value, INLINE_LIMIT) and any(
                len(text) > INLINE_LIMIT for text in _texts(value)
            )
        if too_long:
            bad.append(f"{field} contains a text that is too long to be inlined")
    return Outcome(tuple(bad), f"no text over {INLINE_LIMIT} characters")


def _may_exceed(value: object, limit: int) -> bool:
    """Return whether a text of a value may be longer than so many characters; False is certain.

    The encoder and the search run outside Python: a snapshot has an entry for each draft of its session.
    """
    try:
        written = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return True  # no JSON data
    pieces = written.replace("\\\\", "..").replace('\\"', "..").split('"')
    return max(map(len, pieces)) > limit


def _texts(value: object) -> Iterator[str]:
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            waiting.extend(each.keys())
            waiting.extend(each.values())
        elif isinstance(each, (list, tuple)):
            waiting.extend(each)


def _evidence_ids_derive(given: CheckInput) -> Outcome:
    run = given.snapshot["run_id"]
    pointers = {_pointer_key(pointer): pointer for pointer in pointers_of(given.snapshot["state"])}
    bad: dict[str, None] = {}
    for key, pointer in pointers.items():
        if not _derives(run, *key):
            bad[f"evidence id {pointer.get('evidence_id')} does not derive from its chunk and span"] = None
    return Outcome(tuple(bad), f"{len(pointers)} evidence ids derive")


def _pointer_key(pointer: dict[str, Any]) -> tuple[object, object, object, object, object]:
    match pointer:
        case {
            "evidence_id": str(name),
            "chunk_id": str(chunk),
            "quote_hash": str(hashed),
            "span": {"start": int(start), "end": int(end)},
        }:
            return name, chunk, hashed, start, end
    return str(pointer.get("evidence_id")), None, None, None, None


@lru_cache(maxsize=20_000, typed=True)
def _derives(run: str, name: object, chunk: object, hashed: object, start: object, end: object) -> bool:
    if not (isinstance(chunk, str) and isinstance(hashed, str)):
        return False
    if not (isinstance(start, int) and isinstance(end, int)):
        return False
    parsed = parse_chunk_id(chunk)
    corpus = parsed[0] if parsed else run
    try:
        return name == evidence_id(corpus, chunk, start, end, hashed)
    except ValueError:  # the parts have no canonical form: a lone surrogate or a number over 2**53
        return False


def _sequence_dense(given: CheckInput) -> Outcome:
    before = given.previous.get("sequence") if given.previous is not None else FIRST_SEQUENCE - 1
    wanted = before + 1 if isinstance(before, int) else "one more than the previous snapshot's"
    found = given.snapshot["sequence"]
    return Outcome(() if found == wanted else (f"sequence is {found}, not {wanted}",), f"sequence {found}")


_RULES: tuple[tuple[str, Callable[[CheckInput], Outcome]], ...] = (
    ("objective_unchanged", _unchanged("objective", "objective")),
    ("done_definition_unchanged", _unchanged("done_definition", "done definition")),
    ("verified_claims_have_evidence", _verified_have_evidence),
    ("conflicts_two_sided", _conflicts_two_sided),
    ("no_new_verified_claims", _no_new_verified),
    ("no_inlined_blobs", _no_blobs),
    ("evidence_ids_derive", _evidence_ids_derive),
    ("sequence_dense", _sequence_dense),
)

CHECK_NAMES: tuple[str, ...] = ("schema", *(name for name, _ in _RULES))
