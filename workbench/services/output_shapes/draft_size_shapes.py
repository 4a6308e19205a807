"""The shapes of how large a draft is, beside what was asked for and in the context."""

from __future__ import annotations

from workbench.services.output_shapes.shape import Shape


class SizeReachedShape(Shape):
    """Of drafts only: the size asked for and the one reached, in tokens of four characters, kept events too.

    Without a size `asked` and `most` are null; `over` and `under` are what is too much or missing.
    """

    asked: str | None
    least: int
    most: int | None
    tokens: int
    range_tokens: int
    over: int
    under: int


class ContextChangeShape(Shape):
    """Tokens of the active context now and with the draft accepted; `growth` is null without any.

    It is left out where the draft did not parse, is active already or cannot be accepted.
    """

    before: int
    after: int
    growth: int | None
