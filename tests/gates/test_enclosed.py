"""No sentence ends inside a bracket or a quotation."""

from __future__ import annotations

import pytest

from gates.language.tokens import sentence_texts
from workbench.facts.sentences.prose import statements


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "Remove the rest (cart.py, shop.py right? nothing else), and add a map. Then stop.",
            ["Remove the rest (cart.py, shop.py right? nothing else), and add a map.", "Then stop."],
        ),
        (
            "Keep both (the old (v1. it works) and the new). Go on.",
            ["Keep both (the old (v1. it works) and the new).", "Go on."],
        ),
        (
            "The page says “Stop. Wait here.” and stays. Fine.",
            ["The page says “Stop. Wait here.” and stays.", "Fine."],
        ),
        ('It prints "Done. Bye now" at the end. Fine.', ['It prints "Done. Bye now" at the end.', "Fine."]),
        ('A 5" disk is gone. The "x" stays.', ['A 5" disk is gone.', 'The "x" stays.']),
        ("It is never closed (so. It ends here.", ["It is never closed (so.", "It ends here."]),
        ("Sad :( really. Next (ok).", ["Sad :( really.", "Next (ok)."]),
    ],
)
def test_a_sentence_does_not_end_within_brackets(text: str, parts: list[str]) -> None:
    """Where nothing closes it, the sign is no bracket; a quotation stays with the sentence around it."""
    assert sentence_texts(text) == parts


def test_a_human_message_is_split_alike() -> None:
    """An order whose aside asks something is one statement."""
    said = statements("remove the rest (cart.py, shop.py right? nothing else), and add a map. keep the tests")
    assert [each.text for each in said] == [
        "remove the rest (cart.py, shop.py right? nothing else), and add a map.",
        "keep the tests",
    ]
