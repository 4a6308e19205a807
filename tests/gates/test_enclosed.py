"""No sentence ends inside a bracket or a quotation."""

from __future__ import annotations

import time

import pytest

from gates.language.sentence_spans import sentence_texts
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
        (
            "Keep `render(page). Flush it` as the label. Then stop.",
            ["Keep `render(page). Flush it` as the label.", "Then stop."],
        ),
        ("An open ` mark. It ends here.", ["An open ` mark.", "It ends here."]),
        ("A fence ``` opens. Then ``` it closes.", ["A fence ``` opens.", "Then ``` it closes."]),
        ("Sad :( really. Next (ok).", ["Sad :( really.", "Next (ok)."]),
    ],
)
def test_a_sentence_does_not_end_within_brackets(text: str, parts: list[str]) -> None:
    """An unclosed sign is no bracket; a quotation stays in its sentence."""
    assert sentence_texts(text) == parts


def test_a_human_message_is_split_alike() -> None:
    """An order whose aside asks something is one statement."""
    said = statements("remove the rest (cart.py, shop.py right? nothing else), and add a map. keep the tests")
    assert [each.text for each in said] == [
        "remove the rest (cart.py, shop.py right? nothing else), and add a map.",
        "keep the tests",
    ]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            'The sign "Baking..." for rye stays up. Mend it.',
            ['The sign "Baking..." for rye stays up.', "Mend it."],
        ),
        ("swap '# Rolls.' and '# Rye.' there", ["swap '# Rolls.' and '# Rye.' there"]),
        ('It says "Sold out." Then it closes.', ['It says "Sold out.', "Then it closes."]),
    ],
)
def test_a_sentence_goes_on_after_a_quotation(text: str, parts: list[str]) -> None:
    """Small letters after the closing mark continue it, in any speaker's text."""
    assert sentence_texts(text) == parts
    assert [each.text for each in statements(text)] == parts


@pytest.mark.parametrize("sentence", ["It runs well now. ", 'It (the "old" one) runs. '])
def test_a_long_line_costs_as_much_a_sentence_as_a_short_one(sentence: str) -> None:
    """Eight times the sentences in one line take about eight times the CPU, not sixty."""

    def cost(count: int) -> float:
        began = time.thread_time()
        assert len(sentence_texts(sentence * count)) == count
        return time.thread_time() - began

    cost(500)
    assert cost(48_000) < 30 * max(cost(6_000), 0.01)
