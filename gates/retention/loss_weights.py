"""Weights of the model in `gates.retention.likelihood`; `tests/benchmarks/fit_loss.py` makes them."""

LOSS_WEIGHTS_VERSION = "en/1"

WEIGHTS = {
    "bias": 1.526,
    "changed": -0.953,
    "dropped": 0.61,
    "edits": 0.13,
    "held": -0.91,
    "open_work": 0.71,
    "paraphrased": -0.069,
    "preserved": -1.339,
    "quoted": 0.51,
    "score": -1.961,
    "short": 0.107,
    "size": -0.402,
    "weakened": 0.014,
}
