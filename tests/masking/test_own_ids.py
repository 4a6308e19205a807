"""Ids and digests of our own are passed over: no rule finds a secret in one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from gates.canonical import short_id, text_digest
from gates.source import chunk_id
from workbench.masking import mask_text as masking

_PREFIXES = ("art", "cap", "evd", "fnd", "itm", "key", "pat", "sk", "ses", "rep", "sqp", "ac")


@given(st.sampled_from(_PREFIXES), st.text(max_size=8), st.integers(0, 10**9), st.integers(0, 10**6))
def test_no_rule_finds_a_secret_in_an_id(prefix: str, of: str, ordinal: int, part: int) -> None:
    """No masking rule matches an item, session or chunk id, or a digest."""
    name = short_id(prefix, of)
    for own in (name, chunk_id(name, ordinal, part), text_digest(of)):
        assert masking._DERIVED.fullmatch(own)
        assert masking._spans(own, False) == masking._spans(own, True) == ()
        assert masking.mask(own) == (own, 0)


def test_what_only_begins_like_an_id_is_read() -> None:
    """A key of a service is masked, though it begins as an id does."""
    assert masking.mask("sk_" + "0123456789abcdef" * 3)[1] == 1
