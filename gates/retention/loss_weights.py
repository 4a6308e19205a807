"""Weights of `gates.retention.likelihood`, written by `bench/fit_loss.py`.

Fitted on 812 labelled statements of 42 sessions; native summaries lost 337.
"""

LOSS_WEIGHTS_VERSION = "en/5"

WEIGHTS = {
    "bias": 1.394,
    "changed": -0.433,
    "dropped": 0.521,
    "edits": 0.13,
    "held": -0.684,
    "open_work": 1.01,
    "paraphrased": 0.146,
    "preserved": -0.854,
    "quoted": 0.323,
    "score": -2.475,
    "short": 0.521,
    "size": -0.327,
    "weakened": -0.091,
}
