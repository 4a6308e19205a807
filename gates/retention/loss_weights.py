"""Weights of `gates.retention.likelihood`, written by `bench/fit_loss.py`.

Fitted on 812 labelled statements of 42 sessions; native summaries lost 337.
"""

LOSS_WEIGHTS_VERSION = "en/4"

WEIGHTS = {
    "bias": 1.399,
    "changed": -0.6,
    "dropped": 0.476,
    "edits": 0.131,
    "held": -0.735,
    "open_work": 1.004,
    "paraphrased": 0.14,
    "preserved": -0.89,
    "quoted": 0.335,
    "score": -2.426,
    "short": 0.527,
    "size": -0.298,
    "weakened": -0.101,
}
