"""Pairs for how much of a session is read, ranked and sent: events, lines, links, passages of a question."""

from __future__ import annotations

import re
from typing import Any
from unittest.mock import patch

from gates import second_opinion
from gates.artifact import Item, ItemKind
from gates.contradiction import warnings
from gates.faults import artifacts
from gates.language.similarity import statement
from gates.language.word_bounds import stands_before
from gates.repeats import repeated
from gates.search import action_links, session_facts
from gates.search.index import Preparer
from gates.search.session_facts import Action, action_of, actions_of
from gates.search.span_search import SpanSearch
from gates.search.vocabulary import _may_count
from gates.snapshot import invariants, pairing
from gates.source import EventKind, SourceEvent, ToolAction, ToolFact, make_link
from tests.constants.gates_claims import anything, claim, events_of
from tests.constants.holding import holds
from tests.gates.build import SESSION, index_of

ASKED = "gates.second_opinion"


@holds(f"{ASKED}:NEAREST")
def three_nearest_passages_are_asked_about() -> None:
    """Of four."""
    search = anything(top=lambda _, most: list(range(4))[:most], link_of=lambda segment: segment)
    assert len(second_opinion._nearest(claim("The nightly sweep keeps archives"), search)) == 3


@holds(f"{ASKED}:FEWEST_STEMS")
def a_statement_of_three_words_has_near_passages() -> None:
    """One of two has none."""
    search = anything(top=lambda _, most: list(range(most)), link_of=lambda segment: segment)
    assert second_opinion._nearest(claim("sweep keeps archives"), search)
    assert not second_opinion._nearest(claim("sweep archives"), search)


def question(text: str, links: int) -> second_opinion.Question:
    """Return the question about a statement with this many linked passages."""
    texts = [f"Event{n} says nothing of note." for n in range(max(1, links))]
    index = index_of(events_of(*texts))
    made = tuple(make_link(SESSION, n, texts[n], 0, 6) for n in range(links))
    item = Item(kind=ItemKind.CLAIM, text=text, links=made)
    asked = second_opinion.question_of(item, SpanSearch(index))
    assert asked is not None
    return asked


@holds(f"{ASKED}:PASSAGES")
def four_passages_are_asked_about() -> None:
    """Of five."""
    assert len(question("The nightly sweep keeps archives", 5).passages) == 4


@holds(f"{ASKED}:CLAIM_LENGTH")
def so_much_of_a_claim_is_asked_about() -> None:
    """2,000 characters of 2,001."""
    assert len(question("x" * 2_001, 1).claim) == 2_000


@holds(f"{ASKED}:PASSAGE_LENGTH", step=2)
def a_passage_is_cut() -> None:
    """1,200 characters of 1,300."""
    text = "x" * 1_300
    index = index_of(events_of(text))
    link = make_link(SESSION, 0, text, 0, 1_300)
    assert len(second_opinion._passage(link, SpanSearch(index))) == 1_200


@holds("gates.contradiction.warnings:BESIDE")
def eight_words_on_each_side_say_what_a_word_is_said_of() -> None:
    """Of nine before and nine behind."""
    words = [f"w{chr(97 + n)}rd" for n in range(19)]
    said = statement(" ".join(words))
    seen: list[int] = []

    def context(_rivals: object, rest: frozenset[str], *_: object) -> tuple[float, None]:
        seen.append(len(rest))
        return 0.0, None

    middle = said.tokens.stems[9]
    with (
        patch.object(warnings, "opposites", side_effect=lambda stem: {"x"} if stem == middle else set()),
        patch.object(warnings, "siblings", return_value=set()),
        patch.object(warnings, "_context", side_effect=context),
    ):
        list(warnings.opposed_words(anything(compared=said), 1.0))
    assert seen == [16]


@holds("gates.contradiction.warnings:CONTEXT_AT", step=0.05)
def an_opposite_stands_beside_some_weight_of_the_claim() -> None:
    """Words that weigh 1.02, not .98."""
    segment = anything(ordinal=0, start=0, end=5)
    for weight, found in ((1_020_000, 1), (980_000, 0)):
        search = anything(
            holding_with=lambda stem, _: ([segment], [frozenset(("keep",))]) if stem == "x" else ([], []),
            beside_stem=lambda stem, _: frozenset(("keep",)) if stem == "x" else frozenset(),
            known=sorted,
            link_of=lambda _: "link",
        )
        index = anything(weight=lambda _, weight=weight: weight, events=[anything(text="close")])
        reading = anything(
            compared=statement("open keep"), item=claim("open keep"), search=search, index=index, top=[]
        )
        with (
            patch.object(warnings, "opposites", side_effect=lambda stem: {"x"} if stem == "open" else set()),
            patch.object(warnings, "siblings", return_value=set()),
        ):
            assert len(warnings._opposites(reading)) == found


@holds("gates.faults.artifacts:RESTATED_AT", step=0.02)
def an_item_with_most_words_restates_a_captured_one() -> None:
    """.61 of them, not .59."""
    ground = anything(artifact=anything(items=[claim("Archive exports.")]), index=anything(weight=None))
    wanted = anything(text="Archive the older exports.")
    for share, found in ((0.61, [0]), (0.59, [])):
        with patch.object(artifacts, "coverage", return_value=share):
            assert artifacts._restating(ground, wanted) == found


@holds("gates.repeats:MOST_COMPARED")
def two_hundred_statements_with_a_word_are_compared() -> None:
    """The two-hundredth statement with a word is compared; the next one is not."""
    tags = [f"{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(200)]
    for others, known in ((199, True), (200, False)):
        before = [
            f"{word} {word[0]}{tag}lor {word[0]}{tag}mip {word[0]}{tag}dus"
            for word in ("alpha", "bravo", "delta")
            for tag in tags[:others]
        ]
        items = [claim(text) for text in (*before, "alpha bravo delta kilo", "alpha bravo delta")]
        assert (len(items) - 1 in repeated(items, [True] * len(items))) is known


@holds("gates.search.action_links:CANDIDATES")
def sixty_passages_are_asked_for_an_act() -> None:
    """Of seventy."""
    seen: list[int] = []

    def top(_stems: object, most: int) -> list[object]:
        seen.append(len(list(range(70))[:most]))
        return []

    search = anything(index=anything(), top=top)
    action_links._anywhere("archived the older exports", search)
    assert seen == [60]


@holds("gates.search.action_links:MOST_EVENTS")
def the_last_edits_of_a_file_are_read() -> None:
    """400 of 401."""
    read: list[int] = []

    def segments(ordinal: int) -> list[object]:
        read.append(ordinal)
        return []

    index = anything(weight=lambda _: 1, segments=segments)
    search = anything(index=index, within=lambda *_: None)
    action_links._fullest(range(401), frozenset(("a",)), search)
    assert len(read) == 400


@holds("gates.search.prepared:MAX_SEGMENTS_PER_EVENT")
def so_many_lines_of_an_event_are_searched() -> None:
    """4,000 of 4,001."""
    text = "\n".join(f"line {n}" for n in range(4_001))
    assert len(Preparer().segments(events_of(text)[0])) == 4_000


@holds("gates.search.session_facts:_LONGEST")
def so_much_of_a_command_is_read() -> None:
    """A commit that ends at its 4,000th character is seen, one that ends behind it is not."""
    for length, seen in ((4_000, True), (4_001, False)):
        actions_of.cache_clear()
        command = "x" * (length - len(" git commit")) + " git commit"
        assert (Action.COMMIT in actions_of(command)) is seen
    actions_of.cache_clear()


@holds("gates.search.session_facts:_RESULT_READ")
def so_much_of_an_output_is_read() -> None:
    """A count that ends at its 20,000th character is seen, one that ends behind it is not."""
    tool = ToolFact("Bash", "c1", ToolAction.COMMAND, "pytest", False)
    for length, passes in ((20_000, 12), (20_001, None)):
        text = " " * (length - len("12 passed")) + "12 passed"
        event = SourceEvent(0, EventKind.TOOL_RESULT, text, "n0", tokens=1, tool=tool)
        run = action_of(event).run
        assert run is not None
        assert run.passes == passes
    assert session_facts._RESULT_READ


@holds("gates.search.span_search:MAX_LINKS")
def three_spans_carry_a_statement_together() -> None:
    """Of four that each add something."""
    search: Any = SpanSearch.__new__(SpanSearch)
    with (
        patch.object(SpanSearch, "best", return_value="span"),
        patch.object(SpanSearch, "_supports", return_value=True),
        patch.object(SpanSearch, "_adds", return_value=True),
        patch.object(SpanSearch, "stems_of", return_value=set()),
    ):
        assert len(search.spans("Archive the older exports nightly")) == 3


@holds("gates.search.vocabulary:REACH")
def a_little_word_may_stand_between_words_of_a_number() -> None:
    """One may, two may not."""
    row = ["a", "b", "c", "twenty", "and", "five", "d", "e", "f"]
    assert _may_count(row, {"twenty", "five"})
    row = ["a", "b", "c", "twenty", "and", "some", "five", "d", "e", "f"]
    assert not _may_count(row, {"twenty", "five"})


@holds("gates.snapshot.invariants:GOAL_LIMIT")
def an_objective_has_an_end() -> None:
    """65,536 bytes, not one more."""
    for length, bad in ((65_536, 0), (65_537, 1)):
        given = anything(snapshot={"objective": "x" * length})
        assert len(invariants._no_blobs(given).problems) == bad


@holds("gates.snapshot.pairing:_HELD")
def twelve_candidates_of_a_statement_are_held() -> None:
    """Of thirteen."""
    choices = {n: "abcdef" for n in range(13)}
    assert len(pairing._closest("abcdef", choices, 0.6)) == 12


@holds("gates.language.word_bounds:REACH")
def so_far_before_a_place_words_are_looked_for() -> None:
    """160 characters, not 161."""
    for length, found in ((160, True), (161, False)):
        text = "x" + "-" * (length - 1)
        assert stands_before(re.compile("x-*$"), text, length) is found
