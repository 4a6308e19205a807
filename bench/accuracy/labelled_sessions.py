"""Labelled sessions as the exam reads them, judged in this process instead of by commands.

The exam's own script measures; it asks the command line for captures, artifacts and reports. `Answers` gives
it the same objects from here, so that one process can measure with weights that were put in place.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from bench.label_places import by_event, is_kept, project_of, ranges, summaries_of_events
from gates.artifact import Artifact, parse
from gates.evaluate import Evaluator
from gates.imported import imported_artifact
from gates.search.index import Preparer, SourceIndex
from gates.source import SourceEvent, SourceRange
from workbench.capture import capture_range
from workbench.facts.objective import current_objective
from workbench.services.drafts.draft import strategy_of
from workbench.services.transcript_files.transcripts import Transcript, read_transcript
from workbench.strategies.asked import AskedSize
from workbench.strategies.base import DraftRequest
from workbench.strategies.native import NativeStrategy, NativeSummary

Label = dict[str, Any]
UNSAID = "unsaid"
"""The verdict of a label whose summary cannot be read."""


@dataclass(frozen=True)
class Labelled:
    """One labelled session: its path and the readers' labels."""

    path: Path
    labels: tuple[Label, ...]

    @property
    def name(self) -> str:
        """The session, as labels name it."""
        return self.path.stem

    @property
    def project(self) -> str:
        """The project that it belongs to, or itself where its labels tell none."""
        return project_of(self.name, self.labels)


def labelled_sessions(labels: Sequence[Path], transcripts: Sequence[Path]) -> list[Labelled]:
    """Return every labelled session whose transcript exists, by name within each folder."""
    found = []
    for folder in labels:
        for path in sorted(folder.glob("*.jsonl")):
            place = next((t / path.name for t in transcripts if (t / path.name).exists()), None)
            if place is not None:
                rows = path.read_text(encoding="utf-8").splitlines()
                found.append(Labelled(place, tuple(json.loads(row) for row in rows if row.strip())))
    return found


class Answers:
    """The commands' results for one session's compactions, optionally with the fitted weights."""

    def __init__(self, given: Labelled) -> None:
        self.name = given.name
        self._path = given.path
        self._by_event = by_event(given.labels)
        self._transcript: Transcript = read_transcript(given.path.as_posix())
        preparer = Preparer()
        self._ranges = ranges(self._transcript, given.labels)
        self._judges: list[tuple[Artifact, Evaluator]] = []
        for found in self._transcript.compactions:
            artifact = imported_artifact(self._transcript.session_id, found)
            source = artifact.source.range()
            index = SourceIndex.build(
                source,
                self._transcript.events,
                scope_complete=self._transcript.header.scope_complete,
                preparer=preparer,
            )
            self._judges.append((artifact, Evaluator(index, None)))

    @property
    def session_id(self) -> str:
        """As the commands name it."""
        return self._transcript.session_id

    def events(self) -> list[dict[str, Any]]:
        """The events as `timeline` gives them, as far as the exam reads them."""
        return [
            {"ordinal": e.ordinal, "native_id": self._name(e), "text": e.text}
            for e in self._transcript.events
        ]

    def records(self) -> list[dict[str, Any]]:
        """The records that labels point to: those of the file, or an event each with the summaries."""
        if not self._by_event:
            return [json.loads(line) for line in self._path.open(encoding="utf-8") if line.strip()]
        events = [{"uuid": self._name(e), "message": {"content": e.text}} for e in self._transcript.events]
        summaries = summaries_of_events(self._transcript)
        stated = summaries or [""]
        return [*events, *({"isCompactSummary": True, "message": {"content": each}} for each in stated)]

    def labels(self, number: int, given: Sequence[Label]) -> list[Label]:
        """Return the labels of a range as the exam reads them: evidence by uuid, and a verdict.

        An event that stays verbatim beside the summary cannot be lost or misstated.
        """
        kept = self._ranges[number].kept
        own = (label for label in given if label["boundary"] == number and label["kind"] != "session")
        return [
            {
                **label,
                "verdict": UNSAID if is_kept(label, kept) else label.get("verdict", UNSAID),
                "evidence": [
                    {"uuid": str(e["ordinal"]), **e} if "ordinal" in e else e
                    for e in label.get("evidence", ())
                ],
            }
            for label in own
        ]

    def _name(self, event: SourceEvent) -> str | None:
        return str(event.ordinal) if self._by_event else event.native_id

    def compactions(self) -> list[dict[str, Any]]:
        """Return the compactions as `import` lists them, with their positions as artifact ids."""
        return [
            {"source_start": source.start, "source_end": source.end, "artifact_id": str(number)}
            for number, source in enumerate(self._ranges)
        ]

    def reports(self) -> list[dict[str, Any]]:
        """The reports as `score` gives them; empty ones of a range that was never compacted."""
        if not self._judges:
            gates = {gate: {"status": "NOT_APPLICABLE", "findings": []} for gate in "BCD"}
            return [{"retention": [], "tags": [], "gates": gates} for _ in self._ranges]
        return [self._report(number) for number in range(len(self._judges))]

    def _report(self, number: int) -> dict[str, Any]:
        made: dict[str, Any] = json.loads(json.dumps(self._judged(number).report.to_json()))
        return made

    def _judged(self, number: int) -> NativeSummary:
        artifact, known = self._judges[number]
        source = artifact.source
        capture = self._capture(source.source_start, source.source_end)
        judge = Evaluator(known.index, capture)
        report, linked = judge.evaluate(artifact), judge.linked(artifact)
        return NativeSummary(linked, artifact.artifact_id, report, known.index, capture)

    def source_events(self) -> Sequence[SourceEvent]:
        """The session's events."""
        return self._transcript.events

    def draft(self, number: int, strategy: str, size: AskedSize | None, native_characters: int) -> Artifact:
        """Return a strategy's draft of a compaction's range, without a store.

        Raises:
            WorkbenchError: it refuses the range or the size.
        """
        where = self._judges[number][0].source.range()
        events = self._transcript.events[: where.end + 1]
        request = DraftRequest(
            SourceRange(where.session_id, where.start, where.end),
            events,
            objective=current_objective(events, where.start),
            size=size,
            native_characters=native_characters,
        )
        if strategy == NativeStrategy.name:
            made = NativeStrategy(self._judged(number)).draft(replace(request, source=where))
        else:
            made = strategy_of(strategy).draft(request)
        return parse({**made.payload, "generation_record": made.record.model_dump(mode="json")})

    def _capture(self, start: int, end: int) -> Any:
        return capture_range(self.session_id, self._transcript.events, start, end)

    def json(self, *asked: str) -> dict[str, Any]:
        """`capture SESSION --range A..B` and `show ID`, as the exam asks for them."""
        if asked[0] == "capture":
            start, _, end = asked[-1].partition("..")
            body: dict[str, Any] = self._capture(int(start), int(end)).to_json()
            return body
        if asked[0] == "show":
            if not self._judges:
                return {"value": {"items": []}}
            artifact, judge = self._judges[int(asked[1])]
            return {
                "value": {"items": [item.model_dump(mode="json") for item in judge.linked(artifact).items]}
            }
        raise ValueError(f"the exam asks for {asked[0]}, which is not answered here")


def exam_script(path: Path) -> ModuleType:
    """The exam's script as a module; it is not part of the project."""
    spec = importlib.util.spec_from_file_location("exam", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} cannot be read as Python")
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def examined(exam: ModuleType, given: Labelled) -> Iterator[Any]:
    """The labelled compactions of a session as the exam's own objects, judged by the weights in place."""
    for _, each in examined_with(exam, given, Answers(given)):
        yield each


def examined_with(exam: ModuleType, given: Labelled, answers: Answers) -> Iterator[tuple[int, Any]]:
    """The same by the answers given, each with its number among the compactions of the transcript."""
    events = answers.events()
    records = answers.records()
    for number, (compaction, report) in enumerate(zip(answers.compactions(), answers.reports(), strict=True)):
        own = answers.labels(number, given.labels)
        if own:
            made = exam.Compaction(
                answers, given.path, answers.session_id, number, compaction, report, own, records, events
            )
            yield number, made
