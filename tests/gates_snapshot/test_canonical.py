"""The canonical form is RFC 8785, whichever way it is made."""

from __future__ import annotations

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from gates.canonical import canonical_json

SCALARS = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text()
VALUES = st.recursive(
    SCALARS | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_it_is_the_form_of_the_reference_implementation(value: object) -> None:
    assert canonical_json(value) == rfc8785.dumps(value)  # type: ignore[arg-type]


@given(st.floats(-1, 1) | st.integers(0, 10**9).map(lambda n: n / 1000) | st.sampled_from([1e-4, 9e-5, 1e15]))
def test_fractions_are_written_alike(value: float) -> None:
    assert canonical_json({"a": value}) == rfc8785.dumps({"a": value})


@given(st.characters(categories=["Cc", "Zl", "Zp", "Po"]))
def test_every_control_character_is_escaped_alike(letter: str) -> None:
    assert canonical_json([letter]) == rfc8785.dumps([letter])


@pytest.mark.parametrize(
    "value", ["\ud800", ["\ud800"], {"\udc00": 1}, float("nan"), [2**53 + 1], {1: 2}, {"a": {3}}]
)
def test_what_json_cannot_hold_is_a_value_error(value: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        canonical_json(value)
