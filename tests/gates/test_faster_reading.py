"""Faster lookups give the same results as the plain ones: anchors, letters, forms of numbers."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from gates.contradiction import number_slots
from gates.language import quantities, spelling
from gates.search.course_texts import letters
from workbench.facts.proposals import cues

_PARTS = (
    *"don't dont ISNT werent Ünot cant current 12k 3GB 3rd 1ST forty-second tenth EIGHTH thirteenth".split(),
    *"1,000 $3m 5µs 5μs x’s it's ſ K İ ı é file.py:12 must I’ll -> → => 5 ² 10 per cent TODO 12ſ".split(),
    *(" ", "\n", ".", ", ", " has been "),
)
_TEXTS = st.lists(st.sampled_from(_PARTS), max_size=12).map("".join)


@given(_TEXTS)
def test_contractions_are_written_out_as_without_anchors(text: str) -> None:
    """An anchor leaves out only texts in which the pattern matches nowhere."""
    plain = spelling._UNMARKED.sub(r"\1n't", text) if re.search("[nN][tT]", text) else text
    assert spelling._apostrophes_in(text) == plain
    straight = spelling._APOSTROPHE.sub(spelling._straighten, plain)
    assert spelling.spelled_out(text) == quantities.written(straight)


@given(_TEXTS)
def test_units_and_scales_are_written_as_without_the_look_ahead(text: str) -> None:
    """A figure before no letter of a unit has none."""
    looked = quantities._SIZED.search(text)
    sized = quantities._QUANTITY_ANCHOR.search(text) or quantities._SCALED_ANCHOR.search(text)
    assert looked is not None or sized is None


@given(st.text(max_size=30))
def test_letters_in_a_row_are_those_of_the_pattern(text: str) -> None:
    """Of a text of ASCII they are taken byte by byte."""
    assert letters(text) == re.sub(r"[^a-z0-9]+", "", text.casefold())


@given(_TEXTS)
def test_cues_in_lower_case_are_those_of_any_case(text: str) -> None:
    """This holds with any non-ASCII letters in the text."""
    seen = text.replace("’", "'")
    slowly = [name for name, cue in cues._CUES if cue.search(seen)]
    assert [name for name in cues.cues(text) if name.startswith("cue:")] == slowly


def test_a_raised_figure_is_a_word_and_no_number() -> None:
    """It is a digit to Unicode, and no float can be read of it."""
    row = number_slots.row("x grew by ²- and 3")
    assert row.words[-1] == "3"
    assert row.values[-3:] == (None, None, 3.0)
