"""Pairs for the rules of gate D: from what share, distance or length a claim is held against its source."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from gates.artifact import Item, ItemKind
from gates.contradiction import (
    attribution,
    bindings,
    message_list,
    overclaims,
    placement,
    rules,
    states,
    testimony,
    warnings,
)
from gates.findings import Found
from gates.language.similarity import statement
from gates.search.linking import SpanSearch
from gates.source import EventKind, SourceEvent, make_link
from tests.constants.holding import holds
from tests.gates.build import SESSION, index_of

D = "gates.contradiction"


def events_of(*texts: str, kind: EventKind = EventKind.ASSISTANT) -> tuple[SourceEvent, ...]:
    """One event a text."""
    return tuple(SourceEvent(n, kind, text, f"n{n}", tokens=9) for n, text in enumerate(texts))


def claim(text: str) -> Item:
    """A claim without links."""
    return Item(kind=ItemKind.CLAIM, text=text)


def anything(**parts: Any) -> Any:
    """An object with these parts alone."""
    return SimpleNamespace(**parts)


@contextmanager
def covering(module: Any, share: float) -> Iterator[None]:
    """Whatever is compared in a module holds so much of the other."""
    with patch.object(module, "coverage", return_value=share):
        yield


def quoted(quote: str, likeness: float = 80.0) -> list[str]:
    """The rules that a quotation of the user meets which nobody said, but something like it."""
    index = index_of(events_of("Nothing."))
    with (
        patch.object(attribution, "_said", return_value=False),
        patch.object(attribution, "_nearest", return_value=likeness),
    ):
        found = attribution._quotations(claim(f'The user said "{quote}"'), index, SpanSearch(index))
    return [each.rule for each in found]


@holds(f"{D}.attribution:LEAST_QUOTED")
def a_quotation_of_five_words_is_looked_up() -> None:
    """One of four is not."""
    assert quoted("archive every older export") == []
    assert quoted("archive every older export soon") == ["quote_altered"]


@holds(f"{D}.attribution:STATED_AT", step=0.02)
def a_message_that_holds_some_of_an_act_states_of_it() -> None:
    """.36 of its words, not .34."""
    search = anything(best=lambda *_, **__: "span", stems_of=lambda _: frozenset())
    for share, rules_met in ((0.36, 0), (0.34, 1)):
        with covering(attribution, share):
            found = attribution._acts(claim("The user removed the older archive exports"), search)
        assert len(found) == rules_met


@holds(f"{D}.attribution:KNOWN_AT", step=0.02)
def a_passage_with_most_words_of_a_quotation_is_what_it_abridges() -> None:
    """.61 of them, not .59."""
    for share, nowhere in ((0.61, False), (0.59, True)):
        search = anything(best=lambda _, share=share: anything(support=share))
        assert attribution._nowhere("archive older exports nightly sweep", search) is nowhere


@holds(f"{D}.bindings:PART_AT", step=0.02)
def an_event_with_most_words_of_a_part_is_it() -> None:
    """.61 of them, not .59."""
    search = anything(top=lambda *_: [anything(ordinal=3, stems=frozenset())])
    for share, places in ((0.61, [3]), (0.59, None)):
        with covering(bindings, share):
            assert bindings._only(frozenset(("a", "b")), search) == places


def owner(own: float, other: float) -> list[Found]:
    """What is found in an act of the user of which he and the agent hold so much."""
    mine, theirs = (
        anything(ordinal=0, start=0, end=1, stems="u"),
        anything(ordinal=1, start=0, end=1, stems="a"),
    )
    index = anything(
        is_human=lambda ordinal, *_: ordinal == 0,
        events=[anything(kind=EventKind.USER), anything(kind=EventKind.ASSISTANT)],
    )
    search = anything(top=lambda *_: [mine, theirs], link_of=lambda _: "link")
    with patch.object(bindings, "coverage", side_effect=lambda _, stems: own if stems == "u" else other):
        return bindings._owner(claim("The user suggested archive older exports nightly"), index, search)


@holds(f"{D}.bindings:OWNED_AT", step=0.02)
def half_of_the_words_are_an_act() -> None:
    """.51 of them, not .49."""
    assert owner(0.0, 0.51)
    assert not owner(0.0, 0.49)


@holds(f"{D}.bindings:MARGIN", step=0.02)
def the_other_side_holds_far_more() -> None:
    """.26 more, not .24."""
    assert owner(0.54, 0.8)
    assert not owner(0.56, 0.8)


@holds(f"{D}.message_list:SENT_AGAIN", step=3)
def a_repaired_message_is_the_one_before_it() -> None:
    """Alike by 72 of 100, not by 68."""
    index = index_of(
        events_of("Archive the older exports.", "Archive the older exports now.", kind=EventKind.USER)
    )
    link = make_link(SESSION, 0, index.events[0].text, 0, 7)
    for likeness, again in ((72.0, True), (68.0, False)):
        with patch("gates.contradiction.message_list.fuzz.ratio", return_value=likeness):
            assert message_list._sent_again(link, index) is again


@holds(f"{D}.overclaims:BESIDE")
def so_much_beside_linked_words_is_read_with_them() -> None:
    """Forty characters on either side."""
    index = index_of(events_of("x" * 200))
    link = make_link(SESSION, 0, index.events[0].text, 100, 110)
    assert len(overclaims._near([link], index)) == 90


@holds(f"{D}.placement:LEAST_LINE")
def a_line_of_code_has_some_length() -> None:
    """24 characters, not 23."""
    for length, kept in ((24, 1), (23, 0)):
        assert len(placement._lines("x" * length)) == kept


@holds(f"{D}.placement:MOST")
def a_name_in_too_many_passages_is_not_looked_up() -> None:
    """400 passages are few enough, 401 are not."""
    for count, looked in ((400, True), (401, False)):
        search = anything(count=lambda _, count=count: count, holding=lambda *_: [])
        none: Any = None
        assert (placement.standing("exporter", none, search) is not None) is looked


@holds(f"{D}.placement:BESIDE")
def a_file_is_named_beside_a_name() -> None:
    """Up to 300 characters behind it."""
    for gap, about in ((300, True), (301, False)):
        text = "exporter" + " " * (gap - len("gate.py")) + "gate.py"
        index = anything(events=[anything(text=text, tool=None, kind=EventKind.USER)])
        assert placement._about(anything(ordinal=0, start=0, end=8), "gate.py", index) is about


@holds(f"{D}.rules:HINTED", step=0.02)
def an_opposite_with_most_words_is_worth_a_look() -> None:
    """.69 of them, not .67."""
    none: Any = None
    for share, found in ((0.69, 1), (0.67, 0)):
        with patch.object(rules, "opposed_sentences", return_value=[(none, "It does not.", share, False)]):
            assert len(rules._polarity(claim("It does"), none, [])) == found


@holds(f"{D}.rules:SAME_SENTENCE", step=0.02)
def two_sentences_of_most_words_are_opposites() -> None:
    """.81 in both directions, not .79."""
    one = statement("The nightly sweep keeps archives")
    other = statement("The nightly sweep does not keep archives")
    for share, sure in ((0.81, True), (0.79, False)):
        with covering(rules, share), patch.object(rules, "_antonyms", return_value=(0, 0)):
            opposed = rules._opposed(one, other)
        assert opposed is not None
        assert opposed[1] is sure


@holds(f"{D}.states:SAME_AT", step=0.02)
def a_passage_with_some_words_is_about_the_same() -> None:
    """.41 of them, not .39."""
    assert len(near_of(0.41)) == 1
    assert near_of(0.39) == []


@holds(f"{D}.states:NEAR")
def six_passages_are_read_against_a_claim() -> None:
    """Of seven that hold its words."""
    assert len(near_of(1.0, passages=7)) == 6


def near_of(share: float, passages: int = 1) -> list[object]:
    """The passages that a claim is read against, each holding so much of it."""
    seen: list[list[object]] = []
    every = [anything(ordinal=n, stems=frozenset()) for n in range(passages)]
    search = anything(top=lambda _, most: every[:most])

    def took(_item: object, near: list[object], *_: object) -> list[Found]:
        seen.append(near)
        return []

    none: Any = None
    with (
        covering(states, share),
        patch.object(states, "_planned", side_effect=took),
        patch.object(states, "_open", return_value=[]),
        patch.object(states, "_replaced", return_value=[]),
        patch.object(states, "_outcome", return_value=[]),
    ):
        states.states(claim("The nightly sweep keeps archives"), none, search)
    return seen[0]


@holds(f"{D}.testimony:ASKED_AT", step=0.02)
def a_question_with_some_words_is_what_is_stated() -> None:
    """.31 of them, not .29."""
    index = index_of(events_of("Is the nightly sweep keeping archives?", kind=EventKind.USER))
    for share, found in ((0.31, 1), (0.29, 0)):
        span = anything(ordinal=0, start=0, end=20, support=share)
        search = anything(best=lambda *_, span=span, **__: span, link=lambda _: "link")
        stated = claim("The user confirmed the nightly sweep keeps archives")
        assert len(testimony._questions(stated, index, search)) == found


@holds(f"{D}.testimony:LEAST_OPTION")
def an_option_of_two_words_is_looked_up() -> None:
    """One of one word is not."""
    index = index_of(events_of("Either the nightly sweep or a manual archive."))
    assert len(testimony._options(claim('The user chose "nightly sweep"'), index)) == 1
    assert testimony._options(claim('The user chose "nightly"'), index) == []


def reading_of(**parts: Any) -> Any:
    """A claim being read, with these parts."""
    return anything(item=claim("The sweep keeps archives"), top=[], search=None, **parts)


@holds(f"{D}.warnings:UNSUPPORTED_BELOW", step=0.02)
def a_claim_of_which_little_is_held_is_unsupported() -> None:
    """.16 of its words, not .18."""
    for share, found in ((0.16, 1), (0.18, 0)):
        with patch.object(warnings, "share_held", return_value=share):
            assert len(warnings._support(reading_of())) == found


@holds(f"{D}.warnings:WINDOW")
def three_passages_are_a_window() -> None:
    """Of four that hold the claim's words."""
    search: Any = anything(top=lambda _, most: list(range(4))[:most])
    none: Any = None
    said = claim("The sweep keeps archives")
    assert len(warnings.ClaimReading(said, statement(said.text), none, search).top) == 3


@holds(f"{D}.warnings:LINKED_AT", step=0.02)
def linked_passages_with_most_words_are_what_a_claim_is_read_against() -> None:
    """.81 of them, not .79."""
    index = index_of(events_of("The sweep keeps archives."))
    link = make_link(SESSION, 0, index.events[0].text, 0, 9)
    said = claim("The sweep keeps archives").model_copy(update={"links": (link,)})
    for share, passages in ((0.81, 1), (0.79, 0)):
        reading = warnings.ClaimReading(said, statement(said.text), index, SpanSearch(index))
        with covering(warnings, share):
            assert len(reading.linked) == passages


@holds(f"{D}.warnings:MOST_SEGMENTS")
def so_many_passages_with_a_word_are_asked() -> None:
    """The two hundredth is, the one behind it is not."""
    for place, stands in ((199, True), (200, False)):
        held = [frozenset(("x",))] * place + [frozenset(("y",))]
        search = anything(
            beside_stem=lambda _, most, held=held: frozenset().union(*held[:most]), known=sorted
        )
        assert warnings._stands_beside({"a"}, frozenset(("y",)), anything(search=search)) is stands
