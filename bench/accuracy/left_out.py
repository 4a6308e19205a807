"""The exam's table with every fitted part fitted without the session that is measured.

    python -m bench.accuracy.left_out --exam EXAM.py --labels DIR --transcripts DIR
        [--more-labels DIR --more-transcripts DIR] [--shipped] [--json OUT] [--docs docs/accuracy.md]

Fitted are the ranker's weights and its calibration, the weights of losses and those of warnings. Sessions of
`--more-labels` are fitted on and never measured; with `--shipped` nothing is fitted, and the weights that
come with the program are measured. Figures are the exam's own, each with n and its Wilson interval; `--docs`
puts them between the marks of a page that are named by `--mark`. Needs numpy and scipy unless
`--shipped`.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from bench import fit_loss
from bench.accuracy import fit_warnings
from bench.accuracy.fitted import UNREAD, Rankers, add_arguments, half, labelled_input
from bench.accuracy.labelled_sessions import Labelled, examined, labelled_sessions
from bench.ranker.labelled import Example, examples
from bench.usage import present, reported
from gates.contradiction import ranking
from gates.retention import likelihood
from workbench.facts.proposals.model import MODEL_IN_USE


@dataclass(frozen=True)
class Given:
    """All that is fitted on."""

    statements: list[Example]
    losses: list[fit_loss.Row]
    warnings: list[fit_warnings.Example]
    projects: dict[str, str]
    """The project of each session, by which sessions are left out."""

    def beside(self, session: str, other: str) -> bool:
        """Whether another session is of another project."""
        return self.projects.get(other, other) != self.projects.get(session, session)


def given(labels: Sequence[Path], transcripts: Sequence[Path]) -> Given:
    """Every example of every labelled session."""
    losses: list[fit_loss.Row] = []
    warned: list[fit_warnings.Example] = []
    projects = {}
    for session in labelled_sessions(labels, transcripts):
        projects[session.name] = session.project
        losses += fit_loss.of_session(session.path, list(session.labels))
        claims = [dict(label) for label in session.labels if label["kind"] == "claim"]
        warned += fit_warnings.examples_of(session.path, claims)
    warned += fit_warnings.short_examples(0)
    return Given(examples(list(labels), list(transcripts)), losses, warned, projects)


def put_without(session: Labelled, known: Given, rankers: Rankers) -> None:
    """Put every fitted part in place as it is without a session and the others of its project."""
    MODEL_IN_USE.put_in_place(rankers.without(session.project))
    losses = [row for row in known.losses if known.beside(session.name, row[0])]
    likelihood.WEIGHTS_IN_USE.put_in_place(fit_loss.fit(losses))
    warned = fit_warnings.fit([e for e in known.warnings if known.beside(session.name, e.session)])
    ranking.WEIGHTS_IN_USE.put_in_place((warned.bias, warned.weights))


def put_back() -> None:
    """Put the shipped weights back."""
    MODEL_IN_USE.put_in_place(None)
    likelihood.WEIGHTS_IN_USE.put_in_place(None)
    ranking.WEIGHTS_IN_USE.put_in_place(None)


def judged(
    exam: ModuleType, sessions: Sequence[Labelled], known: Given | None, report: Callable[[str], None]
) -> list[Any]:
    """Every labelled compaction as the exam sees it, each judged by weights that never saw its session.

    With nothing to fit on, all are judged by the shipped weights.
    """
    rankers, found = None if known is None else Rankers(known.statements), []
    try:
        for session in sessions:
            if known is not None and rankers is not None:
                put_without(session, known, rankers)
            found += [(session.name, each) for each in examined(exam, session)]
            report(f"{session.name[:8]} judged")
    finally:
        put_back()
    return found


TABLE: tuple[tuple[str, str, str, str], ...] = (
    ("must items counted", ".45", ".27", "captured, counted: must"),
    (
        "must items counted, or among the first 15 proposed",
        ".70",
        ".33",
        "captured, counted or in the first 15 proposed: must",
    ),
    ("should items likewise", ".35", ".13", "captured, counted or in the first 15 proposed: should"),
    ("counted items that no label covers", "at most .20", ".41", "counted items that no label covers"),
    ("first 15 proposed that a label covers", ".40", ".48", "first 15 proposed that a label covers"),
    (
        "labelled losses among the first 15 listed",
        ".40",
        ".03",
        "labelled losses in the first 15 listed, lost or likely",
    ),
    ("listed that is a labelled loss", ".35", ".15", "listed that is a labelled loss"),
    ("supported claims with a hard finding", "", ".01", "supported claims flagged: hard"),
    ("supported claims with a D finding", "at most .04", ".05", "supported claims flagged: D"),
    (
        "contradicted or invented claims with a hard finding",
        ".10",
        ".02",
        "contradicted or invented claims flagged: hard",
    ),
    (
        "contradicted or invented claims with a D finding",
        ".30",
        ".13",
        "contradicted or invented claims flagged: D",
    ),
    ("supported claims linked", ".85", ".70", "supported claims linked"),
    (
        "of those, a link within one event of the label's",
        ".65",
        ".55",
        "of those, a link within one event of the labelled one",
    ),
    ("todo, task, refusal, answer and plan items counted", ".50", ".05", "structure"),
    ("hard findings; on no labelled claim", "", "17; 8", "hard D findings (all; on no labelled claim)"),
    (
        "compactions with hard findings; of these, none on a labelled error",
        "at most 1 of 20",
        "10; 8 of 20",
        "compactions with hard D findings; of these, none on a labelled error",
    ),
    (
        "gate C passed and not thin though a must item was lost; thin",
        "at most 1 of 20; 8 of 20",
        "3; 0 of 20",
        "gate C not failed, not thin, though a must item was lost; thin",
    ),
)
"""Name, what must be, what was measured at first, and the row of the exam's output."""
_ROW = re.compile(r"(?P<p>[\d.]+) \((?P<low>[\d.]+) to (?P<high>[\d.]+)\)\s+(?P<k>\d+) of (?P<n>\d+)$")
STRUCTURE = ("decision/structural", "decision/plan_body", "open_work/structural", "open_work/plan_body")


def figures(exam: ModuleType, found: Sequence[Any]) -> dict[str, str]:
    """The exam's rows over some compactions, with structure and plan items added up."""
    rows = dict(exam.measure(list(found), lambda *_: None))
    kept = n = 0
    for name in STRUCTURE:
        match = _ROW.match(rows.get(f"captured, counted: {name}", ""))
        if match is not None:
            kept, n = kept + int(match["k"]), n + int(match["n"])
    rows["structure"] = exam.wilson(kept, n)
    return rows


def short(value: str) -> str:
    """A row's value as the table states it: two decimals, interval and count in brackets."""
    match = _ROW.match(value)
    if match is None:
        return value
    p, low, high = (f"{float(match[name]):.2f}".removeprefix("0") for name in ("p", "low", "high"))
    return f"{p} ({low} to {high}; {match['k']} of {match['n']})"


def table(
    every: dict[str, str], unread: dict[str, str], n: int, m: int, beside: dict[str, str] | None = None
) -> str:
    """The table as Markdown; `beside` are rows of another run, in place of what was measured at first."""
    lines = [f"| figure | must | before | {n} compactions | {m} of them, unread |", "| --- " * 5 + "|"]
    for name, must, first, row in TABLE:
        before = first if beside is None else short(beside[row])
        cells = (name, must, before, short(every[row]), short(unread[row]))
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def put_between(page: Path, made: str, name: str = "exam") -> None:
    """Put the table between the marks of a page that have this name."""
    text = page.read_text(encoding="utf-8")
    head, mark, rest = text.partition(f"<!-- {name} -->")
    _, end, tail = rest.partition(f"<!-- /{name} -->")
    if not mark or not end:
        raise SystemExit(f"{page} holds no <!-- {name} --> and <!-- /{name} --> marks")
    page.write_text(f"{head}{mark}\n{made}\n{end}{tail}", encoding="utf-8")


def main(argv: list[str]) -> int:
    """Fit, judge, print."""
    parser = argparse.ArgumentParser(prog="python -m bench.accuracy.left_out", description=__doc__)
    add_arguments(parser)
    parser.add_argument("--json", type=Path, help="write every row of the exam, all and unread")
    parser.add_argument("--docs", type=present, help="a page whose table is made anew")
    parser.add_argument("--mark", default="exam", help="between which marks of the page")
    parser.add_argument("--beside", type=present, help="an earlier --json, shown as what was before")
    parser.add_argument("--shipped", action="store_true", help="fit nothing: measure the shipped weights")
    asked = parser.parse_args(argv)
    measured = labelled_input(parser, asked)
    exam = measured.exam
    known = None if asked.shipped else given(measured.labels, measured.transcripts)
    found = judged(exam, measured.sessions, known, lambda line: print(line, file=sys.stderr, flush=True))
    unread = [each for name, each in found if half(name) == UNREAD]
    every = figures(exam, [each for _, each in found])
    other = figures(exam, unread)
    beside = None if asked.beside is None else json.loads(asked.beside.read_text(encoding="utf-8"))["all"]
    made = table(every, other, len(found), len(unread), beside)
    print(made)
    for name, value in every.items():
        print(f"{name:<75} {value}")
    if asked.json is not None:
        asked.json.write_text(json.dumps({"all": every, "unread": other}, indent=1), encoding="utf-8")
    if asked.docs is not None:
        put_between(asked.docs, made, asked.mark)
    return 0


if __name__ == "__main__":
    reported(lambda: main(sys.argv[1:]))
