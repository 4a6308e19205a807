"""Pairs for the rules that look for another word in the place of a claim's."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from gates.artifact import Item, ItemKind
from gates.contradiction.attribution import _by_agent
from gates.contradiction.changed_files import _behind
from gates.contradiction.in_place import passages
from gates.contradiction.rival_kinds import _beside
from gates.contradiction.rival_kinds import _rival as rival_kind
from gates.contradiction.rival_names import _sibling
from gates.contradiction.rival_values import Value, _lone, _near, _share, values_of
from gates.contradiction.rival_values import _rival as rival_value
from gates.contradiction.task_states import _listed
from gates.language.similarity import statement
from tests.constants.holding import holds
from tests.gates.test_session_claims import claim, found, judge_of

TEN = "alpha bravo charlie delta echo foxtrot golf hotel india juliett".split()
LETTERS = "abcdefghijklmnopqrst"


def index_with(*texts: str) -> Any:
    """An index of some events in which every word weighs the same."""
    events = [
        SimpleNamespace(ordinal=n, text=text, tool=None, sidechain=None, kind="")
        for n, text in enumerate(texts)
    ]
    return SimpleNamespace(events=events, weight=lambda _: 1, scope_complete=True)


def search_with(text: str, stems: frozenset[str] = frozenset(), count: int = 0) -> Any:
    """A search that finds one passage, and so many with any word."""
    segment = SimpleNamespace(ordinal=0, start=0, end=len(text), stems=stems)
    return SimpleNamespace(
        top=lambda _stems, _most: [segment],
        count=lambda _stem: count,
        holding_with=lambda _stem, _most: ([], []),
        link_of=lambda _segment: None,
    )


@holds("gates.contradiction.in_place:CANDIDATES")
def some_passages_are_read() -> None:
    """24 of them."""
    lines = (*(f"assistant: the parser keeps archive number {n}" for n in range(30)), "user: fine")
    judge = judge_of(lines)
    assert len(list(passages(frozenset(("parser", "archiv")), judge.index, judge.search))) == 24


@holds("gates.contradiction.in_place:MOST")
def a_common_word_stands_anywhere() -> None:
    """From 3,001 passages on."""
    assert not _beside("jest", frozenset("ab"), 1.0, index_with(), search_with("", count=3_000))
    assert _beside("jest", frozenset("ab"), 1.0, index_with(), search_with("", count=3_001))


@holds("gates.contradiction.in_place:LEAST_REST")
def two_words_make_a_place() -> None:
    """One does not."""
    assert _share(frozenset("ab"), frozenset("abc"), index_with()) == 1
    assert _share(frozenset("ab"), frozenset("acd"), index_with()) == 0


def _valued(around: str, text: str = "7") -> Value:
    return Value("number", text, frozenset("n"), frozenset(around), "x", "", False)


@holds("gates.contradiction.in_place:BORNE_AT", step=0.1)
def half_of_what_a_rival_shares_bears_a_value_out() -> None:
    """Four of ten words do not."""
    assert _near(_valued("abcdefghij"), _valued("abcde"), 1.0, index_with())
    assert not _near(_valued("abcdefghij"), _valued("abcd"), 1.0, index_with())


@holds("gates.contradiction.rival_values:AROUND")
def six_words_on_a_side_tell_the_place() -> None:
    """The seventh does not."""
    (value,) = values_of.__wrapped__(" ".join((*TEN[:8], "5")))
    assert value.around == frozenset(statement(" ".join(TEN[2:8])).stems)


@holds("gates.contradiction.rival_values:RIVAL_AT", step=0.1)
def half_of_the_words_around_make_a_rival() -> None:
    """Four of ten do not."""
    (value,) = values_of(" ".join((*TEN[:5], "7", *TEN[5:])))
    for words, hit in ((TEN[5:10], True), (TEN[5:9], False)):
        text = " ".join(("9", *words))
        assert (rival_value(value, {"7"}, index_with(text), search_with(text)) is not None) is hit


@holds("gates.contradiction.rival_values:CODE_AT", step=0.1)
def three_of_ten_words_make_a_rival_of_a_version() -> None:
    """Two do not."""
    (value,) = values_of(" ".join((*TEN[:5], "v1.2.3", *TEN[5:])))
    for words, hit in ((TEN[5:8], True), (TEN[5:7], False)):
        text = " ".join(("v2.0.1", *words))
        assert (rival_value(value, {"1.2.3"}, index_with(text), search_with(text)) is not None) is hit


@holds("gates.contradiction.rival_values:LEAST_DIGITS")
def three_digits_are_known_by_the_word_before() -> None:
    """Two are not."""
    assert _lone(_valued("ab", "123"))
    assert not _lone(_valued("ab", "12"))


@holds("gates.contradiction.rival_names:SLOT_AT", step=0.1)
def half_of_the_words_make_a_stranger_a_sibling() -> None:
    """Four of ten do not."""
    for stems, hit in (("abcde", True), ("abcd", False)):
        text = "`other_thing`"
        search = search_with(text, frozenset(stems))
        rest = frozenset(LETTERS[:10])
        assert (_sibling("strange_name", rest, "", index_with(text), search) is not None) is hit


@holds("gates.contradiction.rival_names:KIN_AT", step=0.1)
def less_is_enough_for_a_name_that_shares_a_part() -> None:
    """Three of ten are, two are not."""
    for stems, hit in (("abc", True), ("ab", False)):
        text = "`strange_case`"
        search = search_with(text, frozenset(stems))
        rest = frozenset(LETTERS[:10])
        assert (_sibling("strange_name", rest, "", index_with(text), search) is not None) is hit


@holds("gates.contradiction.rival_kinds:SLOT_AT", step=0.1)
def seven_of_twenty_words_make_a_sibling() -> None:
    """Six do not."""
    for stems, hit in (("abcdefg", True), ("abcdef", False)):
        search = search_with("jest", frozenset(stems))
        rest = frozenset(LETTERS)
        assert (
            rival_kind(frozenset(("jest",)), "vitest", rest, index_with("jest"), search) is not None
        ) is hit


@holds("gates.contradiction.unsupported_actions:BESIDE")
def a_wish_stands_near_its_action() -> None:
    """Within 40 characters."""
    for size, told in ((40, False), (41, True)):
        text = "should " + "x" * (size - 8) + " pushed to the remote."
        lines = ("user: change it", "command: ls", "result: src", "user: fine")
        assert (("warning", "unsupported_action") in found(lines, claim(text))) is told


def _task(text: str, stated: str) -> bool:
    index = index_with("")
    index.facts = SimpleNamespace(tasks={"#1": (text, "pending", 0)})
    return bool(_listed(Item(kind=ItemKind.CLAIM, text=stated), index))


@holds("gates.contradiction.task_states:TASK_AT", step=0.11)
def eight_of_ten_words_name_a_task() -> None:
    """Seven do not."""
    assert _task(" ".join(TEN), " ".join(TEN[:8]))
    assert not _task(" ".join(TEN), " ".join(TEN[:7]))


@holds("gates.contradiction.task_states:LEAST_TASK")
def three_words_are_a_task() -> None:
    """Two are none."""
    assert _task(" ".join(TEN[:3]), " ".join(TEN[:3]))
    assert not _task(" ".join(TEN[:2]), " ".join(TEN[:2]))


@holds("gates.contradiction.task_states:BELOW")
def boxes_stand_below_their_heading() -> None:
    """Within 3,000 characters."""
    for size, told in ((3_000, True), (3_001, False)):
        plan = "# WP1 names\n" + "x" * (size - 4) + "[ ]"
        lines = ("user: read it", "command: cat plan.md", f"result: {plan}", "user: fine")
        assert (("warning", "task_open") in found(lines, claim("WP1 with its names is completed."))) is told


@holds("gates.contradiction.attribution:SAID_AT", step=0.11)
def four_of_ten_words_were_said_by_the_user() -> None:
    """Three were not."""
    for count, told in ((4, True), (3, False)):
        search: Any = SimpleNamespace(
            best=lambda _stems, **_: SimpleNamespace(ordinal=0, start=0, end=1),
            stems_of=lambda _, held=count: frozenset(statement(" ".join(TEN[:held])).stems),
            top=lambda _stems, _most: [],
            link=lambda _: None,
        )
        stated = Item(kind=ItemKind.CLAIM, text="The assistant proposed " + " ".join(TEN))
        assert bool(_by_agent(stated, index_with("said"), search)) is told


@holds("gates.contradiction.changed_files:HELD_AT", step=0.11)
def four_of_ten_words_stand_in_the_edit_of_another_file() -> None:
    """Three are too few."""
    clause = " ".join(("added", *TEN[1:], "in a.py"))
    for count, told in ((4, True), (3, False)):
        index = index_with("", "")
        index.source = SimpleNamespace(end=1)
        held = frozenset(statement(" ".join(TEN[1 : count + 1])).stems)
        index.segments = lambda _, held=held: (SimpleNamespace(stems=held),)
        index.facts = SimpleNamespace(
            changed=lambda _: [], edits=lambda _: [], changes={"b.py": [1]}, calls={"b.py": [1]}, runs=[]
        )
        stated = Item(kind=ItemKind.CLAIM, text=clause)
        assert bool(_behind(stated, "a.py", clause, index)) is told
