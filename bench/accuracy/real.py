"""The readable native compactions of the shared transcripts, linked and judged as `score` judges them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gates.artifact import Artifact, Item
from gates.errors import GateError
from gates.evaluate import Evaluator
from gates.imported import imported_artifact
from gates.report import Finding
from gates.search.index import Preparer, SourceIndex
from workbench.capture import capture_range
from workbench.errors import WorkbenchError
from workbench.services.transcript_files.transcripts import Transcript, read_transcript


@dataclass(frozen=True)
class Judged:
    """One compaction: its file, its linked artifact and its evaluator."""

    file: str
    artifact: Artifact
    judge: Evaluator

    def findings(self, item: Item) -> tuple[Finding, ...]:
        """What gate D finds in one item of this artifact, or in a changed one."""
        alone = self.artifact.model_copy(update={"narrative": None}).with_items((item,))
        return self.judge.evaluate(alone).gates["D"].findings


def transcripts(data: Path) -> Iterator[Transcript]:
    """Every shared transcript that can be read, by path."""
    for path in sorted((data / "sessions").glob("*/*")):
        try:
            yield read_transcript(path.as_posix())
        except (WorkbenchError, GateError):
            continue


def compactions(data: Path) -> Iterator[Judged]:
    """Every readable compaction of them."""
    for transcript in transcripts(data):
        preparer = Preparer()
        for found in transcript.compactions:
            artifact = imported_artifact(transcript.session_id, found)
            if artifact.opaque or not artifact.items:
                continue
            judge = judge_of(transcript, artifact, preparer)
            yield Judged(Path(transcript.path).name, judge.linked(artifact), judge)


def judge_of(transcript: Transcript, artifact: Artifact, preparer: Preparer) -> Evaluator:
    """The evaluator over an artifact's range."""
    source = artifact.source.range()
    complete = transcript.header.scope_complete
    index = SourceIndex.build(source, transcript.events, scope_complete=complete, preparer=preparer)
    return Evaluator(index, capture_range(source.session_id, index.events, source.start, source.end))
