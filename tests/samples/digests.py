"""Print the digest of every report on the sample sessions, one a line: name, events and digest.

Run: python -m tests.samples.digests. Reports say nothing of the machine, so neither do their digests.
"""

from __future__ import annotations

from pathlib import Path

import sample_sessions
from gates.canonical import digest
from workbench.bootstrap import Env
from workbench.errors import NothingToScore
from workbench.services.scores.score import score
from workbench.services.scores.score_inputs import ScoreRequest
from workbench.services.transcript_files.transcripts import transcripts_under


def digests() -> list[str]:
    """One line a report, in the order of the files."""
    folder = Path(sample_sessions.__file__).parent
    lines = []
    for path in transcripts_under(folder):
        try:
            run = score(Env(store_location="unused"), ScoreRequest(targets=(path.as_posix(),)))
        except NothingToScore:
            continue
        for scored in run.scored:
            report = scored.report
            lines.append(f"{path.name} {report.source_start}..{report.source_end} {digest(report.to_json())}")
    return lines


if __name__ == "__main__":
    print("\n".join(digests()))
