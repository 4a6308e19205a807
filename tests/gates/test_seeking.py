"""Looking near an anchor gives what looking everywhere gives."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from gates.language.anchored_search import sub_near

PATTERN = re.compile(r"\b(?:one|two)(?: (?:one|two)){0,2} dozen\b")
ANCHOR = re.compile("dozen")
WORDS = st.lists(st.sampled_from(["one", "two", "dozen", "x" * 30, "\n", "of"]), max_size=60).map(" ".join)


@given(WORDS)
def test_near_its_anchor_a_pattern_finds_what_it_finds_anywhere(text: str) -> None:
    """The text before, between and after does not matter."""
    assert sub_near(PATTERN, "#", text, ANCHOR, 20) == PATTERN.sub("#", text)
    assert sub_near(PATTERN, lambda m: m.group().upper(), text, ANCHOR, 20) == PATTERN.sub(
        lambda m: m.group().upper(), text
    )
