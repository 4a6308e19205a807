"""Fit the weights by which gate D ranks its warnings, and measure them leaving one session out.

    python -m bench.accuracy.fit_warnings LABELS TRANSCRIPTS [LABELS TRANSCRIPTS ...] [--write]

Every labelled claim of a native compaction on whose statement a rule warned is an example: wrong where it is
labelled contradicted or invented, right where it is labelled supported. Nothing else is read of the labels.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.accuracy.claim_faults import cases, linked
from bench.label_places import by_event, is_kept, summaries_of_events, summaries_of_records
from bench.usage import present, reported
from gates.artifact import Item
from gates.contradiction.ranking import DOUBTED, SHOWN, SHOWN_FROM, features
from gates.contradiction.rules import judge_item
from gates.evaluate import Evaluator
from gates.imported import imported_artifact
from gates.search.index import Preparer, SourceIndex
from workbench.services.transcript_files.transcripts import read_transcript

WEIGHTS = Path(__file__).parents[2] / "gates" / "contradiction" / "warning_weights.py"
RIDGE = 1.0
"""Strength of the pull of a weight towards what is expected of it."""
EXPECTED = {
    "rule bound_number_differs": 1.5,
    "rule change_turned": 1.5,
    "rule code_differs": 1.8,
    "rule credited_to_agent": 1.5,
    "rule credited_to_user": 0.7,
    "rule done_reported_open written": 1.0,
    "rule errors_denied": 1.0,
    "rule figure_differs": 1.5,
    "rule kind_differs": 1.5,
    "rule line_differs": 1.5,
    "rule name_differs": 1.8,
    "rule option_not_chosen": 0.7,
    "rule other_file": 0.7,
    "rule number_differs": 2.0,
    "rule question_as_statement": 0.3,
    "rule quote_unknown": 0.7,
    "rule task_open": 1.2,
    "rule task_state": 0.7,
    "rule tests_not_passing": 0.7,
    "rule unchanged_file": 0.7,
    "rule unsupported_action": 1.5,
    "rule work_already_done": 0.3,
}
"""Log odds that are expected of rules that read the table of facts, before an example of them is seen."""
BEFORE = -1.2
"""Log odds of a claim with a warning of any other rule."""
STEPS, RATE = 400, 0.5
UNLABELLED = 0.5
"""Weight of a statement without a label, taken as right: readers labelled each that they saw to be wrong."""
DOUBTED_SHORT = -2.0
"""Log odds that are expected, of a short source too, of rules that long sources showed to be wrong often."""
OFTEN_WRONG = DOUBTED | frozenset(
    """
    done_reported_open id_unseen negation_added num_unlinked opposite_word order_reversed
    """.split()
)
TRUE_CLAIMS = 6.0
"""Weight of a true claim about a short session: half of those claims are faulty, of real ones few."""


@dataclass(frozen=True)
class Example:
    """One statement with a warning: its session, its place, its features, whether it is labelled."""

    session: str
    compaction: int
    names: tuple[str, ...]
    wrong: bool | None
    hard: bool
    weight: float = 1.0


@dataclass(frozen=True)
class Model:
    """A bias and weights."""

    bias: float
    weights: dict[str, float]

    def chance(self, names: Sequence[str]) -> float:
        """Likelihood that a claim is wrong."""
        total = self.bias + sum(self.weights.get(name, 0.0) for name in names)
        return round(1 / (1 + math.exp(-total)), 3)


def expected(name: str) -> float:
    """Log odds that are expected of a feature before an example of it is seen."""
    _, short, rule = name.partition("short source, ")
    return DOUBTED_SHORT if short and rule in OFTEN_WRONG else EXPECTED.get(name, 0.0)


def fit(examples: Sequence[Example]) -> Model:
    """The weights that fit the labelled examples, pulled towards what is expected."""
    known = [e for e in examples if not e.hard]
    names = sorted({name for e in known for name in e.names} | set(EXPECTED))
    weights = {name: expected(name) for name in names}
    bias = BEFORE
    rate = RATE / max(1, len(known)) ** 0.5
    for _ in range(STEPS):
        slope: dict[str, float] = defaultdict(float)
        lift = 0.0
        for e in known:
            total = bias + sum(weights[name] for name in e.names)
            weight = e.weight if e.wrong is not None else UNLABELLED
            error = weight * (float(bool(e.wrong)) - 1 / (1 + math.exp(-total)))
            lift += error
            for name in e.names:
                slope[name] += error
        bias += rate * (lift - 0.3 * (bias - BEFORE)) / 3
        for name in names:
            weights[name] += rate * (slope[name] - RIDGE * (weights[name] - expected(name))) / 3
    return Model(round(bias, 3), {name: round(w, 3) for name, w in weights.items() if abs(w) >= 0.0005})


def labels_of(folder: Path) -> dict[str, list[dict[str, object]]]:
    """Labelled claims by session."""
    found: dict[str, list[dict[str, object]]] = defaultdict(list)
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if row["kind"] == "claim":
                found[row["session"]].append(row)
    return found


def squeezed(text: str) -> tuple[str, list[int]]:
    """Return the letters and digits of a text with their positions."""
    kept = [(c.lower(), at) for at, c in enumerate(text) if c.isalnum()]
    return "".join(c for c, _ in kept), [at for _, at in kept]


def places(items: Sequence[Item], summary: str) -> dict[str, tuple[int, int]]:
    """Return the span of each statement in the summary."""
    flat, back = squeezed(summary)
    found, cursor = {}, 0
    for item in items:
        stated = item.text
        for part in (stated, stated.split(": ", 1)[-1], stated[:90], stated[-90:], stated[:45]):
            words, _ = squeezed(part)
            at = flat.find(words, cursor) if len(words) >= 6 else -1
            at = at if at >= 0 or len(words) < 6 else flat.find(words)
            if at >= 0:
                found[item.item_id] = back[at], back[at + len(words) - 1] + 1
                cursor = at
                break
    return found


def examples_of(path: Path, rows: Sequence[dict[str, object]]) -> Iterator[Example]:
    """The examples of one transcript."""
    transcript, preparer = read_transcript(path.as_posix()), Preparer()
    texts = summaries_of_events(transcript) if by_event(rows) else summaries_of_records(path)
    for number, compaction in enumerate(transcript.compactions):
        artifact = imported_artifact(transcript.session_id, compaction)
        kept = frozenset(artifact.source.kept)
        own = [row for row in rows if row["boundary"] == number and not is_kept(row, kept)]
        if not own:
            continue
        index = SourceIndex.build(
            artifact.source.range(),
            transcript.events,
            scope_complete=transcript.header.scope_complete,
            preparer=preparer,
        )
        judge = Evaluator(index, None)
        linked = judge.linked(artifact)
        where = places(linked.items, texts[number])
        for item in linked.items:
            found = judge_item(item, index, judge.search)
            warned = [entry for entry in found if entry.severity == "warning"]
            if warned:
                hard = len(warned) < len(found)
                wrong = _verdict(where.get(item.item_id), own)
                yield Example(
                    path.stem, number, tuple(features(item, warned, index.range_length)), wrong, hard
                )


def _verdict(place: tuple[int, int] | None, rows: Sequence[dict[str, object]]) -> bool | None:
    verdict: bool | None = None
    for row in rows:
        span = row["summary_span"]
        assert isinstance(span, list)
        start, end = span[0], sum(span)
        if place is None or min(place[1], end) - max(place[0], start) <= 0.5 * min(
            place[1] - place[0], end - start
        ):
            continue
        if row["verdict"] in ("contradicted", "invented"):
            return True
        if row["verdict"] == "supported":
            verdict = False
    return verdict


def shown(model: Model, examples: Sequence[Example]) -> list[Example]:
    """The examples of one compaction that would be shown."""
    sure = sorted(examples, key=lambda e: -model.chance(e.names))
    return [e for e in sure if model.chance(e.names) >= SHOWN_FROM][:SHOWN]


def short_examples(half: int) -> Iterator[Example]:
    """The claims about short sessions, of one half."""
    for case in cases():
        if case.half != half:
            continue
        artifact, judge = linked(case)
        item = artifact.items[0]
        found = judge_item(item, judge.index, judge.search)
        warned = [entry for entry in found if entry.severity == "warning"]
        if warned:
            names = tuple(features(item, warned, judge.index.range_length))
            weight = 1.0 if case.faulty else TRUE_CLAIMS
            yield Example("short", 0, names, case.faulty, len(warned) < len(found), weight)


def left_out(examples: Sequence[Example]) -> tuple[int, int, int]:
    """Shown on a wrong claim, on a right one, on no labelled one; each session by weights of the others."""
    wrong = right = none = 0
    for session in sorted({e.session for e in examples}):
        if session == "short":
            continue
        model = fit([e for e in examples if e.session != session])
        mine = [e for e in examples if e.session == session]
        for number in sorted({e.compaction for e in mine}):
            for e in shown(model, [e for e in mine if e.compaction == number]):
                wrong += e.wrong is True
                right += e.wrong is False
                none += e.wrong is None
    return wrong, right, none


def written(model: Model, sessions: int) -> str:
    """The module that holds the weights."""
    lines = "".join(f'    "{name}": {weight},\n' for name, weight in sorted(model.weights.items()))
    return (
        '"""Weights of `gates.contradiction.ranking`, written by `accuracy/fit_warnings.py`, not by hand.\n\n'
        f"Fitted on the labelled claims of {sessions} sessions and on half of `claim_faults.jsonl`.\n"
        '"""\n\n'
        'from __future__ import annotations\n\nWEIGHTS_VERSION = "warnings/8"\n'
        f"BIAS = {model.bias}\nWEIGHTS: dict[str, float] = {{\n{lines}}}\n"
    )


def main(argv: list[str]) -> int:
    """Print what is shown leaving one session out; write the weights of all on demand."""
    parser = argparse.ArgumentParser(prog="python -m bench.accuracy.fit_warnings")
    parser.add_argument("folders", nargs="+", type=present, help="labels and transcripts, in pairs")
    parser.add_argument("--write", action="store_true", help="write the weights fitted on all sessions")
    args = parser.parse_args(argv)
    if len(args.folders) % 2:
        parser.error(f"{args.folders[-1]} is not followed by the folder of its transcripts")
    examples: list[Example] = []
    for labels, transcripts in zip(args.folders[::2], args.folders[1::2], strict=True):
        for session, rows in sorted(labels_of(labels).items()):
            path = transcripts / f"{session}.jsonl"
            if path.exists():
                examples += examples_of(path, rows)
    sessions = len({e.session for e in examples})
    if not sessions:
        parser.error("no labelled session of which the transcript is there")
    examples += short_examples(0)
    labelled = sum(e.wrong is not None for e in examples)
    print(f"{len(examples)} statements with a warning in {sessions} sessions, {labelled} of them labelled")
    wrong, right, none = left_out(examples)
    print(f"left out: shown on a wrong claim {wrong}, on a right one {right}, on no labelled one {none}")
    if args.write:
        WEIGHTS.write_text(written(fit(examples), sessions), encoding="utf-8")
    return 0


if __name__ == "__main__":
    reported(lambda: main(sys.argv[1:]))
