"""The text right before a position, and that checking every word takes time linear in the text."""

from __future__ import annotations

import re

import pytest

from gates.contradiction.rival_kinds import kinds_differ
from gates.language.similarity import even
from gates.language.word_bounds import REACH, occurs_in, stands_before
from gates.report import Retention
from gates.restatement import units
from gates.retention.judging import judge
from tests.gates.build import artifact_of, captured, item
from tests.gates.test_session_claims import claim, judge_of

DENIED = re.compile(r"\bwithout\s$")


@pytest.mark.parametrize(
    ("text", "word", "before"),
    [
        ("a lamp without a cord", "a cord", True),
        ("a lamp, without that, a cord", "a cord", False),
        ("withwithout a cord", "a cord", False),
    ],
)
def test_only_the_words_right_before_a_place_count(text: str, word: str, before: bool) -> None:
    """A word that only ends so is another word."""
    assert stands_before(DENIED, text, text.index(word)) is before


def test_what_is_far_before_is_not_read() -> None:
    """A pattern that needs more than the reach does not match."""
    for more, before in ((0, True), (1, False)):
        text = "x" + "-" * (REACH - 1 + more)
        assert stands_before(re.compile("x-*$"), text, len(text)) is before


def test_a_claim_of_very_many_words_is_not_read_again_for_each_of_them() -> None:
    """The text before a word is looked at only as far as a denial reaches."""
    judge = judge_of(("user: keep jest", "assistant: jest it is"))
    read = 0

    class Counting:
        def search(self, text: str, start: int = 0, end: int = 1 << 30) -> None:
            nonlocal read
            read += min(end, len(text)) - start

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("gates.contradiction.rival_kinds._DENIED", Counting())
        text = "the small lamp of that door " * 400
        kinds_differ(claim(text.strip()), judge.index, judge.search)
    assert 0 < read <= REACH * len(text.split())


@pytest.mark.parametrize("hay", ["", "jest", " "])
def test_no_words_occur_nowhere(hay: str) -> None:
    """Marks alone leave no words: a text of them is looked up without an error."""
    assert not occurs_in("", hay)


@pytest.mark.parametrize("text", ["...", "!", " "])
def test_a_captured_text_without_words_is_judged(text: str) -> None:
    quote = "Never touch the public API"
    decision = captured(quote, quote).model_copy(update={"text": text})
    judged = judge(decision, units(artifact_of(item("The public API stays."))), None, even)
    assert judged.verdict is Retention.DROPPED


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("Finally, keep it open.", "Keep it open, finally."),
        ("At last, ensure the least", "The least, ensure it at last"),
    ],
)
def test_a_captured_text_of_cue_words_alone_is_judged(text: str, stated: str) -> None:
    """Words of order without anything that they order say nothing of an order."""
    quote = "Never touch the public API"
    decision = captured(quote, quote).model_copy(update={"text": text})
    judged = judge(decision, units(artifact_of(item(stated, kind="decision"))), None, even)
    assert judged.verdict is not Retention.MUTATED
