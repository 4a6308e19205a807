"""Pairs for the features of a statement's beginning and of its place in its turn."""

from __future__ import annotations

from tests.constants.facts_messages import FACTS
from tests.constants.holding import PAIRS, holds
from workbench.facts.proposals.candidate import CandidateStatement
from workbench.facts.proposals.cues import first_words
from workbench.facts.proposals.turns import turn_features
from workbench.facts.spans import EventWords

TURNS = f"{FACTS}.proposals.turns"


@holds(f"{FACTS}.proposals.cues:MAX_OPENING")
def the_first_words_stand_at_the_beginning() -> None:
    """60 characters are read: of a word that ends there the last letter, too."""
    assert first_words("1 " * 29 + "ab") == ["first:ab"]
    assert first_words("1 " * 29 + "1ab") == ["first:a"]


def _features(messages: int = 1, before: int = 0, edits: int = 0, tools: int = 0) -> dict[str, float]:
    """What is stated of a turn of so many messages, one event apart, of which so many precede."""
    made = CandidateStatement(
        (EventWords(before, 0, 9),), "It stays.", "assistant", ("kind:prose",), frozenset()
    )
    done = {"edit": edits, "tool": tools}
    return turn_features(made, range(messages), lambda step, *_: done.get(step, 0), -1, messages)


def _message_case(place: int, edge: int) -> None:
    @holds(f"{TURNS}:_MESSAGES", part=place)
    def messages_are_stated_by_steps() -> None:
        assert f"turn_before:{place}" in _features(edge, before=edge - 1)
        assert f"turn_before:{place + 1}" in _features(edge + 1, before=edge)
        assert f"turn_left:{place}" in _features(edge)
        assert f"turn_left:{place + 1}" in _features(edge + 1)

    assert PAIRS[-1].case is messages_are_stated_by_steps


def _edit_case(place: int, edge: int) -> None:
    @holds(f"{TURNS}:_EDITS", part=place)
    def edits_are_stated_by_steps() -> None:
        assert f"turn_edits:{place}" in _features(edits=edge - 1)
        assert f"turn_edits:{place + 1}" in _features(edits=edge)

    assert PAIRS[-1].case is edits_are_stated_by_steps


def _closed_case(place: int, edge: int) -> None:
    @holds(f"{TURNS}:_CLOSED_EDITS", part=place)
    def edits_before_an_end_are_stated_by_steps() -> None:
        assert f"closes_edits:{place}" in _features(edits=edge - 1)
        assert f"closes_edits:{place + 1}" in _features(edits=edge)

    assert PAIRS[-1].case is edits_before_an_end_are_stated_by_steps


def _worked_case(place: int, edge: int) -> None:
    @holds(f"{TURNS}:_CLOSED_TOOLS", part=place)
    def work_before_an_end_is_stated_by_steps() -> None:
        assert f"closes_tools:{place}" in _features(tools=edge - 1)
        assert f"closes_tools:{place + 1}" in _features(tools=edge)

    assert PAIRS[-1].case is work_before_an_end_is_stated_by_steps


for _place, _edge in enumerate((1, 2, 4, 8, 16)):
    _message_case(_place, _edge)
for _place, _edge in enumerate((1, 3, 8, 20)):
    _edit_case(_place, _edge)
for _place, _edge in enumerate((1, 3, 8)):
    _closed_case(_place, _edge)
for _place, _edge in enumerate((1, 5, 20)):
    _worked_case(_place, _edge)
