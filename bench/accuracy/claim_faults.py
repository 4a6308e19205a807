"""Short invented sessions with claims about them, true or with one fault of sixteen kinds, linked again.

The author of the claims knew none of the rules. Half of them, by a hash of their id, may be read and fitted
on; the other half is only measured.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gates.artifact import Artifact, ArtifactSource, Item, ItemKind, Origin
from gates.evaluate import Evaluator
from gates.policy import DEFAULT_POLICY, Policy
from gates.report import Finding
from gates.search.index import SourceIndex
from gates.source import EventKind, SourceEvent, SourceRange, ToolAction, ToolFact

FILE = Path(__file__).parent / "labels" / "claim_faults.jsonl"
SESSION = "ses_claim_faults"


@dataclass(frozen=True)
class Case:
    """One claim with the session that it is about."""

    case_id: str
    operator: str
    source: tuple[str, ...]
    claim: str
    faulty: bool

    @property
    def half(self) -> int:
        """0 may be read, 1 is only measured."""
        return int(hashlib.sha256(self.case_id.encode()).hexdigest(), 16) % 2


def cases() -> Iterator[Case]:
    """Every case, in the file's order."""
    for line in FILE.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield Case(row["id"], row["operator"], tuple(row["source"]), row["claim"], row["faulty"])


def events_of(lines: tuple[str, ...]) -> tuple[SourceEvent, ...]:
    """A session of the lines `user:`, `assistant:`, `meta:`, `command:`, `result:` and `edit:`."""
    found: list[SourceEvent] = []
    call, command = 0, ""

    def add(kind: EventKind, text: str, tool: ToolFact | None = None) -> None:
        number = len(found)
        found.append(SourceEvent(number, kind, text, f"n{number}", tokens=max(1, len(text) // 4), tool=tool))

    for number, line in enumerate(lines):
        kind, _, text = line.partition(": ")
        if kind in ("user", "assistant", "meta"):
            add(EventKind(kind), text)
            continue
        call += kind != "result"
        if kind == "edit":
            path = text.split(" ")[0]
            add(
                EventKind.TOOL_CALL,
                f"Edit\nfile_path: {text}",
                ToolFact("Edit", f"c{call}", ToolAction.CHANGE, path),
            )
            done = ToolFact("Edit", f"c{call}", ToolAction.CHANGE, path, failed=False)
            add(EventKind.TOOL_RESULT, f"The file {path} has been updated.", done)
            continue
        command = text if kind == "command" else command
        ran = ToolFact("Bash", f"c{call}", ToolAction.COMMAND, command)
        if kind == "command":
            add(EventKind.TOOL_CALL, f"Bash\ncommand: {text}", ran)
        if kind == "result" or not (lines[number + 1 :] and lines[number + 1].startswith("result: ")):
            add(EventKind.TOOL_RESULT, text if kind == "result" else "", ran._replace(failed=False))
    return tuple(found)


def linked(case: Case, policy: Policy = DEFAULT_POLICY) -> tuple[Artifact, Evaluator]:
    """Return the claim as an artifact of one statement, linked again, and its evaluator."""
    events = events_of(case.source)
    end = len(events) - 1
    index = SourceIndex.build(SourceRange(SESSION, 0, end), events, scope_complete=True)
    artifact = Artifact(
        source=ArtifactSource(session_id=SESSION, source_start=0, source_end=end),
        strategy="native",
        prompt_version="imported:text/1",
        origin=Origin.IMPORTED,
    ).with_items((Item(kind=ItemKind.CLAIM, text=case.claim),))
    judge = Evaluator(index, None, policy)
    return judge.linked(artifact), judge


def findings(case: Case, policy: Policy = DEFAULT_POLICY) -> tuple[Finding, ...]:
    """What gate D shows of a claim."""
    artifact, judge = linked(case, policy)
    return judge.evaluate(artifact).gates["D"].findings
