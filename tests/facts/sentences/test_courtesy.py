"""A sentence that only greets, thanks or fills binds nobody, and is proposed by nobody."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from workbench.facts.reading import bound
from workbench.facts.sentences.courtesy import is_courtesy


@pytest.mark.parametrize(
    ("text", "only"),
    [
        ("Hi! Hope you're well.", True),
        ("Hello everyone, I hope you are all doing fine.", True),
        ("Good morning!", True),
        ("Good catch, you are absolutely right.", True),
        ("You are right, the parser drops the last row.", False),
        ("Thanks a lot, very nice.", False),
        ("Thank you very much!", True),
        ("Hi, please hope for rain.", False),
        ("Yes, go ahead.", False),
        ("Hi! Hope you're well and keep the oak floor.", False),
        ("Thanks, but keep the oak floor.", False),
        ("Option 2, thanks.", False),
        ("Thank you, carry on.", True),
        ("No idea yet, I need to sleep on it.", True),
        ("Well, I really don't know.", True),
        ("Just let me know what you think of it.", True),
        ("Tell me your opinion.", True),
        ("We'll discuss that later.", True),
        ("Hold on a second, please.", True),
        ("Enjoy your evening!", True),
        ("Let me know if you need anything else.", True),
        ("Let me know if the roof leaks.", False),
        ("I don't know the width of the door.", False),
        ("We'll discuss the oak floor later.", False),
        ("Carry on with the oak floor.", False),
        ("Let me think about it, but keep the oak floor.", False),
        ("Go ahead with it.", False),
    ],
)
def test_only_greetings_wishes_and_thanks(text: str, *, only: bool) -> None:
    """An assent, a number or a word beyond them states something."""
    assert is_courtesy(text) == only


def test_small_talk_in_a_chat_is_no_item() -> None:
    """Neither counted nor proposed; what binds beside it is."""
    script = Script()
    script.user("We are fitting out a boat. The mast may cost 700 euros.")
    script.agent("Noted: 700 euros for the mast.")
    talk = (
        "I have no idea yet, I'll think it over.",
        "Let me hear your thoughts.",
        "Thanks, keep going.",
        "I'll come back to that later.",
    )
    for text in talk:
        script.user(text)
        script.agent("All right. Shall we turn to the sails?")
    script.user("Never drill into the keel.")
    script.agent("Understood.")
    found = bound(script.events, 0)
    texts = {each.text for each in (*found.counted, *found.proposed)}
    assert not texts & set(talk)
    assert {"Never drill into the keel.", "The mast may cost 700 euros."} <= {c.text for c in found.counted}
