"""Weights of `gates.retention.likelihood`, written by `bench/fit_loss.py`.

Fitted on 812 labelled statements of 42 sessions; native summaries lost 337.
"""

LOSS_WEIGHTS_VERSION = "en/7"

WEIGHTS = {
    "bias": 2.095,
    "changed": -0.145,
    "dropped": 0.313,
    "edits": 0.082,
    "held": -0.54,
    "open_work": 1.079,
    "paraphrased": 0.319,
    "preserved": -0.623,
    "quoted": 0.349,
    "score": -1.618,
    "short": 0.446,
    "size": -0.525,
    "together": -1.823,
    "weakened": 0.066,
}
