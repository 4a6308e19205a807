"""Pairs for the search for sources, for links and windows, and for what is shown of them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from gates import second_opinion
from gates.artifact import Item, ItemKind
from gates.contradiction import negation, open_work, tool_evidence
from gates.language import similarity
from gates.retention.gate import thin
from gates.retention.words import words
from gates.search import user_acts
from gates.search.assignment import assign
from gates.search.span_search import SpanSearch
from gates.search.windows import window_around
from gates.snapshot.builder import objective_line
from gates.snapshot.claims import shorten
from gates.source import EventKind, SourceEvent
from tests.constants.holding import holds
from tests.constants.texts import cut_at
from tests.gates.build import index_of
from workbench.facts.actions import commands


@holds("gates.contradiction.tool_evidence:SHOWN")
def actions_are_quoted_by_their_beginning() -> None:
    """160 characters of one."""
    index = index_of((SourceEvent(0, EventKind.TOOL_RESULT, "x" * 300, "n0", tokens=9),))
    assert len(tool_evidence.links_of([0], index)[0].quote) == 160


@holds("gates.language.similarity:SUBSUMES_AT", step=0.001)
def what_is_said_by_another_is_said_whole() -> None:
    """All but a two-thousandth of the words is whole, all but three is not."""
    with patch.object(similarity, "coverage", return_value=0.9995):
        assert similarity.subsumes("Archive the older exports.", "Archive exports.")
    with patch.object(similarity, "coverage", return_value=0.9985):
        assert not similarity.subsumes("Archive the older exports.", "Archive exports.")


@holds("gates.retention.gate:FIRST_PROPOSED")
def the_first_fifteen_proposals_say_whether_a_capture_is_thin() -> None:
    """Of fifteen seven are lost, which is not half; of fourteen seven are, and of sixteen eight."""
    lost = {*range(7), 15}
    items = [SimpleNamespace(item_id=str(n), counts=True) for n in range(16)]
    capture: Any = SimpleNamespace(proposed=items)
    counted = [SimpleNamespace(counted=True, retained=True, item_id="x", rule="literal")] * 6
    proposed = [SimpleNamespace(counted=False, retained=n not in lost, item_id=str(n)) for n in range(16)]
    verdicts: Any = (*counted, *proposed)
    assert not thin(capture, verdicts)


@holds("gates.retention.words:MAX_WORDS")
def so_many_words_of_a_statement_are_read() -> None:
    """240 of 241."""
    words.cache_clear() if hasattr(words, "cache_clear") else None
    assert len(words(" ".join(["exports"] * 241))) == 240


@holds("gates.retention.words:MAX_CHARACTERS")
def so_many_characters_of_a_statement_are_read() -> None:
    """A word that ends at the 4,000th is read whole."""
    words.cache_clear() if hasattr(words, "cache_clear") else None
    for length, last in ((4_000, "exports"), (4_001, "export")):
        assert words("x" * (length - 8) + " exports")[-1].text == last


@holds("gates.search.assignment:LARGEST")
def large_tables_are_filled_row_by_row() -> None:
    """With 400 columns no column is used twice, with 401 it may be."""
    for columns, apart in ((400, True), (401, False)):
        first, second = assign([[1.0, *[0.5] * (columns - 1)]] * 2)
        assert (first != second) is apart


def supported(held: float, score: float) -> bool:
    """Whether a span with these features carries a statement."""
    search: Any = SimpleNamespace(_support=lambda *_: SimpleNamespace(literal=False, held=held, score=score))
    said: Any = None
    return SpanSearch._supports(search, said, said)


@holds("gates.search.span_search:HELD_AT", step=0.03)
def a_span_holds_some_of_the_words() -> None:
    """.37 of them are enough, .33 are not."""
    assert supported(0.37, 1.0)
    assert not supported(0.33, 1.0)


@holds("gates.search.support:LINK_AT", step=0.03)
def a_link_needs_some_support() -> None:
    """A score of .42 is enough, .38 is not."""
    assert supported(0.9, 0.42)
    assert not supported(0.9, 0.38)


@holds("gates.search.span_search:MORE_AT", step=0.03)
def a_further_span_adds_something() -> None:
    """.22 of the words is enough, .18 is not."""
    for gain, adds in ((0.22, True), (0.18, False)):
        search: Any = SimpleNamespace(stems_of=lambda _: {"a", "b"}, _gain=lambda *_, gain=gain: gain)
        none: Any = None
        assert SpanSearch._adds(search, none, {"a", "b"}, none) is adds


def window(adds: int, width: int = 100) -> int:
    """Return the end of a window around 50 of 100 words, followed by a segment that adds this many."""
    stems = [f"w{n}" for n in range(100)]
    middle = SimpleNamespace(
        ordinal=0, start=0, end=50, tokens=SimpleNamespace(distinct=frozenset(stems[:50]))
    )
    more = frozenset(stems[50 : 50 + adds])
    behind = SimpleNamespace(ordinal=0, start=50, end=width, tokens=SimpleNamespace(distinct=more))
    segments: Any = [middle, behind]
    return window_around(segments, 0, frozenset(stems), 100, lambda _: 1).end


@holds("gates.search.windows:MORE_BESIDE", step=0.03)
def a_window_grows_where_it_holds_clearly_more() -> None:
    """By .14 of the words it does, by .10 it does not."""
    assert window(14) == 100
    assert window(10) == 50


@holds("gates.search.windows:WIDEST")
def a_window_grows_up_to_a_width() -> None:
    """To 1,200 characters it does, to 1,201 it does not."""
    assert window(40, 1_200) == 1_200
    assert window(40, 1_201) == 50


@holds("gates.second_opinion:REASON_LENGTH")
def reasons_of_models_are_cut() -> None:
    """240 characters of one."""
    opinion = second_opinion.Opinion.CONTRADICTED
    answer: Any = SimpleNamespace(score=1.0, opinion=opinion, reason="x" * 300)
    checker: Any = SimpleNamespace(name="nli")
    question: Any = SimpleNamespace(linked=True, evidence=())
    with patch.object(second_opinion, "_found", side_effect=lambda _t, _o, message, _e: message):
        stated: Any = second_opinion._warning(answer, checker, question)
    assert stated.count("x") == 240


@holds("gates.snapshot.builder:OBJECTIVE_LIMIT")
def objectives_of_snapshots_are_cut() -> None:
    """500 characters of one."""
    cut_at(500, objective_line)


@holds("gates.snapshot.invariants:INLINE_LIMIT")
def long_texts_are_not_inlined() -> None:
    """4,000 characters are, 4,001 are not."""
    cut_at(4_000, shorten)


@holds("workbench.facts.actions.commands:MAX_COMMAND")
def commands_are_cut() -> None:
    """120 characters of one."""

    def stated(text: str) -> str:
        call = SourceEvent(0, EventKind.TOOL_CALL, text, "n0", tokens=9)
        place = commands._command(call, text)
        return "" if place is None else text[place.start : place.end]

    cut_at(120, stated)


@holds("gates.contradiction.negation:_REPLY")
def a_reply_that_denies_is_short() -> None:
    """Eight words are one, nine are not."""
    with patch.object(negation, "_DENIAL") as pattern:
        pattern.match.return_value = True
        assert negation._denial("one two three four five six seven eight")
        assert not negation._denial("one two three four five six seven eight nine")


def named(text: str, support: float) -> bool:
    """Return whether open work counts as unnamed if a message supports it this much."""
    item = Item(kind=ItemKind.OPEN_WORK, text=text, status="open")
    index: Any = SimpleNamespace(scope_complete=True)
    search: Any = SimpleNamespace(best=lambda *_, **__: SimpleNamespace(support=support))
    return not open_work._unnamed(item, index, search)


@holds("gates.contradiction.open_work:ASKED_FOR_AT", step=0.03)
def a_message_asks_for_work_that_it_names() -> None:
    """With .42 of its words it does, with .38 it does not."""
    assert named("Archive the older exports into cold storage", 0.42)
    assert not named("Archive the older exports into cold storage", 0.38)


@holds("gates.contradiction.open_work:LEAST_WORK")
def work_of_few_words_is_not_looked_for() -> None:
    """Three words are, two are not."""
    assert not named("Archive older exports", 0.0)
    assert named("Archive exports", 0.0)


@holds("gates.search.user_acts:SAID_AT", step=0.03)
def what_the_user_did_is_linked_to_what_the_user_said() -> None:
    """With .42 of the words it is, with .38 it is not."""
    for support, count in ((0.42, 1), (0.38, 0)):
        span = SimpleNamespace(support=support)
        search: Any = SimpleNamespace(best=lambda *_, span=span, **__: span)
        assert len(user_acts.spans_of_user("The user archived the exports", search)) == count
