"""Weights of `gates.retention.likelihood`, written by `bench/fit_loss.py`.

Fitted on 680 labelled statements of 28 sessions; native summaries lost 268.
"""

LOSS_WEIGHTS_VERSION = "en/2"

WEIGHTS = {
    "bias": 1.023,
    "changed": -0.54,
    "dropped": 0.722,
    "edits": 0.281,
    "held": -0.925,
    "open_work": 0.958,
    "paraphrased": 0.391,
    "preserved": -0.695,
    "quoted": 0.349,
    "score": -2.248,
    "short": 0.559,
    "size": -0.064,
    "weakened": -0.057,
}
