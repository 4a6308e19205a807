"""Weights of `gates.retention.likelihood`, written by `bench/fit_loss.py`.

Fitted on 812 labelled statements of 42 sessions; native summaries lost 337.
"""

LOSS_WEIGHTS_VERSION = "en/4"

WEIGHTS = {
    "bias": 1.523,
    "changed": -0.613,
    "dropped": 0.431,
    "edits": 0.188,
    "held": -0.714,
    "open_work": 0.986,
    "paraphrased": 0.178,
    "preserved": -0.824,
    "quoted": 0.317,
    "score": -2.586,
    "short": 0.528,
    "size": -0.342,
    "weakened": -0.071,
}
