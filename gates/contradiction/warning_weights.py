"""Weights of `gates.contradiction.ranking`, written by tests/benchmarks/accuracy/fit_warnings.py;
fitted on the labelled claims of 28 sessions, not edited by hand.
"""

from __future__ import annotations

WEIGHTS_VERSION = "warnings/1"
BIAS = -0.551
WEIGHTS: dict[str, float] = {
    "code": -0.171,
    "kind claim": -0.106,
    "kind constraint": -0.236,
    "kind decision": 0.481,
    "kind failure": 0.691,
    "kind open_work": -0.755,
    "long": -0.379,
    "of a file": 0.042,
    "rule credited_to_user": 1.392,
    "rule errors_denied": 1.099,
    "rule id_absent": -0.153,
    "rule id_unseen": 0.125,
    "rule name_unseen": 0.045,
    "rule negation_added": -0.386,
    "rule negation_dropped": -0.389,
    "rule num_absent": 0.46,
    "rule num_replaced": -0.281,
    "rule num_rival": -0.184,
    "rule num_unlinked": -0.413,
    "rule opposite_word": -0.148,
    "rule overclaim all": 0.435,
    "rule overclaim none": 0.131,
    "rule overclaim solved": 1.083,
    "rule overclaim wide": -0.167,
    "rule polarity_conflict": -0.026,
    "rule polarity_hint": 0.217,
    "rule quote_not_said": -0.092,
    "rule quote_unknown": 1.034,
    "rule summary_requested": 0.315,
    "rule task_state": 0.7,
    "rule tests_not_passing": 0.7,
    "rule unchanged_file": 0.7,
    "rule weak_support": -0.28,
    "rule work_already_done": 0.974,
    "several rules": 1.321,
    "unlinked": 0.314,
}
