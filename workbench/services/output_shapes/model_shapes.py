"""The shape of what a draft says of its language model, a part of `workbench.draft/1`."""

from __future__ import annotations

from workbench.services.output_shapes.shape import Shape


class SpentMoneyShape(Shape):
    """An amount of money."""

    amount: float
    currency: str


class ModelRunShape(Shape):
    """What asking a language model came to."""

    name: str
    """Provider and model."""
    prompt_version: str
    calls: int
    problems: list[int]
    """How many blocked after the first answer and after each round of repairing."""
    kept_round: int
    """Which of them was kept; 0 is the first answer."""
    masked: int
    """Secrets masked in what was sent."""
    warnings: list[str]
    """Quotations and items that were not taken, and what else a person should know."""
    money: SpentMoneyShape | None = None
    """What all rounds cost, where the price of the model is configured."""
