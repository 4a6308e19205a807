"""Text clipping of the app, with one sign for what was cut off; widths and wrapping as in the commands."""

from __future__ import annotations

from functools import partial

from workbench.escaping import visible
from workbench.presentation import cells as plain

ELLIPSIS = "…"

clip = partial(plain.clip, ellipsis=ELLIPSIS)
fit = partial(plain.fit, ellipsis=ELLIPSIS)


def in_place(text: str) -> str:
    """Return the text on one line with its spaces kept: for names that the app shows."""
    return visible(text.replace("\n", " ").replace("\t", " "))


def bar(share: float, width: int, full: str, empty: str) -> str:
    """Return a bar of `width` cells, filled to a share between 0 and 1."""
    filled = round(min(max(share, 0.0), 1.0) * width)
    return full * filled + empty * (width - filled)
