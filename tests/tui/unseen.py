"""The drawing of a headless app: each widget is fully rendered as on a terminal, without output."""

from __future__ import annotations

from typing import Any

import pytest
from textual._compositor import Compositor
from textual.geometry import Region

WHOLE, PARTS = Compositor.render_full_update, Compositor.render_partial_update
"""The functions that compose a screen for a terminal."""


def draw_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every widget drawn on its screen, and omit what Textual would send to a terminal."""

    def full(compositor: Compositor, simplify: bool = False) -> Any:
        if simplify:  # a picture
            return WHOLE(compositor, simplify)
        compositor._dirty_regions.clear()
        _drawn(compositor, compositor.size.region)
        return None

    def partial(compositor: Compositor) -> None:
        regions = compositor._dirty_regions.copy()
        compositor._dirty_regions.clear()
        if regions:
            _drawn(compositor, Region.from_union(regions).intersection(compositor.size.region))

    monkeypatch.setattr(Compositor, "render_full_update", full)
    monkeypatch.setattr(Compositor, "render_partial_update", partial)


def _drawn(compositor: Compositor, crop: Region) -> None:
    for _ in compositor._get_renders(crop):
        pass
