"""The list of user messages in a summary, and the summariser's remarks about itself."""

from __future__ import annotations

import pytest

from gates.artifact import Item
from workbench.importers.summaries.headings import parse_summary


def items(heading: str, body: str) -> list[Item]:
    """The items of one section, beside another one that makes the headings known."""
    text = f"1. {heading}:\n{body}\n\n9. Optional Next Step:\n   - None\n"
    return list(parse_summary(text)[0])


def stated(body: str) -> list[tuple[str, str | None]]:
    """Text and speaker of what a list of messages gives, without the heading's own promise."""
    found = items("All user messages", body)
    assert (found[0].text, found[0].speaker) == ("All user messages", None)
    return [(item.text, item.speaker) for item in found[1:]]


@pytest.mark.parametrize(
    ("bullet", "expected"),
    [
        ('- "rename the flag, please"', [("rename the flag, please", "user")]),
        ("- Provided a picture of the login screen", [("Provided a picture of the login screen", None)]),
        ("- (ran the linter once more)", [("(ran the linter once more)", None)]),
        ('- "/review"', [("/review", None)]),
        ('- "/review look at the parser first"', [("look at the parser first", "user")]),
        (
            "- `/review 12` asked for a review of the parser",
            [("`/review 12` asked for a review of the parser", None)],
        ),
        (
            '- "Build what the plan says: [detailed plan for the parser]"',
            [("Build what the plan says", "user")],
        ),
        (
            '- "the upload hangs, look [long stack trace here] at the client"',
            [("the upload hangs, look … at the client", "user")],
        ),
        ('- "take item [1] of the list first"', [("take item [1] of the list first", "user")]),
        (
            '- "now it works fine again" [with a picture of the page]',
            [("now it works fine again", "user")],
        ),
        (
            '- Declined the commit, saying "keep the two kinds apart please"',
            [("keep the two kinds apart please", "user"), ('Declined the commit, saying "…"', None)],
        ),
        ('- "yes" (to the question about the queue)', [('"yes" (to the question about the queue)', None)]),
        (
            '- "that was last week" (about the commit of the parser)',
            [("that was last week", "user"), ("about the commit of the parser", None)],
        ),
        ('- **Message 2**: "make both buttons wider"', [("make both buttons wider", "user")]),
    ],
)
def test_only_what_stands_in_quotation_marks_is_a_quotation(
    bullet: str, expected: list[tuple[str, str | None]]
) -> None:
    """Notes, remarks, commands and descriptions are the summariser's own words."""
    assert stated(bullet) == expected


@pytest.mark.parametrize(("quote", "speaker"), [("keep it small now", "user"), ("keep it small", None)])
def test_short_quotations_stay_with_their_remark(quote: str, speaker: str | None) -> None:
    """Four words say something without it, three do not."""
    assert stated(f'- "{quote}" (about size)')[0][1] == speaker


def test_a_summary_is_not_about_its_own_making() -> None:
    """Announcements are no items, and the clause about the request is cut."""
    body = (
        "   Let me go through the conversation chronologically.\n\n"
        "   - The parser was reading twice when the summary was requested.\n"
        "   - The user then asked:\n"
    )
    assert [item.text for item in items("Current Work", body)] == ["The parser was reading twice."]


@pytest.mark.parametrize(
    ("head", "kept"),
    [
        ("The plan had three long parts:", False),
        ("Files that were changed along the way:", False),
        ("The parser of `lib/read.py` had these errors:", True),
        ("The plan had 3 parts:", True),
        ("It is slow because of the lock:", True),
        ("The work " + "went on and on " * 3 + ":", True),
    ],
)
def test_a_line_that_only_announces_is_no_statement(head: str, kept: bool) -> None:
    """A name, a number, quoted words or more than twelve words make it a statement."""
    body = f"   - {head}\n      - The reader opens every file of the folder twice over\n"
    texts = [item.text for item in items("Problem Solving", body)]
    assert any(text.startswith(head.rstrip(": ")) for text in texts) is kept
    assert "The reader opens every file of the folder twice over" in texts


@pytest.mark.parametrize(
    ("second", "apart"),
    [
        ("This explains why it does not happen every time.", False),
        ("This is read by `lib/read.py` only.", True),
        ("The lock explains it.", True),
        ("This explains " + "very " * 9 + "much.", False),
        ("This explains " + "very " * 10 + "much.", True),
    ],
)
def test_a_sentence_that_leans_on_the_one_before_stays_with_it(second: str, apart: bool) -> None:
    """Up to twelve words without a name of their own."""
    texts = [item.text for item in items("Current Work", f"   - The reader holds the lock. {second}\n")]
    assert len(texts) == (2 if apart else 1)


@pytest.mark.parametrize(("length", "apart"), [(399, False), (400, True)])
def test_statements_do_not_grow_without_bound(length: int, apart: bool) -> None:
    """A leaning sentence is added up to four hundred characters."""
    tail = "This is why it hangs."
    first = "The reader " + "holds " * 80
    first = first[: length - len(tail) - 1].rstrip("h ")
    first = first + "x" * (length - len(tail) - 1 - len(first)) + "."
    texts = [item.text for item in items("Current Work", f"   - {first} {tail}\n")]
    assert len(texts) == (2 if apart else 1)
