"""The texts that may hold a word are all that a search without regard to case finds, and few others."""

from __future__ import annotations

import re

import pytest

from gates.search.word_filter import WordFilter

TEXTS = (
    "",
    "Keep it.",
    "KEEP",
    "kept \u212aeep",
    "",
    "\u0130stanbul",
    "is it keep-it? keep it",
    "Stra\u00dfe",
    "it",
)


@pytest.mark.parametrize(
    "words",
    [["keep"], ["Keep", "it"], ["istanbul"], ["kee"], ["stra\u00dfe"], ["nowhere"], ["k"], ["\u017ft"]],
)
def test_no_text_that_holds_the_words_is_left_out(words: list[str]) -> None:
    """Ascending, each once; of plain texts only those with the longest plain word."""
    made = WordFilter("".join(TEXTS), map(len, TEXTS))
    found = list(made.holding(words))
    assert [made.text(number) for number in range(len(TEXTS))] == list(TEXTS)
    assert found == sorted(set(found))
    pattern = re.compile(r"[\W_]{1,12}".join(map(re.escape, words)), re.IGNORECASE)
    assert {n for n, text in enumerate(TEXTS) if pattern.search(text)} <= set(found)
    longest = max((w.lower() for w in words if w.isascii()), key=len, default="")
    assert all(longest in TEXTS[n].lower() for n in found if TEXTS[n].isascii())
