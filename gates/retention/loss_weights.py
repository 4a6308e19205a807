"""Weights of the model in `gates.retention.likelihood`; `bench/fit_loss.py` makes them."""

LOSS_WEIGHTS_VERSION = "en/1"

WEIGHTS = {
    "bias": 1.479,
    "changed": -0.919,
    "dropped": 0.622,
    "edits": 0.197,
    "held": -0.953,
    "open_work": 0.732,
    "paraphrased": 0.143,
    "preserved": -1.171,
    "quoted": 0.407,
    "score": -2.002,
    "short": 0.139,
    "size": -0.385,
    "weakened": -0.013,
}
