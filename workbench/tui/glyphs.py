"""The signs that the app draws with: Unicode if the terminal supports UTF-8, else ASCII."""

from __future__ import annotations

import locale
import os
from typing import NamedTuple


class Glyphs(NamedTuple):
    """One set of signs, each one column wide unless noted."""

    ascii: bool
    cursor: str
    in_range: str
    artifact: str
    """An artifact that replaces events."""
    trigger: str
    """A strategy would compact here by itself."""
    blocks: str
    """A problem that keeps a gate from passing."""
    crumb: str
    ellipsis: str
    rule: str
    bars: str
    """Signs of one cell, from empty to full."""
    bar_selected: str
    threshold: str
    axis: str
    axis_mark: str
    full: str
    empty: str
    here: str
    """The cursor on an axis."""
    tick: str
    bullet: str


UNICODE = Glyphs(
    ascii=False,
    cursor="❯",
    in_range="┃",
    artifact="≋",
    trigger="⚑",
    blocks="!",
    crumb="›",
    ellipsis="…",
    rule="─",
    bars=" ▁▂▃▄▅▆▇█",
    bar_selected="▓",
    threshold="╌",
    axis="─",
    axis_mark="▲",
    full="━",
    empty="─",
    here="◆",
    tick="✓",
    bullet="·",
)

ASCII = Glyphs(
    ascii=True,
    cursor=">",
    in_range="|",
    artifact="~",
    trigger="%",
    blocks="!",
    crumb=">",
    ellipsis="~",
    rule="-",
    bars="    :::::",
    bar_selected="#",
    threshold="-",
    axis="-",
    axis_mark="^",
    full="#",
    empty=" ",
    here="o",
    tick="+",
    bullet="-",
)


def speaks_unicode() -> bool:
    """Return whether the character set of the locale is UTF-8."""
    named = os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE") or os.environ.get("LANG") or ""
    return "utf" in (named or locale.getpreferredencoding(False)).lower()


def choose(*, ascii_only: bool) -> Glyphs:
    """Return the signs for this terminal."""
    return ASCII if ascii_only or not speaks_unicode() else UNICODE
