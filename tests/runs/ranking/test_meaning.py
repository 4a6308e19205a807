"""Passages judged by meaning too: what that adds to words, and that a run keeps whether it began with it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from importlib import metadata
from pathlib import Path

import pytest

from workbench.errors import UsageError
from workbench.runs.language.terms import asked_stems
from workbench.runs.ranking import meaning
from workbench.runs.ranking.scoring import (
    ANSWERS_AT,
    DIRECT_AT,
    RERANKER,
    RERANKER_VERSION,
    PassageScorer,
    RankedPassage,
)
from workbench.runs.retrieval.retrieve import LexicalReranker


class SetMeaning:
    """Similarity by meaning whose near texts are set by a word."""

    name, version = "set", "1"

    def __init__(self, near: str, cosine: float) -> None:
        self._near, self._cosine = near, cosine

    def nearness(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return the set cosine for texts that contain the set word."""
        del question
        return [self._cosine if self._near in text else 0.0 for text in texts]


def rated(question: str, text: str, set_meaning: SetMeaning | None) -> float:
    """Return the score of a passage if every word of the question weighs the same."""
    scorer = PassageScorer(question, dict.fromkeys(asked_stems(question), 0.8), set_meaning)
    return scorer.rated(RankedPassage(text))


QUESTION = "Why did the refrigerator break down?"
ANSWER = "The compressor seized because its oil had leaked."


def test_other_words_of_one_meaning_answer() -> None:
    """By words alone nothing is shared; near in meaning, it answers."""
    assert rated(QUESTION, ANSWER, None) < DIRECT_AT
    assert rated(QUESTION, ANSWER, SetMeaning("compressor", 0.5)) >= DIRECT_AT
    assert rated(QUESTION, ANSWER, SetMeaning("mill", 0.5)) < DIRECT_AT


@pytest.mark.parametrize(
    ("cosine", "answers"), [(ANSWERS_AT / 3 - 0.01, False), (ANSWERS_AT / 3 + 0.01, True)]
)
def test_nearness_counts_three_times_what_words_do(cosine: float, answers: bool) -> None:
    """A third is just enough if no word is shared."""
    assert (rated(QUESTION, ANSWER, SetMeaning("compressor", cosine)) >= DIRECT_AT) is answers


def test_what_has_no_such_fact_counts_less() -> None:
    """If a time is asked for, a window without one needs to be nearer."""
    set_meaning = SetMeaning("ferry", 0.4)
    dated = rated("When did the boat sail?", "The ferry left in May 2019.", set_meaning)
    assert dated > rated("When did the boat sail?", "The ferry left in a hurry.", set_meaning)


def test_a_passage_without_the_name_counts_less() -> None:
    """It is similar but about another person."""
    set_meaning = SetMeaning("moved", 0.4)
    assert rated("Where does Ann Lee live?", "Ann Lee moved to Oldbrook.", set_meaning) > rated(
        "Where does Ann Lee live?", "Bob Marsh moved to Oldbrook.", set_meaning
    )


def test_the_manifest_can_tell_them_apart() -> None:
    """Labels are cached by model and version, and a manifest names both."""
    plain, fused = LexicalReranker(), LexicalReranker(SetMeaning("x", 1.0))
    assert (plain.model, plain.version) == (RERANKER, RERANKER_VERSION)
    assert (fused.model, fused.version) == (f"{RERANKER}+set", f"{RERANKER_VERSION}+1")


def test_a_run_keeps_whether_it_began_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """`auto` is what is installed as it begins; a choice stays a choice."""
    monkeypatch.setattr(meaning, "installed", lambda: True)
    assert meaning.settled("auto") == "on"
    assert meaning.settled("off") == "off"
    monkeypatch.setattr(meaning, "installed", lambda: False)
    assert meaning.settled("auto") == "off"
    assert meaning.meaning_of("off") is None
    with pytest.raises(UsageError, match="is not installed") as caught:
        meaning.meaning_of("on")
    assert "WORKBENCH_RUN_MEANING=off" in str(caught.value.hint)


def test_vectors_of_texts_are_made_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A known text is not embedded again, a long one is cut, and the number of kept vectors is limited."""
    del tmp_path
    read: list[str] = []

    class Row:
        def __init__(self, text: str) -> None:
            self.size = float(len(text))

        def __matmul__(self, other: Row) -> float:
            return min(self.size, other.size) / max(self.size, other.size)

    class Model:
        def encode(self, texts: Sequence[str]) -> list[Row]:
            read.extend(texts)
            return [Row(text) for text in texts]

    monkeypatch.setattr(meaning, "_models", [Model()])
    monkeypatch.setattr(meaning, "_kept", OrderedDict())
    monkeypatch.setattr(meaning, "MOST_KEPT", 3)
    monkeypatch.setattr(meaning, "installed", lambda: True)
    monkeypatch.setattr(metadata, "version", lambda _: "9")
    made = meaning.SentenceMeaning()
    assert made.nearness("abcd", ["ab", "abcd"]) == [0.5, 1.0]
    assert made.nearness("abcd", ["ab", "x" * 9_000]) == [0.5, round(4 / meaning.MOST_LETTERS, 3)]
    assert [len(text) for text in read] == [4, 2, meaning.MOST_LETTERS]
    made.nearness("abcde", ["abc"])
    assert len(meaning._kept) == 3
