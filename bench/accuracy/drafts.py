"""Labelled items of a range that drafts report, with a ranker fitted without the session.

    python -m bench.accuracy.drafts --exam EXAM.py --labels DIR --transcripts DIR
        [--more-labels DIR --more-transcripts DIR] [--draft STRATEGY[@SIZE]]... [--half 0] [--read]

The measure is the exam's own (`told`, and its bound of a draft's size): how many of the items that readers
labelled as must or should a draft reports. A draft that is refused, or over its size by a twentieth, reports
none. Sessions are divided by a hash of their id. `--read` lists the missing items, of half 0 only: the other
half must not be read while rules are made. Sessions of `--more-labels` are fitted on and never measured.
Needs numpy and scipy.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from bench.accuracy.fitted import READ, Rankers, add_arguments, half, labelled_input
from bench.accuracy.labelled_sessions import Answers, Label, Labelled, examined_with
from bench.ranker.labelled import examples
from bench.usage import reported
from gates.artifact import Artifact
from workbench.errors import WorkbenchError
from workbench.facts.proposals.model import MODEL_IN_USE
from workbench.strategies.asked import CHARACTERS, parse_size, size_of

DRAFTS = (
    "native@native*1.3",
    "intentional@native",
    "intentional",
    "intentional@20%",
    "checkpoint",
    "memory",
    "historian",
    "snapshot",
)
"""The drafts measured by default."""
OVER = 1.05
"""The largest ratio of a draft's size to the requested size."""


@dataclass(frozen=True)
class DraftCoverage:
    """The labelled items reported by one draft of one compaction."""

    session: str
    number: int
    draft: str
    wanted: tuple[Label, ...]
    missed: tuple[Label, ...]
    natively: int
    """How many of those wanted the transcript's own summary tells."""
    tokens: int
    """0 where it was refused."""
    native_tokens: int
    why: str = ""
    """The reason why it reports nothing, if it does not."""
    artifact: Artifact | None = None


def drafted(exam: ModuleType, given: Labelled, drafts: Sequence[str]) -> Iterator[DraftCoverage]:
    """Every draft of every labelled compaction of a session, by the weights in place."""
    answers = Answers(given)
    for number, compaction in examined_with(exam, given, answers):
        wanted = tuple(label for label in compaction.labels if _counts(label))
        for draft in drafts:
            yield _drafted(exam, answers, number, compaction, draft, wanted)


def _counts(label: Label) -> bool:
    return bool(label["kind"] == "capture" and label.get("importance", "must") != "minor")


def _drafted(
    exam: ModuleType, answers: Answers, number: int, compaction: Any, draft: str, wanted: tuple[Label, ...]
) -> DraftCoverage:
    strategy, _, size = draft.partition("@")
    bound = exam.budget(compaction, size) if size else None
    asked = parse_size(str(int(bound)) if bound else size) if size else None
    artifact, tokens, why = None, 0, ""
    try:
        artifact = answers.draft(number, strategy, asked, len(compaction.summary))
        tokens = size_of(artifact, answers.source_events()).tokens
        why = "over its size" if bound and tokens > OVER * bound else ""
    except WorkbenchError as error:
        why = str(error)
    body = artifact.to_json() if artifact is not None and not why else None
    missed = tuple(label for label in wanted if body is None or not exam.told(compaction, label, body))
    natively = sum(label["verdict"] in ("preserved", "paraphrased") for label in wanted)
    native_tokens = len(compaction.summary) // CHARACTERS
    session = answers.name
    return DraftCoverage(
        session, number, draft, wanted, missed, natively, tokens, native_tokens, why, artifact
    )


def line(exam: ModuleType, draft: str, rows: Sequence[DraftCoverage]) -> str:
    """One draft over some compactions: what it tells, what their own summaries tell, and its size."""
    n = sum(len(row.wanted) for row in rows)
    k = n - sum(len(row.missed) for row in rows)
    natively = sum(row.natively for row in rows)
    sizes = sorted(row.tokens for row in rows)
    own = sorted(row.native_tokens for row in rows)
    nothing = sum(bool(row.why) for row in rows)
    more = f"; {nothing} of {len(rows)} tell nothing" if nothing else ""
    middle = len(rows) // 2
    return (
        f"{draft:<20} {exam.wilson(k, n):<36} native {natively / n:.3f}  "
        f"median tokens {sizes[middle]} (native {own[middle]}){more}"
    )


def main(argv: Sequence[str]) -> int:
    """Draft, count, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.accuracy.drafts", description=__doc__)
    add_arguments(parser)
    parser.add_argument("--draft", action="append", help="STRATEGY or STRATEGY@SIZE, as in native@native*1.3")
    parser.add_argument("--half", type=int, choices=(0, 1), help="only the sessions of one half")
    parser.add_argument("--read", action="store_true", help="list what is not told, of half 0")
    asked = parser.parse_args(argv)
    given = labelled_input(parser, asked)
    rankers = Rankers(examples(list(given.labels), list(given.transcripts)))
    found: list[DraftCoverage] = []
    try:
        for session in given.sessions:
            if asked.half is None or half(session.name) == asked.half:
                MODEL_IN_USE.put_in_place(rankers.without(session.project))
                found += drafted(given.exam, session, asked.draft or DRAFTS)
                print(f"{session.name[:8]} drafted", file=sys.stderr, flush=True)
    finally:
        MODEL_IN_USE.put_in_place(None)
    _print(given.exam, found, asked.draft or DRAFTS, read=asked.read)
    return 0


def _print(exam: ModuleType, found: Sequence[DraftCoverage], drafts: Sequence[str], *, read: bool) -> None:
    for part in sorted({half(row.session) for row in found}):
        print(f"half {part}" + (", which may be read" if part == READ else ""))
        for draft in drafts:
            rows = [row for row in found if row.draft == draft and half(row.session) == part]
            print("  " + line(exam, draft, rows))
    for row in found if read else ():
        if half(row.session) == READ:
            for label in row.missed:
                where = f"{row.draft}  {row.session[:8]} {row.number}"
                print(f"{where}  {label['importance']}  {label['statement']}")


if __name__ == "__main__":
    reported(lambda: main(sys.argv[1:]))
