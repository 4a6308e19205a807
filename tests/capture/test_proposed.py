"""Items that are captured at once, and items that are only proposed until a person confirms them."""

from __future__ import annotations

import pytest

from gates.capture import (
    Capture,
    apply_reviews,
    dismissed_items,
    make_capture,
    parse_capture,
    withdrawn_items,
)
from gates.review import Review, ReviewAction
from tests.facts.session import SESSION, Script
from workbench.capture import capture_range
from workbench.facts.reading import fold_decisions, read

OPTIONS = """Three ways:

**A. On every save** - more calls
**B. On commit** - only committed work

Which timing do you want?"""


def reply(agent: str, human: str) -> Capture:
    """The capture of one exchange."""
    script = Script()
    script.agent(agent)
    script.user(human)
    return capture_range(SESSION, script.events, 0, 1)


def texts(found: Capture) -> tuple[list[str], list[str]]:
    """Texts of the items and of what is proposed."""
    return [i.text for i in found.items], [i.text for i in found.proposed]


@pytest.mark.parametrize("human", ["B.", "B", "I think B, it is cheaper", "ok, option B", "b) please"])
def test_a_chosen_option_counts_with_what_it_stands_for(human: str) -> None:
    """The letter alone means nothing, so the option's own words are the item."""
    counted, _ = texts(reply(OPTIONS, human))
    assert any("B: On commit - only committed work" in text for text in counted)


@pytest.mark.parametrize("human", ["B2B customers pay later", "4 tests are left", "I saw A at the station"])
def test_a_letter_or_number_within_a_sentence_chooses_nothing(human: str) -> None:
    """Only a bare label, or one that the sentence explicitly chooses, is an answer."""
    assert not any("On every save" in text or "On commit" in text for text in texts(reply(OPTIONS, human))[0])


def test_a_yes_to_an_offer_that_names_its_object_counts() -> None:
    """The offer and the yes together are the decision, with links to both."""
    found = reply("Done. Want me to update the reply on the pull request?", "yes")
    (item,) = found.items
    assert item.text == "Want me to update the reply on the pull request? yes"
    assert [link.ordinal for link in item.evidence] == [0, 1]


def test_a_declined_offer_counts() -> None:
    """No is a decision as well."""
    counted, _ = texts(reply("Do you want me to keep the old export format?", "no, this is fine."))
    assert counted == ["Do you want me to keep the old export format? no, this is fine."]


@pytest.mark.parametrize(
    ("agent", "human"),
    [
        ("Want me to do it?", "yes"),
        ("Want me to keep the exporter, or shall I remove the exporter?", "yes"),
        ("Does this configuration look right?", "yes"),
        ("I kept one counter per file.", "I think per file is too much"),
        ("Here is the log.", "Consider adding a test for the empty log."),
    ],
)
def test_what_is_vague_or_weighed_is_not_sure(agent: str, human: str) -> None:
    """It names too little, fits two questions, approves unsaid words, or passes on advice."""
    script = Script()
    script.agent(agent)
    script.user(human)
    suggested = [each for each in read(script.events).settled().decided.result() if not each.sure]
    assert (fold_decisions(script.events), len(suggested)) == ([], 1)


def test_a_refusal_that_asks_or_waits_is_only_proposed() -> None:
    """A question in place of a reason decides nothing; a reason does."""
    script = Script()
    script.refuse("rm -r build", "is that folder used anywhere?")
    script.refuse("rm -r dist", "hang on, I will look first")
    script.refuse("rm -r out", "the old flag still reads it")
    counted, proposed = texts(capture_range(SESSION, script.events, 0, len(script.events) - 1))
    assert counted == ["the old flag still reads it"]
    assert {"is that folder used anywhere?", "hang on, I will look first"} <= set(proposed)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("cap this run at $500", "actually, cap this run at $200"),
        ("add the Rails reviewers to the pull request", "never mind the Rails reviewers"),
        ("include the commit sha field", "no, drop the commit sha field, we do not need it anymore"),
    ],
)
def test_a_decision_withdrawn_in_chat_is_superseded(earlier: str, later: str) -> None:
    """The later words say so, and name the same thing."""
    script = Script()
    script.user(earlier)
    script.agent("Done.")
    script.user(later)
    found = capture_range(SESSION, script.events, 0, 2)
    assert [i.status for i in found.items if i.text == earlier] == ["superseded"]


def test_a_condition_before_a_request_does_not_hide_it() -> None:
    """`before X, run Y and show me` asks for Y."""
    counted, _ = texts(reply("Ready.", "before you merge, run the migration tests and show me the log"))
    assert counted == ["before you merge, run the migration tests and show me the log"]


def test_output_pasted_into_a_message_is_no_directive() -> None:
    """A line that is a call of a function is code."""
    assert texts(reply("Running it.", "print(division(123, 15))")) == ([], [])


def test_proposed_items_survive_the_json_and_a_review_decides() -> None:
    """They are kept apart; added they count, dismissed they are gone."""
    found = reply("Want me to do it?", "yes")
    assert parse_capture(found.to_json()) == found
    (waiting,) = found.proposed

    def review(action: ReviewAction) -> Review:
        added = waiting.model_dump(mode="json") if action is ReviewAction.ADD else None
        return Review(
            review_id="rev_1", session_id=SESSION, action=action, target=waiting.item_id,
            added=added, actor="ann", reason="agreed",
        )  # fmt: skip

    confirmed = apply_reviews(found, [review(ReviewAction.ADD)])
    assert ([i.text for i in confirmed.items], confirmed.proposed) == ([waiting.text], ())
    dismissed = apply_reviews(found, [review(ReviewAction.DISMISS)])
    assert (dismissed.items, dismissed.proposed) == ((), ())
    assert found.digest not in (confirmed.digest, dismissed.digest)


def test_what_was_said_of_an_item_can_be_withdrawn() -> None:
    """The last word only: an item that was added and then dismissed is an added one again."""
    found = reply("Want me to do it?", "yes")
    (waiting,) = found.proposed

    def review(action: ReviewAction) -> Review:
        added = waiting.model_dump(mode="json") if action is ReviewAction.ADD else None
        return Review(
            review_id="rev_1", session_id=SESSION, action=action, target=waiting.item_id,
            added=added, actor="ann", reason="agreed",
        )  # fmt: skip

    add, dismiss, clear = (review(a) for a in (ReviewAction.ADD, ReviewAction.DISMISS, ReviewAction.CLEAR))
    for said in ([dismiss, clear], [dismiss, dismiss, clear], [add, clear], [add, add, clear], [clear]):
        assert apply_reviews(found, said) == found
        assert dismissed_items(found, said) == ()
    assert apply_reviews(found, [add, dismiss, clear]) == apply_reviews(found, [add])
    assert apply_reviews(found, [dismiss, add, clear]) == apply_reviews(found, [dismiss])
    assert [each.item_id for each in dismissed_items(found, [dismiss, add, clear])] == [waiting.item_id]
    assert apply_reviews(found, [clear, dismiss]) == apply_reviews(found, [dismiss])
    assert withdrawn_items(found, [add, clear]) == ()  # it is proposed again
    bare = make_capture(found.capture_version, found.items, ())
    assert withdrawn_items(bare, [add, clear]) == (waiting,)
    assert withdrawn_items(bare, [add, clear, add]) == ()
    assert withdrawn_items(bare, [add]) == ()
