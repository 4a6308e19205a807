"""Hasty spellings keep the force of an order, and a trace keeps its message."""

from __future__ import annotations

import pytest

from workbench.facts.sentences.mood import DirectiveForce, forbids
from workbench.facts.sentences.prose import statements
from workbench.facts.sentences.sentence import classify
from workbench.facts.sentences.spelling import spelled


@pytest.mark.parametrize(
    "text",
    [
        "dont touch the generated client",
        "do nto touch the generated client",
        "nevre commit to the release branch",
        "plase don't rename the exported names",
        "alwasy run the linter",
        "don't rename teh columns",
        "can we nto publish the drafts folder?",
        "plese don't touch teh ledger",
        "nver rename the drafts",
    ],
)
def test_a_hasty_rule_is_a_rule(text: str) -> None:
    """A missing apostrophe or letter, or two swapped letters, change nothing."""
    assert classify(text) is DirectiveForce.RULE


def test_a_hasty_ban_forbids() -> None:
    """It also counts where a whole text is asked whether it forbids something."""
    assert forbids("dont modify the theme")


@pytest.mark.parametrize(
    "text", ["sue them", "ever since", "a new lease", "ten tons of notes", "the cart is full", "we won it"]
)
def test_other_words_stay(text: str) -> None:
    """A word that is one of its own is not put right."""
    assert spelled(text) == text


def test_a_choice_that_is_weighed_is_no_order() -> None:
    """`whether` governs both of its sides, however long the first one is."""
    assert (
        classify("whether the old pages with all of their pictures should go or the menu should stay") is None
    )


def test_the_message_above_a_trace_is_pasted() -> None:
    """The user's own line above it stays."""
    message = (
        "It breaks as soon as I save a form.\n"
        "Unhandled rejection, the form must never be empty\n"
        "    at checkForm (app/forms.js:12:4)\n"
        "    at save (app/store.js:88:9)\n"
        "Please keep the draft in that case."
    )
    assert [each.text for each in statements(message)] == [
        "It breaks as soon as I save a form.",
        "Please keep the draft in that case.",
    ]


def test_a_line_that_announces_a_trace_is_the_users() -> None:
    """A colon at its end announces what follows."""
    message = "Errors as this one must be shown:\n    at checkForm (app/forms.js:12:4)\n"
    assert [each.text for each in statements(message)] == ["Errors as this one must be shown:"]
