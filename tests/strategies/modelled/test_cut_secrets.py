"""A secret that lies across the place where a long text is cut is not sent in half."""

from __future__ import annotations

import pytest

from gates.source import EventKind, SourceEvent, make_link
from tests.models.answers import item, items
from tests.strategies.modelled.scripted import asker
from workbench.masking import mask, mask_then_cut, without_cut_words
from workbench.models.base import ModelAnswer, Usage
from workbench.strategies.historian.models import Turn
from workbench.strategies.memory.state import ChatMessage
from workbench.strategies.modelled.asking import WITHOUT_EVENTS
from workbench.strategies.modelled.historian import LONGEST_TEXT, ModelHistory
from workbench.strategies.modelled.memory import ModelSummarizer
from workbench.strategies.modelled.problems import PASSAGE_LENGTH, _passages

KEY = "ghp_" + "a1B2c3D4e5F6" * 3
"""A key whose halves match no masking rule separately."""
HALVES = (KEY[:20], KEY[20:])


def across(at: int, length: int) -> str:
    """A text of so many characters with the key across a place."""
    head = "word " * length
    return f"{head[: at - 21]} {KEY} {head}"[:length]


@pytest.mark.parametrize("message", ["user", "agent", "reply"])
def test_a_message_of_a_historian_is_masked_before_its_middle_is_left_out(message: str) -> None:
    """Of the long reply that is summarised and of what older turns say; the secret is counted."""
    assert all(mask(half)[1] == 0 for half in HALVES)
    text = across(LONGEST_TEXT // 2, 2 * LONGEST_TEXT)
    own, model, _ = asker('{"summaries": [], "narrative": ""}', cap=14_000)
    history = ModelHistory(own)
    if message == "reply":
        history.summarize_response(text)
    else:
        given = (text, "Fine.") if message == "user" else ("Go on.", text)
        history.compress_turns([Turn(number=1, user_message=given[0], assistant_message=given[1])], "")
    assert not any(half in model.asked[0].stable for half in HALVES)
    assert history.asker.tally.masked >= 1


def test_a_passage_of_a_problem_is_masked_before_it_is_cut() -> None:
    """A shorter one stays as it is, and is masked with the request."""
    text = across(PASSAGE_LENGTH, 2 * PASSAGE_LENGTH)
    event = SourceEvent(0, EventKind.USER, text, "0")
    ((_, passage),) = _passages([make_link("ses", 0, event.text, 0, len(text))])
    assert len(passage) == PASSAGE_LENGTH
    assert HALVES[0] not in passage


def test_texts_are_masked_and_then_cut() -> None:
    """A text cut elsewhere loses the long words at its edges."""
    assert mask_then_cut(f"The key is {KEY}", 20) == ("The key is [masked: ", 1)
    assert without_cut_words(f"{HALVES[1]} was made for {HALVES[0]}") == "[...] was made for [...]"
    assert without_cut_words("as it was") == "as it was"


def test_a_memory_counts_no_secret_of_messages_that_were_not_sent() -> None:
    """The second question has no room for the messages: their secret went out once, and is counted once."""
    said = "Please keep the shelf by the door free of boxes. "
    text = f"The key is {KEY} until May. {said}" + "It is a wide shelf. " * 900
    messages = [ChatMessage(role="user", text=text)]
    wrong = ModelAnswer('{"items": 3}', Usage(8_000, 0, 0, 20))
    own, model, told = asker(wrong, items(item("constraint", said.strip(), (0, said.strip()))), cap=17_500)
    summarizer = ModelSummarizer(own)
    summarizer.summarize_memory("", messages)
    assert summarizer.asker.tally.masked == 1
    assert WITHOUT_EVENTS in told
    assert [bool(prompt.stable) for prompt in model.asked] == [True, False]
    assert "[masked" in model.asked[0].stable
    assert KEY not in "".join(prompt.stable + prompt.text for prompt in model.asked)
