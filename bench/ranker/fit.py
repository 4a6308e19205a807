"""Fit the ranker's weights on labelled compactions, and say how it does on sessions left out of the fit.

Run: python -m bench.ranker.fit --labels DIR [DIR ...] --transcripts DIR [DIR ...]
     [--write workbench/facts/proposals/weights.json] [--folds DIR]

Needs numpy, which the program does not. A logistic regression with a ridge, by Newton's method to the
optimum, so that equal data give equal weights after rounding. The calibration is fitted on predictions for
sessions left out. `--folds` writes one model for each session, fitted without it.
"""

from __future__ import annotations

import argparse
import json
import math
import os
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from bench.ranker.labelled import Example, examples
from workbench.facts.proposals.model import MODEL_IN_USE, RANKER_VERSION, parse

Calibration = dict[str, tuple[float, float]]
Fitted = tuple[float, dict[str, float]]
"""Intercept and weights."""

RIDGE = 33.0
LEAST_ROWS = 25
LEAST_SESSIONS = 5
FULL_SESSIONS = 3
"""Sessions of one project that are worth a session each; more of them add little that is new."""
STEPS = 12
CHORDS = 40
"""Steps by a curvature that is only near."""
CLOSE = 1e-7
"""Steps smaller than this change no weight that is written."""
FOLDS = 10


def without(session: str) -> None:
    """Put the model in place that was fitted without a session; the folder is named by RANKER_FOLDS."""
    path = Path(os.environ["RANKER_FOLDS"]) / f"{session}.json"
    if not path.exists():
        raise SystemExit(f"no model without {session} in {path.parent}; run the fit with --folds")
    MODEL_IN_USE.put_in_place(parse(json.loads(path.read_text(encoding="utf-8"))))


class Design:
    """Examples as one matrix, so that many fits on parts of them need not build it again."""

    def __init__(self, given: list[Example]) -> None:
        import numpy as np  # type: ignore[import-not-found,unused-ignore]

        self._given = given
        names = kept(given)
        self._column = {name: i + 1 for i, name in enumerate(names)}
        rows = [row for example in given for row in example.rows]
        self._x = np.zeros((len(rows), len(names) + 1))
        self._x[:, 0] = 1.0
        for i, row in enumerate(rows):
            for name, value in row.features.items():
                if name in self._column:
                    self._x[i, self._column[name]] = value
        self._y = np.array([float(row.weight > 0) for row in rows])
        self._weight = np.array([row.weight or 1.0 for row in rows])
        self._of = np.array([i for i, e in enumerate(given) for _ in e.rows])
        self._near: Any = None
        """Weights and curvature of the fit on all, near which the others are."""

    def fit(self, taken: list[Example]) -> Fitted:
        """The fit on some of the examples, by the features that they show often enough."""
        import numpy as np  # type: ignore[import-not-found,unused-ignore]

        if self._near is None:
            every = np.array([0, *self._column.values()])
            rows = np.ones(len(self._of), dtype=bool)
            self._near = _optimum(self._x, self._y, self._shared(self._given, rows), np.zeros(len(every)))
        kept_here = kept(taken)
        columns = np.array([0, *(self._column[name] for name in kept_here)])
        known = {id(example) for example in taken}
        rows = np.array([id(example) in known for example in self._given])[self._of]
        x, y = self._x[np.ix_(rows, columns)], self._y[rows]
        w, curve = self._near[0][columns], self._near[1][np.ix_(columns, columns)]
        w = _near_optimum(x, y, self._shared(taken, rows), w, curve)
        return round(float(w[0]), 3), {n: round(float(v), 3) for n, v in zip(kept_here, w[1:], strict=True)}

    def _shared(self, taken: list[Example], rows: Any) -> Any:
        """The weight of each row, by how much its project weighs among those taken."""
        import numpy as np  # type: ignore[import-not-found,unused-ignore]

        share = shares(taken)
        of_example = np.array([share.get(example.project, 0.0) for example in self._given])
        return (self._weight * of_example[self._of])[rows]


def _ridge(size: int) -> Any:
    import numpy as np  # type: ignore[import-not-found,unused-ignore]

    ridge = np.full(size, RIDGE)
    ridge[0] = 1e-6
    return ridge


def _slope(x: Any, y: Any, weight: Any, w: Any) -> tuple[Any, Any]:
    """The gradient, and how much each row bends."""
    import numpy as np  # type: ignore[import-not-found,unused-ignore]

    p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
    return x.T @ (weight * (p - y)) + _ridge(len(w)) * w, weight * p * (1 - p)


def _optimum(x: Any, y: Any, weight: Any, w: Any) -> tuple[Any, Any]:
    """Newton's method from some weights: the optimum, and the curvature there."""
    import numpy as np  # type: ignore[import-not-found,unused-ignore]

    curve = None
    for _ in range(STEPS):
        gradient, bends = _slope(x, y, weight, w)
        curve = (x * bends[:, None]).T @ x + np.diag(_ridge(len(w)))
        step = np.linalg.solve(curve, gradient)
        w = w - step
        if float(np.abs(step).max()) < CLOSE:
            break
    return w, curve


def _near_optimum(x: Any, y: Any, weight: Any, w: Any, curve: Any) -> Any:
    """The optimum of nearly the same data: steps by a known curvature, anew where they are too slow."""
    import numpy as np  # type: ignore[import-not-found,unused-ignore]

    turned = np.linalg.inv(curve)
    for _ in range(CHORDS):
        gradient, _ = _slope(x, y, weight, w)
        step = turned @ gradient
        w = w - step
        if float(np.abs(step).max()) < CLOSE:
            return w
    return _optimum(x, y, weight, w)[0]


def shares(given: list[Example]) -> dict[str, float]:
    """How much an example of each project weighs: all its sessions together as `FULL_SESSIONS` at most."""
    sessions: dict[str, set[str]] = defaultdict(set)
    for example in given:
        sessions[example.project].add(example.session)
    return {project: min(1.0, FULL_SESSIONS / len(own)) for project, own in sessions.items()}


def kept(given: list[Example]) -> list[str]:
    """The features that enough rows of enough sessions show."""
    rows: Counter[str] = Counter()
    sessions: dict[str, set[str]] = defaultdict(set)
    for example in given:
        for row in example.rows:
            rows.update(row.features.keys())
            for name in row.features:
                sessions[name].add(example.session)
    return sorted(n for n in rows if rows[n] >= LEAST_ROWS and len(sessions[n]) >= LEAST_SESSIONS)


def scores(given: list[Example], intercept: float, weights: dict[str, float]) -> list[list[float]]:
    """The score of each row of each example."""
    return [
        [intercept + sum(weights.get(n, 0.0) * v for n, v in row.features.items()) for row in example.rows]
        for example in given
    ]


def calibrated(given: list[Example], outside: list[list[float]]) -> Calibration:
    """Of each source, slope and shift by which a score of a left-out session becomes a probability."""
    found: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for example, own in zip(given, outside, strict=True):
        for row, score in zip(example.rows, own, strict=True):
            found[row.source].append((score, row.weight > 0))
    return {source: _calibrated(pairs) for source, pairs in sorted(found.items())}


def _calibrated(pairs: list[tuple[float, bool]]) -> tuple[float, float]:
    import numpy as np  # type: ignore[import-not-found,unused-ignore]

    x = np.array([[s, 1.0] for s, _ in pairs])
    y = np.array([float(b) for _, b in pairs])
    w = np.array([1.0, 0.0])
    for _ in range(40):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        pull = np.array([w[0] - 1.0, 0.0])
        curve = (x * (p * (1 - p))[:, None]).T @ x + np.diag([1.0, 1e-6])
        w -= np.linalg.solve(curve, x.T @ (p - y) + pull)
    return round(float(w[0]), 3), round(float(w[1]), 3)


def average_precision(pairs: list[tuple[float, bool]]) -> float:
    """The area under precision and recall."""
    right, total = 0, 0.0
    ordered = sorted(pairs, key=lambda p: (-p[0], p[1]))
    for n, (_, good) in enumerate(ordered, 1):
        right += good
        total += right / n if good else 0.0
    return round(total / max(1, right), 3)


def left_out(given: list[Example]) -> tuple[list[list[float]], dict[str, Fitted]]:
    """Scores of each example by a model fitted without its project, and these models by session."""
    projects = sorted({e.project for e in given})
    design = Design(given)
    found: dict[int, list[float]] = {}
    models = {}
    count = len(projects) if FOLDS == 0 else min(FOLDS, len(projects))
    for fold in range(count):
        out = projects[fold::count]
        model = design.fit([e for e in given if e.project not in out])
        for i, example in enumerate(given):
            if example.project in out:
                found[i] = scores([example], *model)[0]
                models[example.session] = model
    return [found[i] for i in range(len(given))], models


def body(given: list[Example], model: Fitted, calibration: Calibration) -> Any:
    """What goes into the file."""
    return {
        "version": RANKER_VERSION,
        "fitted_on": {
            "sessions": sorted({e.session for e in given}),
            "compactions": len(given),
            "statements": sum(len(e.rows) for e in given),
            "binding": sum(row.weight > 0 for e in given for row in e.rows),
        },
        "calibration": calibration,
        "intercept": model[0],
        "weights": {name: value for name, value in sorted(model[1].items()) if value},
    }


def _say_thresholds(given: list[Example], outside: list[list[float]], calibration: Calibration) -> None:
    """How many statements reach a likelihood, and how many of them a label covers."""
    groups: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for e, own in zip(given, outside, strict=True):
        for row, s in zip(e.rows, own, strict=True):
            name = f"{row.source} {'sure' if row.sure else 'unsure' if row.known else 'other'}"
            slope, shift = calibration[row.source]
            p = 1 / (1 + math.exp(-slope * s - shift))
            groups[name].append((p, row.weight > 0))
    for name, found in sorted(groups.items()):
        cells = []
        for least in (0.0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8):
            some = [good for p, good in found if p >= least]
            cells.append(f"{least}: {sum(some)}/{len(some)}")
        print(f"  {name:<18} {'  '.join(cells)}")


def main() -> int:
    """Fit, measure on what was left out, write."""
    a = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    a.add_argument("--labels", type=Path, nargs="+", required=True)
    a.add_argument("--transcripts", type=Path, nargs="+", required=True)
    a.add_argument("--write", type=Path)
    a.add_argument("--folds", type=Path)
    wanted = a.parse_args()
    given = examples(wanted.labels, wanted.transcripts)
    outside, models = left_out(given)
    pairs = [
        (score, row.weight > 0)
        for example, own in zip(given, outside, strict=True)
        for row, score in zip(example.rows, own, strict=True)
    ]
    calibration = calibrated(given, outside)
    print(f"{len(given)} compactions, {len(pairs)} statements, {sum(b for _, b in pairs)} covered by a label")
    print(f"average precision on sessions left out: {average_precision(pairs)}")
    by_source: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for e, own in zip(given, outside, strict=True):
        for row, s in zip(e.rows, own, strict=True):
            by_source[row.source].append((s, row.weight > 0))
    for source, own_pairs in sorted(by_source.items()):
        share = sum(b for _, b in own_pairs) / len(own_pairs)
        print(f"  {source:<10} {average_precision(own_pairs)} (share {share:.3f} of {len(own_pairs)})")
    _say_thresholds(given, outside, calibration)
    if wanted.folds:
        wanted.folds.mkdir(parents=True, exist_ok=True)
        for session, model in models.items():
            rest = [e for e in given if e.session != session]
            scored = [own for e, own in zip(given, outside, strict=True) if e.session != session]
            own_calibration = calibrated(rest, scored)
            (wanted.folds / f"{session}.json").write_text(json.dumps(body(rest, model, own_calibration)))
    if wanted.write:
        made = body(given, Design(given).fit(given), calibration)
        wanted.write.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
