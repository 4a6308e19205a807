"""How large a draft may be, by the requested size."""

from __future__ import annotations

import pytest

from workbench.errors import UsageError
from workbench.strategies.asked import CHARACTERS, AskedSize, page_tokens, parse_size, room_for


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("1200", "tokens", 1200),
        ("20%", "percent", 20),
        ("12.5%", "percent", 12.5),
        ("native", "native", 1),
        ("native*1.3", "native", 1.3),
        (" Contract ", "contract", 0),
    ],
)
def test_sizes_are_read(text: str, kind: str, value: float) -> None:
    """A number of tokens, a share, the native summary's size with a factor, the contract's target."""
    asked = parse_size(text)
    assert (asked.kind, asked.value) == (kind, value)
    assert parse_size(str(asked)) == asked


@pytest.mark.parametrize(
    "text", ["", "0", "-5", "0%", "100%", "native*", "native*0", "big", "20 %", "1e9", "٣"]
)
def test_what_is_no_size_is_refused_with_what_would_do(text: str) -> None:
    """One line gives the reason, and the hint a valid form."""
    with pytest.raises(UsageError) as refused:
        parse_size(text)
    assert "native*1.3" in refused.value.hint


def test_the_room_of_each_size() -> None:
    """Tokens are four characters; shares are of the range; a page is never over a third of it."""
    assert room_for(parse_size("100"), 9_000).most == 400
    assert room_for(parse_size("20%"), 9_000).most == 1_800
    assert room_for(parse_size("native*1.5"), 9_000, 2_000).most == 3_000
    contract = room_for(parse_size("contract"), 10_000)
    assert (contract.least, contract.most) == (2_000, 3_300)
    assert room_for(None, 4_000).most == 1_320
    assert not room_for(None, 4_000).hard


def test_a_native_size_needs_a_native_summary() -> None:
    """If the transcript has no summary of exactly this range, the command says so."""
    with pytest.raises(UsageError, match="no summary of exactly this range"):
        room_for(AskedSize("native", 1), 9_000)


@pytest.mark.parametrize(
    ("range_tokens", "tokens"),
    [(0, 800), (60_000, 1_500), (60_001, 1_500), (110_000, 2_000), (160_000, 2_500), (900_000, 2_500)],
)
def test_a_page_grows_with_its_range(range_tokens: int, tokens: int) -> None:
    """800 to 1,500 tokens up to 60,000 of the range, then on to 2,500."""
    assert page_tokens(range_tokens) == tokens
    assert room_for(None, 10**7).most == 2_500 * CHARACTERS
