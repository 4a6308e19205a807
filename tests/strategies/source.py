"""Sources that drafts are made of: a scripted session, and ranges of real ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from gates.artifact import Artifact, parse
from gates.capture import Capture
from gates.evaluate import evaluate
from gates.report import GateReport
from gates.search.index import Preparer, SourceIndex
from gates.source import SignalKind, SourceEvent, SourceRange
from tests.facts.session import SESSION, Script
from workbench.capture import capture_range
from workbench.facts.history import EventHistory
from workbench.importers import detect
from workbench.strategies.base import DraftRequest, Strategy

SAMPLES = Path(__file__).resolve().parents[2] / "sample_sessions"
NAMES = ("clean-run.jsonl", "invented-instruction.jsonl", "kitchen-chat.json", "lost-open-work.jsonl")


@dataclass(frozen=True)
class Source:
    """A range of a session with its capture."""

    events: tuple[SourceEvent, ...]
    range: SourceRange
    scope_complete: bool = True

    _history: EventHistory | None = field(default=None, compare=False, repr=False)
    preparer: Preparer = field(default_factory=Preparer, compare=False, repr=False)
    """Prepared data of the events, shared by ranges of one session."""
    _indexes: dict[SourceRange, SourceIndex] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def history(self) -> EventHistory:
        """The events, each of which is read once for all drafts and captures."""
        return self._history or EventHistory.of(self.events)

    @cached_property
    def capture(self) -> Capture:
        """Return what the range must retain."""
        return capture_range(SESSION, self.history, self.range.start, self.range.end)

    def of(self, other: SourceRange) -> Source:
        """Return another range of the same session with the shared data."""
        return Source(self.events, other, self.scope_complete, self.history, self.preparer)

    def index(self, judged: SourceRange | None = None) -> SourceIndex:
        """Return the prepared source, or the part that an artifact covers."""
        where = judged or self.range
        if where not in self._indexes:
            self._indexes[where] = SourceIndex.build(
                where, self.events, scope_complete=self.scope_complete, preparer=self.preparer
            )
        return self._indexes[where]

    def draft(self, strategy: Strategy) -> Artifact:
        """The strategy's draft of the range."""
        return parse(strategy.draft(DraftRequest(self.range, self.history, objective="Ship it")).payload)

    def judge(self, artifact: Artifact) -> GateReport:
        """The report on an artifact of this range, with what it keeps."""
        return evaluate(artifact, self.index(artifact.source.range()), self.capture)


def whole(script: Script, start: int = 0) -> Source:
    """A script from an event to its end."""
    events = tuple(script.events)
    return Source(events, SourceRange(SESSION, start, len(events) - 1))


def ranges(path: Path) -> list[Source]:
    """The compacted ranges of a transcript, or all of it."""
    reading = detect(path).read(path)
    events = tuple(reading.events())
    found = [(c.source_start, c.source_end) for c in reading.totals.compactions]
    every = Source(events, SourceRange(SESSION, 0, len(events) - 1), reading.header.scope_complete)
    return [every.of(SourceRange(SESSION, a, b)) for a, b in found] or [every]


def work_session(script: Script | None = None) -> Script:
    """Return a session with everything a draft must contain, appended to the given script."""
    script = script or Script()
    script.user("please move the exporter to src/export.py. never touch the invoices table")
    script.agent("The exporter reads the whole table at once, so 240 rows need 9 seconds.")
    script.plan("# Batch export\n\nWrite the rows in batches of 40.\n\n## Steps\n1. Split the query")
    script.todos(("split the query", "pending"), ("write a changelog entry", "pending"))
    script.answer("Which database should the first run use?", "the staging copy")
    script.edit("src/export.py", "rows = all()", "rows = all()\nfor batch in split(rows, 40):")
    script.run("make test", "Exit code 1\nsrc/export.py:3: error: undefined name total", failed=True)
    script.edit("src/export.py", "total", "total = len(rows)")
    script.run("make test", "14 tests ran without trouble", failed=False)
    script.refuse("git push origin main", "not before the review, push to the fork instead")
    script.run("make deploy", "error: no credentials for the registry", failed=True)
    script.todos(("split the query", "completed"), ("write a changelog entry", "in_progress"))
    for number in range(30):
        script.run(f"cat part{number}.txt", f"row {number} of the export holds the name of a customer\n" * 12)
    script.plan("# Retry\n\nTry a failed batch three times.", SignalKind.PLAN_REJECTED)
    script.agent("The export now takes 2 seconds. The changelog entry is still missing.")
    return script
