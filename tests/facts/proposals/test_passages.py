"""How a text is parted into statements: sentences, lines that go on, lists, headings."""

from __future__ import annotations

import pytest

from workbench.facts.proposals import passages as split


@pytest.mark.parametrize(("size", "stated"), [(split.PAIR, 1), (split.PAIR + 1, 2)])
def test_two_sentences_are_reported_together_up_to_a_length(size: int, stated: int) -> None:
    """A choice and its reason are one statement."""
    first = "We keep the parser."
    text = f"{first} {'a' * (size - len(first) - 2)}."
    assert [len(text), len(split.passages(text))] == [size, stated]


def test_a_sentence_that_refers_back_is_reported_with_the_one_before_it() -> None:
    first = "The importer keeps every record of a file in memory until the last of them was read, " * 3
    for second, stated in (("This must change before 2.0.", 1), ("Nobody may change that before 2.0.", 2)):
        text = f"{first.rstrip(' ,')}. {second}"
        assert len(split.passages(text)) == stated
        assert len(split.passages(text, verbatim=True)) == 2


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (
            "Keep the older exporter until every customer was moved to the\nnewer one, since two read XML.",
            ["Keep the older exporter until every customer was moved to the newer one, since two read XML."],
        ),
        (
            "- Keep the older exporter until every customer was moved to\n  the newer one\n- Drop XML",
            ["Keep the older exporter until every customer was moved to the newer one; Drop XML"],
        ),
        ("Keep the older exporter until every customer was moved.\nthen drop it", None),
        ("Keep the older exporter until every customer was moved to the\n\nnewer one", None),
        ("## How the older exporter and the newer one are kept side by side\nBoth read XML", None),
        ("Keep it\nuntil Friday", None),
    ],
)
def test_a_sentence_goes_on_in_the_next_line(text: str, stated: list[str] | None) -> None:
    expected = stated or [line for line in text.split("\n") if line]
    assert [p.text for p in split.passages(text)] == expected


def test_code_is_no_passage_and_a_heading_is_context() -> None:
    """A passage under a heading records it."""
    (found,) = [
        p for p in split.passages("## Next steps\n\n```\nrun()\n```\n- wire the hook") if p.kind == "list"
    ]
    assert (found.text, found.heading) == ("wire the hook", "Next steps")


def test_entries_of_a_humans_list_stay_apart() -> None:
    """A human's list items stay separate and verbatim; the agent's short ones are joined."""
    text = "- keep the old parser\n- drop the cache"
    assert [p.text for p in split.passages(text, verbatim=True)] == ["keep the old parser", "drop the cache"]
    assert [p.text for p in split.passages(text)] == ["keep the old parser; drop the cache"]
    named = split.passages("- Repair the cache:\n  - drop old entries\n")
    assert [p.text for p in named] == ["Repair the cache: drop old entries"]
