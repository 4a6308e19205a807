"""Statements that restate one another count once in gate B."""

from __future__ import annotations

import pytest

from gates.artifact import Item
from gates.evaluate import evaluate
from gates.repeats import repeated
from gates.report import GateReport
from tests.gates.build import artifact_of, capture_of, index_of, item

ROWS = "The exporter now writes 240 rows per batch"
LIMIT = "The retry limit in billing/retry.py is 3 attempts"
UNSAID = "The staging cluster was rebuilt on Friday night"


def ratio(*items: Item, narrative: str | None = None) -> object:
    """Gate B's measure over these items."""
    report: GateReport = evaluate(artifact_of(*items, narrative=narrative), index_of(), capture_of())
    return report.gates["B"].measures[0].value


def test_repeating_good_statements_does_not_lift_the_ratio() -> None:
    """Neither the same words, nor with a filler word, nor a part of them counts again."""
    good, bad = item(ROWS, ROWS), item(UNSAID)
    assert ratio(good, bad) == 0.5
    more = [
        item(f"{ROWS}{end}", ROWS) for end in (".", " indeed.", ", that is.", " now", " really and truly")
    ]
    assert ratio(good, bad, *more, item("It writes 240 rows per batch", ROWS)) == 0.5


def test_a_repeated_statement_without_a_link_counts_with_its_source() -> None:
    """The same words need one source; other words need their own."""
    assert ratio(item(ROWS, ROWS), item(f"{ROWS}, now.")) == 1.0
    assert ratio(item(ROWS, ROWS), item(f"{ROWS} on Friday night")) == 0.5


def test_a_statement_whose_links_prove_nothing_is_never_passed_over() -> None:
    """A forged link beside a good one of the same words still counts against it."""
    link = item(ROWS, ROWS).links[0]
    forged = item(ROWS).model_copy(update={"links": (link.model_copy(update={"quote_hash": "0" * 64}),)})
    assert ratio(item(ROWS, ROWS), forged) == 0.5


@pytest.mark.parametrize(("text", "counts"), [("240 rows", True), ("240 rows batch", False)])
def test_parts_of_three_words_are_repeated_shorter_ones_are_not(text: str, counts: bool) -> None:
    """Two words prove no repetition."""
    found = repeated([item(ROWS, ROWS), item(text, ROWS)], [True, True])
    assert (1 not in found) is counts


@pytest.mark.parametrize("change", [{"status": "open", "kind": "open_work"}, {"speaker": "user"}])
def test_another_status_or_speaker_is_another_statement(change: dict[str, str]) -> None:
    """The same words with another speaker or status count."""
    other = Item.model_validate({"kind": "claim", "text": ROWS, **change})
    assert not repeated([item(ROWS, ROWS), other], [True, True])


def test_a_negated_statement_is_another_one() -> None:
    """The words of the opposite are not the same."""
    assert not repeated(
        [item(ROWS, ROWS), item("The exporter now writes no 240 rows per batch")], [True, True]
    )


def test_narration_is_no_statement() -> None:
    """It counts neither as an item nor in the narrative."""
    lead = "Let me go through the conversation chronologically."
    assert ratio(item(ROWS, ROWS), item(lead), narrative=lead) == 1.0
    assert ratio(item(ROWS, ROWS), narrative=f"{lead} {UNSAID}.") == 0.5


def test_each_sentence_of_the_narrative_that_no_item_covers_counts() -> None:
    """Two words say something, one does not."""
    assert ratio(item(ROWS, ROWS), narrative="Staging rebuilt.") == 0.5
    assert ratio(item(ROWS, ROWS), narrative="Rebuilt.") == 1.0


@pytest.mark.parametrize(("shared", "same"), [(7, True), (6, False)])
def test_sourced_statements_are_one_from_seven_words_in_ten(shared: int, same: bool) -> None:
    """Seven of ten words shared, and six; without a source of its own every word must be held."""
    words = "copper lantern meadow harbour violin garden saddle".split()[:shared]
    one = item(" ".join([*words, "pepper", "candle", "window", "ladder"][:10]))
    other = item(" ".join([*words, "bottle", "carpet", "mirror", "basket"][:10]))
    assert bool(repeated([one, other], [True, True])) is same
    assert not repeated([one, other], [True, False])
