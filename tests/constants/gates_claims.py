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
    open_work,
    options_chosen,
    overclaims,
    placement,
    polarity,
    quotations,
    warnings,
)
from gates.language.similarity import statement
from gates.search.linking import SpanSearch
from gates.source import EventKind, SourceEvent, ToolAction, ToolFact, make_link
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
    """Set the share of words that any comparison in the module finds."""
    with patch.object(module, "coverage", return_value=share):
        yield


def quoted(quote: str, likeness: float = 80.0) -> list[str]:
    """Return the rules for a quotation of the user that occurs nowhere but resembles something said."""
    index = index_of(events_of("Nothing."))
    with (
        patch.object(quotations, "_occurs", return_value=False),
        patch.object(quotations, "_nearest", return_value=likeness),
    ):
        found = quotations.quotations(claim(f'The user said "{quote}"'), index, SpanSearch(index))
    return [each.rule for each in found]


@holds(f"{D}.quotations:LEAST_QUOTED")
def a_quotation_of_five_words_is_looked_up() -> None:
    """One of four is not."""
    assert quoted("archive every older export") == []
    assert quoted("archive every older export soon") == ["quote_altered"]


@holds(f"{D}.attribution:STATED_AT", step=0.02)
def a_message_that_holds_some_of_an_act_states_of_it() -> None:
    """.36 of its words, not .34."""
    search = anything(best=lambda *_, **__: "span", stems_of=lambda _: frozenset())
    none: Any = None
    for share, rules_met in ((0.36, 0), (0.34, 1)):
        with covering(attribution, share):
            found = attribution._acts(claim("The user removed the older archive exports"), none, search)
        assert len(found) == rules_met


@holds(f"{D}.attribution:LEAST_ACT")
def an_act_of_three_words_is_looked_up() -> None:
    """One of two is not."""
    none: Any = None
    search = anything(best=lambda *_, **__: None)
    assert len(attribution._acts(claim("The user removed older exports"), none, search)) == 1
    assert attribution._acts(claim("The user removed exports"), none, search) == []


@holds(f"{D}.quotations:KNOWN_AT", step=0.02)
def a_passage_with_most_words_of_a_quotation_is_what_it_abridges() -> None:
    """.61 of them, not .59."""
    for share, nowhere in ((0.61, False), (0.59, True)):
        search = anything(best=lambda _, share=share: anything(support=share))
        assert quotations._nowhere("archive older exports nightly sweep", search) is nowhere


@holds(f"{D}.bindings:PART_AT", step=0.02)
def an_event_with_most_words_of_a_part_is_it() -> None:
    """.61 of them, not .59."""
    search = anything(top=lambda *_: [anything(ordinal=3, stems=frozenset())])
    for share, places in ((0.61, [3]), (0.59, None)):
        with covering(bindings, share):
            assert bindings._only(frozenset(("a", "b")), search) == places


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
        assert (placement.passages_with("exporter", none, search) is not None) is looked


@holds(f"{D}.placement:BESIDE")
def a_file_is_named_beside_a_name() -> None:
    """Up to 300 characters behind it."""
    for gap, about in ((300, True), (301, False)):
        text = "exporter" + " " * (gap - len("gate.py")) + "gate.py"
        index = anything(events=[anything(text=text, tool=None, kind=EventKind.USER)])
        assert placement._about(anything(ordinal=0, start=0, end=8), "gate.py", index) is about


@holds(f"{D}.polarity:HINTED", step=0.02)
def an_opposite_with_most_words_is_worth_a_look() -> None:
    """.69 of them, not .67."""
    none: Any = None
    for share, found in ((0.69, 1), (0.67, 0)):
        with patch.object(polarity, "opposed_sentences", return_value=[(none, "It does not.", share, False)]):
            assert len(polarity.polarity(claim("It does"), none, [])) == found


@holds(f"{D}.polarity:SAME_SENTENCE", step=0.02)
def two_sentences_of_most_words_are_opposites() -> None:
    """.81 in both directions, not .79."""
    one = statement("The nightly sweep keeps archives")
    other = statement("The nightly sweep does not keep archives")
    for share, sure in ((0.81, True), (0.79, False)):
        with covering(polarity, share), patch.object(polarity, "_antonyms", return_value=(0, 0)):
            opposed = polarity._opposed(one, other)
        assert opposed is not None
        assert opposed[1] is sure


def effect_of(share: float, passages: int = 1) -> int:
    """How many causes are found where the last passage gives another, and holds so much of the effect."""
    texts = [*("Nothing." for _ in range(passages - 1)), "The sweep stopped because of the rain."]
    index = index_of(events_of(*texts))
    every = [anything(ordinal=n, start=0, end=len(text)) for n, text in enumerate(texts)]
    search = anything(top=lambda _, most: every[:most], link_of=lambda _: make_link(SESSION, 0, "x", 0, 1))
    with covering(bindings, share):
        return len(bindings._cause(claim("The sweep stopped because of a drawer"), index, search))


@holds(f"{D}.bindings:EFFECT_AT", step=0.02)
def half_of_the_words_are_an_effect() -> None:
    """.51 of them, not .49."""
    assert effect_of(0.51) == 1
    assert effect_of(0.49) == 0


@holds(f"{D}.bindings:NEAR")
def a_cause_is_looked_for_in_six_passages() -> None:
    """Not in a seventh."""
    assert effect_of(1.0, passages=6) == 1
    assert effect_of(1.0, passages=7) == 0


@holds(f"{D}.bindings:RETOLD_AT", step=0.02)
def half_of_the_words_retell_what_a_condition_bounds() -> None:
    """51 of 100, not 49."""
    assert bindings._restates(51, 100)
    assert not bindings._restates(49, 100)


def done_of(share: float, passages: int = 1) -> int:
    """How often open work is done where the last passage of so many is an edit that holds so much of it."""
    tool = ToolFact("Edit", "c1", ToolAction.CHANGE, "a.py")
    said = [SourceEvent(n, EventKind.ASSISTANT, "Fine.", f"n{n}", tokens=1) for n in range(passages - 1)]
    last = SourceEvent(passages - 1, EventKind.TOOL_CALL, "Edit", f"n{passages}", tokens=1, tool=tool)
    index = index_of((*said, last))
    every = [anything(ordinal=n, start=0, end=4, stems=frozenset()) for n in range(passages)]
    search = anything(top=lambda _, most: every[:most], link_of=lambda _: make_link(SESSION, 0, "x", 0, 1))
    with covering(open_work, share):
        return len(open_work._done(claim("Still to archive the nightly exports"), index, search))


@holds(f"{D}.open_work:SAME_AT", step=0.02)
def a_passage_with_some_words_is_about_the_same() -> None:
    """.41 of them, not .39."""
    assert done_of(0.41) == 1
    assert done_of(0.39) == 0


@holds(f"{D}.open_work:NEAR")
def open_work_is_looked_for_in_six_passages() -> None:
    """Not in a seventh."""
    assert done_of(1.0, passages=6) == 1
    assert done_of(1.0, passages=7) == 0


@holds(f"{D}.attribution:ASKED_AT", step=0.02)
def a_question_with_some_words_is_what_is_stated() -> None:
    """.31 of them, not .29."""
    index = index_of(events_of("Is the nightly sweep keeping archives?", kind=EventKind.USER))
    for share, found in ((0.31, 1), (0.29, 0)):
        span = anything(ordinal=0, start=0, end=20, support=share)
        search = anything(best=lambda *_, span=span, **__: span, link=lambda _: "link")
        stated = claim("The user confirmed the nightly sweep keeps archives")
        assert len(attribution._questions(stated, index, search)) == found


@holds(f"{D}.options_chosen:LEAST_OPTION")
def an_option_of_two_words_is_looked_up() -> None:
    """One of one word is not."""
    index = index_of(events_of("Either the nightly sweep or a manual archive."))
    assert len(options_chosen.options_chosen(claim('The user chose "nightly sweep"'), index)) == 1
    assert options_chosen.options_chosen(claim('The user chose "nightly"'), index) == []


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
        assert warnings._rest_occurs_beside({"a"}, frozenset(("y",)), anything(search=search)) is stands
