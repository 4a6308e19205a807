"""Weights of `gates.retention.likelihood`, written by `bench/fit_loss.py`.

Fitted on 812 labelled statements of 42 sessions; native summaries lost 337.
"""

LOSS_WEIGHTS_VERSION = "en/3"

WEIGHTS = {
    "bias": 1.523,
    "changed": -0.601,
    "dropped": 0.425,
    "edits": 0.206,
    "held": -0.734,
    "open_work": 0.996,
    "paraphrased": 0.252,
    "preserved": -0.861,
    "quoted": 0.355,
    "score": -2.628,
    "short": 0.545,
    "size": -0.332,
    "weakened": -0.074,
}
