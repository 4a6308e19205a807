"""The shapes of a draft's size, compared with the requested size and with the context."""

from __future__ import annotations

from workbench.services.output_shapes.shape import Shape


class SizeReachedShape(Shape):
    """Drafts only: the requested and the reached size, in tokens of four characters, kept events included.

    Without a requested size `asked` and `most` are null; `over` and `under` are the tokens in excess or
    missing.
    """

    asked: str | None
    least: int
    most: int | None
    tokens: int
    range_tokens: int
    over: int
    under: int


class ContextChangeShape(Shape):
    """Tokens of the active context now and with the draft accepted; `growth` is null if it would not grow.

    Left out if the draft did not parse, is active already or cannot be accepted.
    """

    before: int
    after: int
    growth: int | None
