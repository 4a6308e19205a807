"""Pairs for when a rewording retains an item, and which share of an item must be stated."""

from __future__ import annotations

from unittest.mock import patch

from gates.artifact import Item, ItemKind
from gates.capture import CapturedItem
from gates.language.similarity import statement
from gates.report import Retention
from gates.restatement import ArtifactStatement
from gates.retention import (
    added_limits,
    denied_others,
    doers,
    limited,
    other_words,
    own_part,
    replaced_values,
)
from gates.retention.match import Match
from gates.retention.words import Word, words
from gates.source import make_link
from tests.constants.holding import holds

SAID = "Alder birch cedar dogwood"


def _item(text: str, kind: str = "decision", answer: str | None = None) -> CapturedItem:
    links = (
        ()
        if answer is None
        else tuple(make_link("ses_1", n, each, 0, len(each)) for n, each in enumerate(("Asked?", answer)))
    )
    return CapturedItem(
        item_id="cap_1",
        kind="open_work" if kind == "open_work" else "decision",
        text=text,
        status="open" if kind == "open_work" else "in_force",
        origin="phrase",
        evidence=links,
    )


def _retold(stated: str, likelihood: float) -> Retention:
    unit = ArtifactStatement(statement(stated), Item(kind=ItemKind.CLAIM, text=stated))
    found = Match(Retention.WEAKENED, "number_lost", 0.6, unit)
    with patch("gates.retention.other_words.loss_likelihood", return_value=likelihood):
        return other_words.as_retold(_item(SAID), found).verdict


@holds("gates.retention.other_words:REPEATED_AT", step=0.1)
def a_statement_repeats_an_item_by_half_of_its_words() -> None:
    """Five words of ten repeat it, so that what differs alters; four of ten are other words."""
    half = "Alder birch cedar dogwood elm fir hazel juniper"
    fewer = f"{half} larch"
    assert _retold(half, 0.3) is Retention.WEAKENED
    assert _retold(fewer, 0.3) is Retention.PARAPHRASED


@holds("gates.retention.other_words:LOST_FROM", step=0.02)
def other_words_retain_where_a_loss_is_less_likely_than_not() -> None:
    """At .49 it is retained, at .51 it is not."""
    far = "Alder elm fir hazel juniper larch"
    assert _retold(far, 0.49) is Retention.PARAPHRASED
    assert _retold(far, 0.51) is Retention.WEAKENED


@holds("gates.retention.added_limits:MOST_NEW", step=0.1)
def a_limit_is_new_if_most_of_its_words_are() -> None:
    """Three words of five make it new; one of two may restate the rule."""
    found = added_limits.added_limits.__wrapped__
    assert found(f"Never {SAID}.", f"Never {SAID} unless elm fir hazel alder birch.")
    assert not found(f"Never {SAID}.", f"Never {SAID} unless elm alder.")


@holds("gates.retention.limited:OWN_AT", step=0.05)
def a_statement_limits_an_item_if_a_third_of_its_words_are_the_items() -> None:
    """Three words of eight are enough, three of nine are not."""

    def verdict(stated: str) -> Retention:
        unit = ArtifactStatement(statement(stated), Item(kind=ItemKind.CLAIM, text=stated))
        match = Match(Retention.PARAPHRASED, "same_words", 0.6, unit)
        return limited.limited(_item("Never alder birch cedar"), match, None).verdict

    some = "Never alder birch cedar unless dogwood elm fir hazel"
    assert verdict(some) is Retention.MUTATED
    assert verdict(f"{some} juniper") is Retention.PARAPHRASED


@holds("gates.retention.limited:SAID_AT", step=0.05)
def a_human_stated_a_limit_with_most_of_its_words() -> None:
    """Three words of five are enough, five of nine are not."""
    assert limited.said_by_human(lambda: ["Elm fir hazel may."])("elm fir hazel juniper larch", "")
    wanted = "alder birch cedar dogwood elm fir hazel juniper larch"
    assert not limited.said_by_human(lambda: ["Alder birch cedar dogwood elm may."])(wanted, "")


@holds("gates.retention.doers:NEAR")
def who_does_it_stands_at_most_four_words_before() -> None:
    """Five words before the verb are too far."""
    me, small, verb = (
        Word("i", "", "cue", "me"),
        Word("also", "", "cue", "talk"),
        Word("paint", "paint", "word"),
    )
    assert doers._doer((me, *[small] * 3, verb), 4) == "me"
    assert doers._doer((me, *[small] * 4, verb), 5) == "you"


@holds("gates.retention.denied_others:MOST_DENIED")
def an_alternative_that_is_denied_has_two_words_at_most() -> None:
    """Three words after `not` may be a clause."""
    said, near = words("Alder paints, not birch cedar."), words("Alder paints, not birch cedar dogwood.")
    assert len(denied_others._alternatives(said)) == 2
    assert denied_others._alternatives(near) == set()


@holds("gates.retention.own_part:LEAST_ANSWER")
def an_answer_of_five_words_says_what_was_decided() -> None:
    """One of four needs its question."""
    five = "archive parcels before couriers leave town"
    four = "archive parcels before couriers leave"
    assert own_part.own_part(_item(f"Asked? {five}", answer=five)) == five
    assert own_part.own_part(_item(f"Asked? {four}", answer=four)) is None


@holds("gates.retention.own_part:LEAST_TITLE")
def a_title_of_three_words_names_a_task() -> None:
    """One of two does not."""
    behind = "sort parcels, weigh parcels, print labels"
    assert own_part.own_part(_item(f"Sort courier parcels: {behind}", "open_work")) == "Sort courier parcels"
    assert own_part.own_part(_item(f"Sort parcels: {behind}", "open_work")) is None


def _replaced(stated: str) -> Retention:
    old, new = (
        _item(text).model_copy(update={"evidence": (make_link("ses_1", n, text, 0, len(text)),)})
        for n, text in enumerate(("Alder birch cedar 40 dogwood", "Alder now 44"))
    )
    unit = ArtifactStatement(statement(stated), None)
    lost = Match(Retention.DROPPED, "no_match", 0.0)
    return replaced_values.as_replaced(new, lost, [old], [unit]).verdict


@holds("gates.retention.replaced_values:OLD_AT", step=0.11)
def a_replaced_value_is_stated_with_half_of_its_words() -> None:
    """Three of five stems state it, two do not."""
    assert _replaced("Alder birch 40") is Retention.MUTATED
    assert _replaced("Alder 40") is Retention.DROPPED


def _chosen(stated: str, said: str = "Alder instead of birch") -> Retention:
    unit = ArtifactStatement(statement(stated), None)
    lost = Match(Retention.DROPPED, "no_match", 0.0)
    return replaced_values.as_replaced(_item(said), lost, [], [unit]).verdict


@holds("gates.retention.replaced_values:CHOICE_AT", step=0.1)
def a_statement_is_about_a_choice_by_half_of_its_words() -> None:
    """One word of two is about it, three of seven are not."""
    assert _chosen("Alder cedar") is Retention.PARAPHRASED
    said = "Alder instead of birch, elm fir"
    assert _chosen("Alder elm fir hazel juniper larch maple", said) is Retention.DROPPED


@holds("gates.retention.replaced_values:MOST_LEFT")
def a_choice_may_lack_two_of_its_other_words() -> None:
    """Three are too many."""
    assert _chosen("Alder", "Alder instead of birch, cedar dogwood") is Retention.PARAPHRASED
    assert _chosen("Alder", "Alder instead of birch, cedar dogwood elm") is Retention.DROPPED


@holds("gates.retention.own_part:LEAST_RULE")
def a_rule_after_its_label_has_two_words() -> None:
    """One word after it is too little."""
    assert own_part.own_part(_item("Important: alder birch")) is not None
    assert own_part.own_part(_item("Important: alder")) is None
