"""Pairs for the constants of the gates: retention, contradictions, traceability and reports.

If a score is computed from weights, the cases set the score itself, just above and just below.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from gates import budget, capture, repeats, restatement
from gates.artifact import Item, ItemKind
from gates.capture import CapturedItem
from gates.contradiction import message_list, numbers, ranking
from gates.language.narration import is_narration
from gates.language.sentence_spans import sentence_texts
from gates.language.similarity import statement
from gates.language.tokens import Number, classify
from gates.report import Retention
from gates.restatement import ArtifactStatement
from gates.retention import clear_words, comparison, decision_text, likelihood, user_message_list
from gates.retention.match import Match
from gates.search import human_words, linking, quotes
from gates.source import EventKind, SourceEvent, chunk_bounds
from tests.constants.holding import holds
from tests.gates.build import index_of

GATES = "gates"


@holds("gates.budget:TARGET", part=0, step=0.01)
def far_below_its_source_is_noted() -> None:
    """At .195 of its source's tokens an artifact is noted as small, at .205 it is not."""
    assert [found.rule for found in budget._size_findings(0.195, None)] == ["compression_note"]
    assert budget._size_findings(0.205, None) == []


@holds("gates.budget:TARGET", part=1, step=0.01)
def above_the_target_is_warned_of() -> None:
    """At .355 of its source's tokens an artifact is above the target, at .345 it is not."""
    assert [found.rule for found in budget._size_findings(0.355, None)] == ["compression_target"]
    assert budget._size_findings(0.345, None) == []


@holds("gates.contradiction.message_list:SHOWN")
def so_many_missing_messages_are_named() -> None:
    """Ten of eleven."""
    link: Any = SimpleNamespace(ordinal=4, quote="Keep it.")
    assert "and 1 more" in message_list._missing((link,) * 11, "hard").message
    assert "more" not in message_list._missing((link,) * 10, "hard").message


@holds("gates.contradiction.ranking:SHOWN_FROM", step=0.05)
def warnings_are_shown_from_some_likelihood() -> None:
    """.25 about long sessions."""
    assert 0.23 < ranking.shown_from(60) < 0.27


@holds("gates.contradiction.ranking:SHOWN_FROM_SHORT", step=0.05)
def warnings_about_short_sessions_are_shown_later() -> None:
    """.5 about short ones."""
    assert 0.48 < ranking.shown_from(59) < 0.52


@holds("gates.contradiction.ranking:SHORT_SOURCE")
def a_session_is_short_below_sixty_events() -> None:
    """59 events are a short source, 60 are not."""
    assert ranking.shown_from(59) > ranking.shown_from(60)


@holds("gates.language.narration:MAX_NARRATION")
def narration_is_short() -> None:
    """A sentence that ends behind its 240th character is no mere narration."""
    with patch("gates.language.narration._NARRATION") as pattern:
        pattern.fullmatch.return_value = True
        assert is_narration("x" * 240)
        assert not is_narration("x" * 241)


@holds("gates.language.enclosed:LONGEST_ENCLOSED")
def a_long_bracket_is_no_part_of_its_sentence() -> None:
    """A sentence may end within one of 61 characters, and not within one of 60."""
    for length, parts in ((60, 1), (61, 2)):
        inner = "It ends. " + "x" * (length - 9)
        assert len(sentence_texts(f"Keep it ({inner}) as it is")) == parts


@holds("gates.language.tokens:MAX_TOKEN")
def a_word_is_no_longer_than_that() -> None:
    """240 letters are a word, 241 are data."""
    classify.cache_clear()
    assert classify("a" * 240) is not None
    assert classify("a" * 241) is None


@holds("gates.repeats:REPEATED_AT", step=0.05)
def most_words_of_each_other_are_a_repetition() -> None:
    """Eight of eleven words in common are, two of three are not."""
    with patch.object(repeats, "coverage", return_value=0.72):
        assert repeats._near(frozenset("a"), frozenset("a"))
    with patch.object(repeats, "coverage", return_value=0.68):
        assert not repeats._near(frozenset("a"), frozenset("a"))


def wanted(text: str = "Archive the older exports.", kind: str = "decision") -> CapturedItem:
    """A captured item."""
    status: Any = "open" if kind == "open_work" else "in_force"
    named: Any = kind
    return CapturedItem(item_id="cap_1", kind=named, text=text, status=status, origin="phrase")


def unit(text: str, kind: ItemKind = ItemKind.DECISION, speaker: Any = None) -> ArtifactStatement:
    """A statement of an artifact."""
    item = Item(kind=kind, text=text, status="open" if kind is ItemKind.OPEN_WORK else None, speaker=speaker)
    return ArtifactStatement(statement(text), item)


def even(_stem: str) -> int:
    """Every word weighs the same."""
    return 1_000_000


@contextmanager
def scored(score: float) -> Iterator[None]:
    """Set the similarity that every comparison finds."""
    literal = patch.object(comparison, "similarity", return_value=score)
    with literal, patch.object(comparison, "similarity_of_forms", return_value=score):
        yield


def verdict(score: float, kind: str, stated: str = "Old tables go to the attic.") -> Match:
    """Return the match of an item with a rewording of this similarity."""
    item = wanted("Archive the older exports.", kind)
    own = ItemKind.OPEN_WORK if kind == "open_work" else ItemKind.DECISION
    with scored(score):
        return comparison.compare(item, statement(item.text), unit(stated, own), even)


def _missing_case(kind: str, above: float, below: float) -> None:
    @holds("gates.retention.comparison:MISSING_BELOW", part=kind, step=0.03)
    def what_is_hardly_alike_is_dropped() -> None:
        assert verdict(above, kind).verdict is not Retention.DROPPED
        assert verdict(below, kind).verdict is Retention.DROPPED


_missing_case("open_work", 0.46, 0.44)
_missing_case("decision", 0.39, 0.37)


def _needed_case(kind: str, value: float) -> None:
    @holds("gates.retention.comparison:RETAINED_AT", part=kind, step=0.03)
    def so_much_alike_is_retained() -> None:
        own = ItemKind.OPEN_WORK if kind == "open_work" else ItemKind.DECISION
        assert abs(comparison._needed(wanted(kind=kind), unit("Old tables.", own)) - value) < 0.01


_needed_case("open_work", 0.62)
_needed_case("decision", 0.55)


@holds("gates.retention.comparison:ALTERED_AT", step=0.03)
def a_difference_alters_from_some_similarity() -> None:
    """At .72 another name is a change, at .68 it may be another matter."""
    item, other = wanted("Keep the old tables in src/a.py."), unit("Keep the old tables in src/b.py.")
    found = []
    for score in (0.72, 0.68):
        with scored(score):
            found.append(comparison.compare(item, statement(item.text), other, even).verdict)
    assert found == [Retention.MUTATED, Retention.UNCERTAIN]


@holds("gates.retention.comparison:RULE_RETAINED_AT", step=0.03)
def a_rule_stated_as_a_rule_needs_less() -> None:
    """The bound is .48 if both are firm and all names occur."""
    needed = comparison._needed(wanted("Never edit src/a.py."), unit("You must never edit src/a.py."))
    assert abs(needed - 0.48) < 0.01


@holds("gates.retention.clear_words:LEAST_CLEAR")
def words_are_clear_in_themselves() -> None:
    """Three words with content are, two with a word that only points are not, two without are."""
    assert clear_words.is_self_contained("Archive that older ledger")
    assert not clear_words.is_self_contained("Archive that ledger")
    assert clear_words.is_self_contained("Archive the ledger")
    assert not clear_words.is_self_contained("Archive")


@holds("gates.retention.comparison:LEAST_QUOTED")
def a_quotation_cut_short_has_words() -> None:
    """Four words before the ellipsis are one, three are not."""
    said = "Archive the older exports of every ledger."
    assert comparison._cut_short(said, unit("Archive the older exports ...", speaker="user"))
    assert not comparison._cut_short(said, unit("Archive the older ...", speaker="user"))


@holds("gates.retention.comparison:MAX_MISSING")
def one_word_may_be_left_out() -> None:
    """One missing word is a paraphrase, two are not."""
    for count, kept in ((1, Retention.PARAPHRASED), (2, Retention.UNCERTAIN)):
        reading: Any = SimpleNamespace(edits=(), missing=["x"] * count, held=0.9)
        assert comparison._worded(reading, unit("Old tables."), 0.9).verdict is kept


@holds("gates.retention.comparison:LEAST_HELD", step=0.03)
def most_words_are_stated() -> None:
    """.68 of the words are a paraphrase, .64 are not."""
    for held, kept in ((0.68, Retention.PARAPHRASED), (0.64, Retention.UNCERTAIN)):
        reading: Any = SimpleNamespace(edits=(), missing=[], held=held)
        assert comparison._worded(reading, unit("Old tables."), 0.9).verdict is kept


@holds("gates.retention.comparison:LIFTED_AT", step=0.03)
def what_lifts_a_rule_names_it() -> None:
    """With .42 of the rule's words it does, with .38 it does not."""
    for share, rule in ((0.42, "rule_lifted"), (0.38, None)):
        with (
            patch.object(comparison, "coverage", return_value=share),
            patch.object(comparison, "lifted", return_value="x"),
        ):
            stated = unit("Older exports are archived again.")
            assert comparison._opposed(wanted(), stated, 0.9) == rule


@holds("gates.retention.comparison:OPPOSED_AT", step=0.03)
def an_opposite_word_needs_the_same_sentence() -> None:
    """At .72 it contradicts, at .68 it does not."""
    for score, rule in ((0.72, "opposite_word"), (0.68, None)):
        reading: Any = SimpleNamespace(edits=(), missing=[], held=1.0)
        with patch.object(comparison, "opposite", return_value="enabled"):
            text = "Enable the exports."
            assert comparison._denied(text, statement(text), unit("Off."), score, reading) == rule


@holds("gates.retention.comparison:PRESERVED_AT", step=0.02)
def an_answer_stands_whole() -> None:
    """.98 of its words are the whole answer, .96 are not."""
    item = wanted("Which exports are archived? the older ledger exports")
    for share, kept in ((0.98, True), (0.96, False)):
        with patch.object(comparison, "coverage", side_effect=[0.9, share]):
            assert comparison._answer_kept(item, unit("x"), even) is kept


@holds("gates.retention.comparison:ASKED_AT", step=0.03)
def an_answer_stands_beside_its_question() -> None:
    """With .17 of the question it does, with .13 it does not."""
    item = wanted("Which exports are archived? the older ledger exports")
    for share, kept in ((0.17, True), (0.13, False)):
        with patch.object(comparison, "coverage", side_effect=[share, 1.0]):
            assert comparison._answer_kept(item, unit("x"), even) is kept


@holds("gates.retention.decision_text:_LEAST")
def a_question_is_cut_off_a_directive_that_stays() -> None:
    """With twenty characters before it, with nineteen it stays."""
    behind = ", can you give an example?"
    assert decision_text.decided("x" * 20 + behind) == "x" * 20
    assert decision_text.decided("x" * 19 + behind) == "x" * 19 + behind


@holds("gates.retention.likelihood:UNKNOWN_LIKELIHOOD", step=0.05)
def an_item_that_nobody_weighed_may_bind() -> None:
    """Half as likely to be lost as one that binds for sure."""
    match = Match(Retention.DROPPED, "no_match", 0.0)
    known = likelihood.likely_loss(wanted().model_copy(update={"likelihood": 1.0}), match)
    assert abs(likelihood.likely_loss(wanted(), match) - known / 2) < 0.01


@holds("gates.retention.user_message_list:HELD_AT", step=0.03)
def a_quotation_states_most_of_its_message() -> None:
    """.62 of the words are the message, .58 are not."""
    for share, same in ((0.62, True), (0.58, False)):
        with patch.object(user_message_list, "coverage", return_value=share):
            assert user_message_list._same("Archive older exports now", "Drop each ledger then") is same


@holds("gates.retention.user_message_list:OPENING")
def an_abridged_quotation_opens_like_its_message() -> None:
    """Its first five words must, the sixth may differ."""
    message = "one two three four five six seven eight nine ten eleven twelve thirteen"
    with patch.object(user_message_list, "coverage", return_value=0.0):
        assert user_message_list._same("one two three four five oaks", message)
        assert not user_message_list._same("one two three four oaks", message)


@holds("gates.retention.user_message_list:SHOWN")
def missing_messages_are_shown_by_their_beginning() -> None:
    """200 characters of one."""
    index = index_of((SourceEvent(0, EventKind.USER, "x" * 300, "n0", tokens=9),))
    assert len(user_message_list._opening(index.events[0], 0, 300, index).quote) == 200


@holds("gates.search.human_words:COMMAND_HEAD")
def commands_are_named_at_the_beginning() -> None:
    """A name that ends at the 400th character is read, one that ends behind it is not."""
    name = "<command-name>"
    for length, typed in ((400, True), (401, False)):
        text = "x" * (length - len(name)) + name
        assert human_words.is_typed(SourceEvent(0, EventKind.META, text, "n0", tokens=9)) is typed


@holds("gates.search.linking:VERBATIM_FROM")
def very_short_statements_are_not_sought_word_for_word() -> None:
    """Seven characters are, six are not."""
    index = index_of((SourceEvent(0, EventKind.ASSISTANT, "we keep tables", "n0", tokens=9),))
    assert linking.find_verbatim(index, "keep ta") is not None
    assert linking.find_verbatim(index, "keep t") is None


@holds("gates.search.linking:LIST_QUOTE")
def messages_at_the_ends_of_a_list_are_quoted_in_part() -> None:
    """200 characters of each."""
    index = index_of((SourceEvent(0, EventKind.USER, "x" * 300, "n0", tokens=9),))
    assert len(linking._messages(index)[0].quote) == 200


@holds("gates.search.quotes:MAX_QUOTE")
def long_quotations_are_sought_by_their_beginning() -> None:
    """600 characters of one."""
    assert len(quotes.quoted_part("x" * 700)) == 600


@holds("gates.search.quotes:LEAST_CHARACTERS")
def a_quotation_has_characters() -> None:
    """Three are sought, two are not."""
    index = index_of((SourceEvent(0, EventKind.USER, "yes do", "n0", tokens=9),))
    assert quotes.find_quote(index, "yes") is not None
    assert quotes.find_quote(index, "do") is None


@holds("gates.source:CHUNK_LIMIT")
def long_texts_are_cut_into_chunks() -> None:
    """4,000 code points are one chunk, 4,001 are two."""
    assert len(list(chunk_bounds("x" * 4_000))) == 1
    assert len(list(chunk_bounds("x" * 4_001))) == 2


@holds("gates.capture:SAME_SHARE", step=0.03)
def quotations_that_share_half_say_the_same() -> None:
    """52 of 100 characters in common are enough, 48 are not."""
    for shared, same in ((52, True), (48, False)):
        one: Any = SimpleNamespace(chunk_id="c", span=SimpleNamespace(start=0, end=100))
        other: Any = SimpleNamespace(chunk_id="c", span=SimpleNamespace(start=100 - shared, end=200 - shared))
        assert capture._shared(one, other) is same


@holds("gates.capture:SAME_SIZE")
def a_much_longer_quotation_says_more() -> None:
    """Up to three times as long it counts as the same, at four times as different."""
    for size, same in ((300, True), (310, False), (200, True), (390, False)):
        one: Any = SimpleNamespace(chunk_id="c", span=SimpleNamespace(start=0, end=100))
        other: Any = SimpleNamespace(chunk_id="c", span=SimpleNamespace(start=0, end=size))
        assert capture._shared(one, other) is same


@holds("gates.restatement:SAME_AT", step=0.03)
def the_same_thing_is_said_in_much_the_same_words() -> None:
    """.82 alike it is, .78 it is not."""
    item = Item(kind=ItemKind.DECISION, text="Archive the older exports.")
    for score, same in ((0.82, True), (0.78, False)):
        with patch.object(restatement, "similarity", return_value=score):
            assert restatement.same_thing(wanted(), item, even) is same


@holds("gates.contradiction.numbers:_SMALL")
def small_numbers_are_stated_in_figures() -> None:
    """Twelve in words may be anything, thirteen is a number."""
    assert numbers.informative(Number(13.0, "file"), "thirteen files")
    assert not numbers.informative(Number(12.0, "file"), "twelve files")
