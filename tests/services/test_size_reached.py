"""What is said about a draft that misses its size, or a page."""

from __future__ import annotations

import pytest

from workbench.services.drafts.size_reached import PAGE_MOST, SizeReached


@pytest.mark.parametrize(("tokens", "warned"), [(PAGE_MOST, False), (PAGE_MOST + 1, True)])
@pytest.mark.parametrize("strategy", ["historian", "native"])
def test_a_draft_longer_than_a_page_is_reported_without_a_size(
    strategy: str, tokens: int, *, warned: bool
) -> None:
    """If its strategy is not held to a page by itself, with the size that holds it."""
    stated = SizeReached(None, 0, None, tokens, 90_000).warning(strategy)
    assert (stated is not None) is warned
    assert stated is None or "--size" in stated


def test_a_small_draft_that_loses_items_does_not_say_that_nothing_is_left() -> None:
    """The same output lists what was lost."""
    small = SizeReached("1000", 0, 1_000, 300, 90_000)
    assert "nothing more" in str(small.warning("intentional"))
    lossy = str(small.warning("intentional", loses=True))
    assert "nothing more" not in lossy
    assert "gate C" in lossy


@pytest.mark.parametrize(("context", "warned"), [(0, False), (160, False), (161, True)])
def test_a_draft_that_is_mostly_headings_is_not_of_the_size_asked_for(context: int, *, warned: bool) -> None:
    """Its statements have the size, and the context gets more than twice of it."""
    stated = SizeReached("80", 0, 80, 79, 90_000).warning("native", context=context)
    assert (stated is not None) is warned
    assert stated is None or f"{context} tokens of context" in stated
