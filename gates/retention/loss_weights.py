"""Weights of the model in `gates.retention.likelihood`; `tests/benchmarks/fit_loss.py` makes them."""

LOSS_WEIGHTS_VERSION = "en/1"

WEIGHTS = {
    "bias": 1.473,
    "changed": -0.944,
    "dropped": 0.651,
    "edits": 0.195,
    "held": -0.963,
    "open_work": 0.715,
    "paraphrased": 0.197,
    "preserved": -1.162,
    "quoted": 0.409,
    "score": -1.974,
    "short": 0.112,
    "size": -0.393,
    "weakened": 0.026,
}
