"""Constants whose cases are among the tests of the gates, with the tests that notice a change."""

from __future__ import annotations

from tests.constants.holding import holds
from tests.gates import (
    test_link_support,
    test_listing,
    test_repeats,
    test_restating,
    test_session_claims,
    test_unlisted,
)
from tests.gates_snapshot import test_render


@holds("gates.contradiction.overclaims:NEAR_RESULT")
def a_result_stands_near_its_command() -> None:
    """Four events later it does, five later it does not."""
    test_session_claims.test_a_result_is_looked_for_near_its_command(4, False)
    test_session_claims.test_a_result_is_looked_for_near_its_command(5, True)


@holds("gates.contradiction.ranking:SHOWN")
def ten_warnings_are_shown() -> None:
    """And no more."""
    test_session_claims.test_warnings_are_shown_from_the_line_up_and_ten_at_most()


@holds("gates.render:MAX_REFERENCES")
def three_events_are_named() -> None:
    """And no more."""
    test_render.test_at_most_three_ordinals_are_named()


@holds("gates.repeats:LEAST_STEMS")
def three_words_are_a_repetition() -> None:
    """Two are none."""
    for text, counts in (("240 rows", True), ("240 rows batch", False)):
        test_repeats.test_parts_of_three_words_are_repeated_shorter_ones_are_not(text, counts)


@holds("gates.report:MOST_UNLISTED")
def twenty_five_proposals_are_judged_without_being_listed() -> None:
    """Of more, the likeliest."""
    test_unlisted.test_they_are_few_and_short()


@holds("gates.report:FEWEST_COUNTED")
def six_counted_items_are_enough() -> None:
    """Five are thin."""
    test_restating.test_a_capture_is_thin_below_six_counted_items()


@holds("gates.retention.user_message_list:LEAST")
def three_quotations_are_a_list() -> None:
    """Two are none."""
    test_listing.test_a_few_quotations_are_no_list()
    test_listing.test_a_message_left_out_of_the_list_is_named()


@holds("gates.search.linked_passages:BESIDE")
def sentences_beside_a_quote_belong_to_it() -> None:
    """Three on either side."""
    test_link_support.test_the_sentences_beside_the_quote_belong_to_its_passage()


@holds("gates.search.linked_passages:MOST_BACK")
def a_result_stands_for_its_call() -> None:
    """Up to 200 events behind it."""
    for events, counts in ((201, True), (202, False)):
        test_link_support.test_a_result_stands_for_its_call(events, counts)
