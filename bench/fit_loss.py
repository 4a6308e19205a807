"""Fit the weights that rank likely losses, leave one session out, and write their module.

    python -m bench.fit_loss --labels FOLDER ... --transcripts FOLDER ... [--write]

A labelled statement of a compacted range represents a proposed item, with the words the label points to
first. The label's verdict on the native summary (retained or lost) is the outcome. The printed figures are of
sessions that the weights were not fitted on; the written weights are fitted on all.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.accuracy.labelled_sessions import labelled_sessions
from bench.label_places import Places, is_kept
from bench.usage import present, reported
from gates.artifact import Origin
from gates.capture import CapturedItem
from gates.imported import imported_artifact
from gates.restatement import units
from gates.retention.best_match import best_match
from gates.retention.likelihood import features
from gates.search.index import SourceIndex
from workbench.services.transcript_files.transcripts import read_transcript

LOST = ("weakened", "mutated", "contradicted", "dropped")
RIDGE = 1.0
STEPS = 60
MODULE = Path(__file__).parents[1] / "gates" / "retention" / "loss_weights.py"

Row = tuple[str, dict[str, float], bool]


def rows(labels: Sequence[Path], transcripts: Sequence[Path]) -> Iterator[Row]:
    """Session, features and outcome of every labelled statement."""
    for session in labelled_sessions(labels, transcripts):
        yield from of_session(session.path, list(session.labels))


def of_session(source: Path, labels: list[dict[str, Any]]) -> Iterator[Row]:
    """The labelled statements of one session."""
    stem = source.stem
    stated = [each for each in labels if each["kind"] == "capture" and each.get("verdict")]
    transcript = read_transcript(str(source), None)
    placed = Places(source, transcript.events)
    for number, compaction in enumerate(transcript.compactions):
        artifact = imported_artifact(transcript.session_id, compaction)
        kept = frozenset(artifact.source.kept)
        own = [each for each in stated if each["boundary"] == number and not is_kept(each, kept)]
        if not own:
            continue
        assert artifact.origin is Origin.IMPORTED
        scope = transcript.header.scope_complete
        index = SourceIndex.build(artifact.source.range(), transcript.events, scope_complete=scope)
        considered = units(artifact)
        for each in own:
            words = next(placed.of(each)).quote.strip()[:400] or each["statement"]
            item = _item(each["item"], words)
            yield (
                stem,
                features(item, best_match(item, considered, None, index.weight)),
                each["verdict"] in LOST,
            )


def _item(kind: str, words: str) -> CapturedItem:
    work = kind == "open_work"
    return CapturedItem(
        item_id="cap_fit",
        kind="open_work" if work else "decision",
        text=words,
        status="open" if work else "in_force",
        origin="phrase",
    )


def fit(given: list[Row]) -> dict[str, float]:
    """Ridge logistic regression by Newton steps over single weights, in a fixed order."""
    names = sorted(given[0][1])
    weights = dict.fromkeys(names, 0.0)
    for _ in range(STEPS):
        for name in names:
            slope = -RIDGE * weights[name] * (name != "bias")
            curve = RIDGE * (name != "bias") + 1e-9
            for _, values, lost in given:
                guess = _chance(weights, values)
                slope += (lost - guess) * values[name]
                curve += guess * (1 - guess) * values[name] ** 2
            weights[name] += slope / curve
    return {name: round(value, 3) for name, value in weights.items()}


def _chance(weights: dict[str, float], values: dict[str, float]) -> float:
    total = sum(weights[name] * values[name] for name in sorted(weights))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def report(given: list[Row]) -> Iterator[str]:
    """What the weights are worth on sessions left out."""
    guesses = []
    for stem in sorted({row[0] for row in given}):
        weights = fit([row for row in given if row[0] != stem])
        guesses += [(_chance(weights, values), lost) for name, values, lost in given if name == stem]
    base = sum(lost for _, lost in guesses) / len(guesses)
    loss = -sum(math.log(guess if lost else 1 - guess) for guess, lost in guesses) / len(guesses)
    flat = -base * math.log(base) - (1 - base) * math.log(1 - base)
    yield f"{len(guesses)} statements, {base:.3f} lost; log loss {loss:.3f}, of the base rate {flat:.3f}"
    for low in range(0, 10, 2):
        bin_ = [lost for guess, lost in guesses if low / 10 <= guess < low / 10 + 0.2]
        if bin_:
            share = sum(bin_) / len(bin_)
            yield f"guessed {low / 10:.1f} to {low / 10 + 0.2:.1f}: {share:.2f} lost of {len(bin_)}"


def written(weights: dict[str, float], given: list[Row]) -> str:
    """The module that holds the weights, with what they were fitted on."""
    sessions, lost = len({row[0] for row in given}), sum(row[2] for row in given)
    body = "".join(f'    "{name}": {value},\n' for name, value in sorted(weights.items()))
    return (
        '"""Weights of `gates.retention.likelihood`, written by `bench/fit_loss.py`.\n\n'
        f"Fitted on {len(given)} labelled statements of {sessions} sessions; native summaries lost {lost}.\n"
        '"""\n\n'
        f'LOSS_WEIGHTS_VERSION = "en/7"\n\nWEIGHTS = {{\n{body}}}\n'
    )


def main() -> None:
    """Fit, print, and write the module if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--labels", type=present, nargs="+", required=True)
    parser.add_argument("--transcripts", type=present, nargs="+", required=True)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    given = list(rows(asked.labels, asked.transcripts))
    if not given:
        parser.error("no labelled session of which the transcript is there")
    for line in report(given):
        print(line)
    weights = fit(given)
    if asked.write:
        MODULE.write_text(written(weights, given), encoding="utf-8")
    print(weights)


if __name__ == "__main__":
    reported(main)
