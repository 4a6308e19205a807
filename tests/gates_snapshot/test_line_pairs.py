"""Which lines of a changed block are shown as a line and its replacement."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from gates.snapshot.line_pairs import line_pairs
from gates.snapshot.pairing import SIMILAR, similarity

LINES = st.lists(
    st.lists(st.sampled_from("use the port lax cookie test fix 80 81".split()), max_size=5).map(" ".join),
    max_size=9,
)


def test_a_line_pairs_with_the_one_that_is_like_it_not_with_the_one_at_its_place() -> None:
    before = ["the cache is keyed by the branch name", "twelve tests are skipped on Windows"]
    after = [
        "ask the owner about the licence",
        "the cache is keyed by the commit",
        "twelve tests are skipped on Linux",
    ]
    assert list(line_pairs(before, after)) == [
        (None, after[0]),
        (before[0], after[1]),
        (before[1], after[2]),
    ]


def test_pairs_do_not_cross() -> None:
    """Of two lines that changed places one is removed and added again."""
    one, other = "the port is 8080 in every environment", "retries stop after three attempts in a row"
    found = list(line_pairs([one, other], [f"{other} now", f"{one} now"]))
    assert [old for old, _ in found if old] == [one, other]
    assert [new for _, new in found if new] == [f"{other} now", f"{one} now"]
    assert sum(None not in each for each in found) == 1


@settings(max_examples=80, deadline=None)
@given(LINES, LINES)
def test_each_line_occurs_once_in_the_order_of_its_side(before: list[str], after: list[str]) -> None:
    found = list(line_pairs(before, after))
    assert [old for old, _ in found if old is not None] == before
    assert [new for _, new in found if new is not None] == after
    assert all(similarity(old, new) >= SIMILAR for old, new in found if old is not None and new is not None)
