"""A narrative's sentence is linked to what it tells: the speaker's words, the newest of an agent's."""

from __future__ import annotations

from gates.source import EventKind, SourceEvent
from workbench.strategies.historian.told_sources import told_words

SAID = [
    (EventKind.USER, "Say when you understand the answer of the agent and its structure now."),
    (EventKind.ASSISTANT, "I painted the north fence. The gate is stuck but could be oiled."),
    (EventKind.USER, "Is the fence painted, and is the gate all right?"),
    (EventKind.ASSISTANT, "I understand the structure now. The gate is right but could be wider."),
]
EVENTS = [SourceEvent(n, kind, text, f"e{n}") for n, (kind, text) in enumerate(SAID)]


def places(sentence: str) -> list[tuple[int, str]]:
    return [(words.ordinal, words.quote(EVENTS)) for words in told_words(EVENTS, sentence)]


def test_the_words_around_a_clause_are_not_looked_for() -> None:
    """A message with `agent` and `answer` is not the source of what the agent answered."""
    told = "The agent answered: I understand the structure now."
    assert places(told) == [(3, "I understand the structure now.")]


def test_each_speaker_is_cited_from_their_own_messages() -> None:
    """A user's question in the same words is no report of the agent."""
    assert places("The agent painted the north fence.")[0][0] == 1
    assert places('The user asked "Is the fence painted, and is the gate all right".')[0][0] == 2


def test_an_action_and_its_result_are_cited_from_one_message_with_both() -> None:
    """Each clause has its own link, and both are from the same reply."""
    told = "The agent painted the north fence, and reported that the gate is stuck."
    assert places(told) == [
        (1, "I painted the north fence."),
        (1, "The gate is stuck but could be oiled."),
    ]


def test_of_equal_reports_of_the_agent_the_newest_is_told() -> None:
    """The result is the state at the end."""
    again = [*EVENTS, SourceEvent(4, EventKind.ASSISTANT, "The gate is right but could be wider.", "e4")]
    found = told_words(again, "The agent reported that the gate is right but could be wider.")
    assert [words.ordinal for words in found] == [4]
