"""The shape of a draft's use of a language model, a part of `workbench.draft/1`."""

from __future__ import annotations

from workbench.services.output_shapes.shape import Shape


class SpentMoneyShape(Shape):
    """An amount of money."""

    amount: float
    currency: str


class ModelRunShape(Shape):
    """The result of asking a language model."""

    name: str
    """Provider and model."""
    prompt_version: str
    calls: int
    problems: list[int]
    """Number of blocking problems after the first answer and after each round of repair."""
    kept_round: int
    """The round whose answer was kept; 0 is the first answer."""
    masked: int
    """Number of secrets masked in what was sent."""
    warnings: list[str]
    """Quotes and items that were not accepted, and other notes for a person."""
    money: SpentMoneyShape | None = None
    """Cost of all rounds, if the price of the model is configured."""
