"""Fit the ranker's weights on labelled compactions, and say how it does on sessions left out of the fit.

Run: python -m bench.ranker.fit --labels DIR [DIR ...] --transcripts DIR [DIR ...]
     [--write workbench/facts/proposals/weights.json] [--folds DIR]

Needs numpy and scipy, which the program does not. A logistic regression with a ridge, by L-BFGS from the
optimum of all examples, so that equal data give equal weights after rounding. Beside the features of a
statement its words are fitted, once for all sources and once for each; what is written is their sum. The
calibration is fitted on predictions for sessions left out. `--folds` writes one model for each session,
fitted without it.
"""

from __future__ import annotations

import argparse
import json
import math
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bench.ranker.labelled import Example, Row, examples
from bench.usage import present, reported
from workbench.facts.proposals.model import MODEL_IN_USE, RANKER_VERSION, parse

Calibration = dict[str, tuple[float, float]]
Fitted = tuple[float, dict[str, float]]
"""Intercept and weights."""

WORD = "word:"
"""How the names of words begin among those of features."""
SOURCES = ("assistant", "commit", "fact", "plan")
"""Whose words are weighed; those of humans ranked unseen sessions worse."""

RIDGE = 33.0
LEAST_ROWS = 25
LEAST_SESSIONS = 5
FULL_SESSIONS = 3
"""Sessions of one project that are worth a session each; more of them add little that is new."""
MORE = 0.7
"""The weight of a statement in a range labelled beside the compacted ones; such ranges overlap."""
MORE_HUMAN = 0.25
"""The weight of a human's statement there: its readers labelled fewer than those of compactions."""
LEAST_FAMILIES = 4
"""Projects whose statements must have a word, or it is the word of a project and not of a decision."""
STEPS = 400
CLOSE = 1e-4
"""Slopes smaller than this change no weight that is written."""
FOLDS = 10


def without(session: str) -> None:
    """Put the model in place that was fitted without a session; the folder is named by RANKER_FOLDS."""
    path = Path(os.environ["RANKER_FOLDS"]) / f"{session}.json"
    if not path.exists():
        raise SystemExit(f"no model without {session} in {path.parent}; run the fit with --folds")
    MODEL_IN_USE.put_in_place(parse(json.loads(path.read_text(encoding="utf-8"))))


class Design:
    """Examples as one sparse matrix, so that many fits on parts of them need not build it again."""

    def __init__(self, given: list[Example]) -> None:
        import numpy as np  # type: ignore[import-not-found,unused-ignore]
        from scipy.sparse import csr_matrix  # type: ignore[import-not-found,import-untyped,unused-ignore]

        self._given = given
        names = kept(given)
        self._column = {name: i + 1 for i, name in enumerate(names)}
        rows = [row for example in given for row in example.rows]
        values, columns, ends = [], [], [0]
        for row in rows:
            known = [(0, 1.0), *((self._column[n], v) for n, v in named(row) if n in self._column)]
            columns += [column for column, _ in known]
            values += [value for _, value in known]
            ends.append(len(columns))
        self._x = csr_matrix((values, columns, ends), shape=(len(rows), len(names) + 1))
        self._y = np.array([float(row.weight > 0) for row in rows])
        self._weight = np.array([_weight(e, row) for e in given for row in e.rows])
        self._of = np.array([i for i, e in enumerate(given) for _ in e.rows])
        self._near: Any = None
        """Weights of the fit on all, near which the others are."""

    def fit(self, taken: list[Example]) -> Fitted:
        """The fit on some of the examples, by the features and words that they show often enough."""
        import numpy as np  # type: ignore[import-not-found,unused-ignore]

        if self._near is None:
            rows = np.ones(len(self._of), dtype=bool)
            start = np.zeros(self._x.shape[1])
            self._near = _optimum(self._x, self._y, self._shared(self._given, rows), start)
        kept_here = kept(taken)
        columns = np.array([0, *(self._column[name] for name in kept_here)])
        known = {id(example) for example in taken}
        rows = np.array([id(example) in known for example in self._given])[self._of]
        x, y = self._x[rows][:, columns], self._y[rows]
        w = _optimum(x, y, self._shared(taken, rows), self._near[columns])
        return round(float(w[0]), 3), {n: round(float(v), 3) for n, v in zip(kept_here, w[1:], strict=True)}

    def _shared(self, taken: list[Example], rows: Any) -> Any:
        """The weight of each row, by how much its project weighs among those taken."""
        import numpy as np  # type: ignore[import-not-found,unused-ignore]

        share = shares(taken)
        of_example = np.array([share.get(example.project, 0.0) for example in self._given])
        return (self._weight * of_example[self._of])[rows]


def named(row: Row) -> Iterator[tuple[str, float]]:
    """Yield the features of a row, and each of its words alone and with its speaker.

    Words of statements about the state of the work are not weighed: the program chose them.
    """
    yield from row.features.items()
    if row.source in SOURCES:
        for word in row.words:
            yield f"{WORD}{word}", 1.0
            yield f"{WORD}{row.source}|{word}", 1.0


def _weight(example: Example, row: Row) -> float:
    """How much a row matters within its example."""
    share = 1.0 if not example.more else MORE_HUMAN if row.source in ("human", "fact") else MORE
    return share * (row.weight or 1.0)


def _optimum(x: Any, y: Any, weight: Any, w: Any) -> Any:
    """The weights of least loss, from some weights on."""
    import numpy as np  # type: ignore[import-not-found,unused-ignore]
    from scipy.optimize import minimize  # type: ignore[import-not-found,import-untyped,unused-ignore]

    ridge = np.full(len(w), RIDGE)
    ridge[0] = 1e-6
    turned = x.T.tocsr()

    def loss(w: Any) -> tuple[float, Any]:
        z = x @ w
        value = weight @ (np.logaddexp(0.0, z) - y * z) + 0.5 * (ridge * w) @ w
        p = 1 / (1 + np.exp(-np.clip(z, -30, 30)))
        return float(value), turned @ (weight * (p - y)) + ridge * w

    options = {"maxiter": STEPS, "maxcor": 20, "gtol": CLOSE, "ftol": 1e-15}
    return minimize(loss, w, jac=True, method="L-BFGS-B", options=options).x


def shares(given: list[Example]) -> dict[str, float]:
    """How much an example of each project weighs: all its sessions together as `FULL_SESSIONS` at most."""
    sessions: dict[str, set[str]] = defaultdict(set)
    for example in given:
        sessions[example.project].add(example.session)
    return {project: min(1.0, FULL_SESSIONS / len(own)) for project, own in sessions.items()}


def kept(given: list[Example]) -> list[str]:
    """The features that enough rows of enough sessions show, and words that several projects use."""
    rows: Counter[str] = Counter()
    sessions: dict[str, set[str]] = defaultdict(set)
    families: dict[str, set[str]] = defaultdict(set)
    for example in given:
        for row in example.rows:
            for name, _ in named(row):
                rows[name] += 1
                sessions[name].add(example.session)
                families[name].add(example.family)
    often = (n for n in rows if rows[n] >= LEAST_ROWS and len(sessions[n]) >= LEAST_SESSIONS)
    return sorted(n for n in often if not n.startswith(WORD) or _is_shared(n, families))


def _is_shared(name: str, families: Mapping[str, set[str]]) -> bool:
    """Return whether several projects contain a word, from any speaker."""
    word = name.removeprefix(WORD).rpartition("|")[2]
    return len(families[f"{WORD}{word}"]) >= LEAST_FAMILIES


def scores(given: list[Example], intercept: float, weights: dict[str, float]) -> list[list[float]]:
    """The score of each row of each example."""
    return [
        [intercept + sum(weights.get(n, 0.0) * v for n, v in named(row)) for row in example.rows]
        for example in given
    ]


def calibrated(given: list[Example], outside: list[list[float]]) -> Calibration:
    """Return each source's slope and shift that turn a left-out session's score into a probability.

    Only compacted ranges are used: elsewhere the share of binding statements may differ.
    """
    found: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for example, own in zip(given, outside, strict=True):
        for row, score in zip(example.rows, own, strict=True) if not example.more else ():
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
    """Return the content of the file."""
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
        "weights": {n: v for n, v in sorted(model[1].items()) if v and not n.startswith(WORD)},
        "words": _words(model[1]),
    }


def _words(weights: dict[str, float]) -> dict[str, dict[str, float]]:
    """Return the weight of each word by source: for any speaker, plus the source's own."""
    general = {n.removeprefix(WORD): v for n, v in weights.items() if n.startswith(WORD) and "|" not in n}
    found: dict[str, dict[str, float]] = {}
    for source in sorted(SOURCES):
        own = {word: v + weights.get(f"{WORD}{source}|{word}", 0.0) for word, v in sorted(general.items())}
        found[source] = {word: round(value, 3) for word, value in own.items() if round(value, 3)}
    return found


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
    a.add_argument("--labels", type=present, nargs="+", required=True)
    a.add_argument("--transcripts", type=present, nargs="+", required=True)
    a.add_argument("--write", type=Path)
    a.add_argument("--folds", type=Path)
    wanted = a.parse_args()
    given = examples(wanted.labels, wanted.transcripts)
    if not given:
        a.error("no labelled session of which the transcript is there")
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
    reported(main)
