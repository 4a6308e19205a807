"""Pairs for what a claim about a short source is laid beside."""

from __future__ import annotations

from gates.artifact import Item, ItemKind
from gates.contradiction.clauses import found
from gates.contradiction.short_sources import _are_kin, same
from gates.search.index import SourceIndex
from gates.source import EventKind, SourceEvent, SourceRange
from tests.constants.holding import holds
from tests.gates.test_session_claims import claim
from tests.gates.test_session_claims import found as rules_of


@holds("gates.contradiction.clauses:SHOWN")
def the_beginning_of_an_event_is_linked() -> None:
    """160 characters of it."""
    events = (SourceEvent(0, EventKind.USER, "x" * 200, "n0"),)
    index = SourceIndex.build(SourceRange("ses_x", 0, 0), events, scope_complete=True)
    (entry,) = found("a", "b", Item(kind=ItemKind.CLAIM, text="c"), index, events[0])
    assert len(entry.evidence[0].quote) == 160


@holds("gates.contradiction.short_sources:LONGEST")
def a_source_is_short_in_characters_too() -> None:
    """With 20,000 of them it is, with one more it is not."""
    for length, hit in ((20_000, True), (20_001, False)):
        lines = (
            "user: no logo",
            "assistant: All right.",
            "user: " + "x" * (length - len("no logoAll right.")),
        )
        assert (("warning", "wish_denied") in rules_of(lines, claim("The sign shows a logo."))) is hit


@holds("gates.contradiction.short_sources:HALF", step=0.1)
def half_of_the_words_make_two_clauses_the_same() -> None:
    """One of two does, two of five do not."""
    assert same(frozenset("ab"), frozenset("acd"))
    assert not same(frozenset("abcde"), frozenset("abfgh"))


@holds("gates.contradiction.short_sources:KIN_FROM")
def kin_share_three_letters() -> None:
    """At their beginning; two are not enough."""
    assert _are_kin("ledgerone", "led.pqrst")
    assert not _are_kin("ledgerone", "lex.pqrst")


@holds("gates.contradiction.ascribed:MOST_BARRED")
def what_is_barred_is_short() -> None:
    """Three words are a thing, four tell a story."""
    for words, barred in (("red oak tables", True), ("red oak tables upstairs", False)):
        lines = (f"user: buy no {words}", "assistant: All right.", "user: thanks")
        hit = ("warning", "wish_denied") in rules_of(lines, claim(f"The house has {words} in it."))
        assert hit is barred
