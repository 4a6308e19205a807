"""Weights of `gates.retention.likelihood`, written by `bench/fit_loss.py`.

Fitted on 812 labelled statements of 42 sessions; native summaries lost 337.
"""

LOSS_WEIGHTS_VERSION = "en/6"

WEIGHTS = {
    "bias": 1.424,
    "changed": -0.352,
    "dropped": 0.472,
    "edits": 0.096,
    "held": -0.753,
    "open_work": 1.011,
    "paraphrased": 0.173,
    "preserved": -0.817,
    "quoted": 0.321,
    "score": -2.496,
    "short": 0.524,
    "size": -0.304,
    "weakened": -0.075,
}
