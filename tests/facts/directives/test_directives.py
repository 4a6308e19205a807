"""Which sentences of a human message direct, and how."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.facts.directives.directives import MAX_PER_MESSAGE, DirectiveForce, directives

REQUESTS = [
    "please use the British spelling",
    "let's store it in the metadata file",
    "ok, let's keep it simple for now",
    "can you rename the helper to cleanup?",
    "could you please move it to docs/architecture",
    "no remove this again, the risk is too big",
    "I think we should keep agent lines at each prompt start",
    "we need to strip the skill loads from the summary",
    "I want the formula to be called homebrew-tab",
    "I don't want tokens under my account",
    "yes, add a multi step integration test",
    "commit, and reply to the review comments",
    "good catch, add --since.",
    "skip 5, 7 and do the rest",
    "the second session should just do nothing",
    "The comment should be updated to say lines added",
    "docs/display.md has to explain the tilde",
    "intentional - keep it local!",
    "run tests by calling the small model directly",
    "open: rent the sander for 18 April",
    "it would be good to note the load",
    "I like the lamp but change the shade",
    "the colours are fine, but move the legend to the left",
    "run 2 times the slow suite",
]
RULES = [
    "never push to main",
    "always run the linter before a commit",
    "don't touch the invoices table in this branch",
    "do not change the fields of /rows.json",
    "make sure the line count is correct",
    "A. is fine, ensure we log",
    "it must fail on phone numbers in any tracked file",
    "no hook, no new dependency.",
    "whatever you do, don't merge with red tests.",
]
LOOKS = [
    "can you check the numbers on the latest commit again?",
    "have a look at docs/plans/full.jsonl",
    "let's review the comments together",
]
NONE = [
    "yes",
    "continue",
    "ok, go ahead",
    "thanks, looks good",
    "great work on such a clean module",
    "Really nice fix for the parser of dates",
    "No, this is fine.",
    "no worries",
    "no permit needed",
    "can you explain the comment in line 366?",
    "can you help me understand what the command does?",
    "what is the difference between the two?",
    "why is the page showing 582 lines?",
    "can you check if we got the right amount of lines?",
    "give me the list again",
    "should we also check the other file?",
    "this should be enough for now",
    "it should work after the restart",
    "I don't think there's a hook for this",
    "the tests are failing since yesterday",
    "test boards hang since saturday.",
    "commit messages look wrong here",
    "we already have a timestamp in the state",
    "what would you do",
    "I wonder if we should move it",
    "build 12 is broken on the old machine",
    "test 4 failed again",
    "issue 7 blocks us",
    "I built it anew but run 3 crashed",
    "the import works but test runs are slow",
]


@pytest.mark.parametrize("text", REQUESTS)
def test_requests_direct(text: str) -> None:
    """A sentence that asks for an action is a directive, in its own words."""
    found = directives(text)
    assert [d.force for d in found] == [DirectiveForce.REQUEST]
    assert found[0].text == text


@pytest.mark.parametrize("text", RULES)
def test_rules_are_firm(text: str) -> None:
    """A statement of what must always or never happen is a rule, not a request."""
    assert [d.force for d in directives(text)] == [DirectiveForce.RULE]


@pytest.mark.parametrize("text", LOOKS)
def test_looks_are_over_once_answered(text: str) -> None:
    """A request to look at something is marked as such."""
    assert [d.force for d in directives(text)] == [DirectiveForce.LOOK]


@pytest.mark.parametrize("text", NONE)
def test_questions_thanks_and_reports_direct_nothing(text: str) -> None:
    """Questions, thanks, confirmations and statements of fact are no directives."""
    assert directives(text) == []


def test_a_possibility_is_only_suggested() -> None:
    """`can we ...?` is marked as a suggestion."""
    assert [d.force for d in directives("can we add some tests?")] == [DirectiveForce.SUGGESTION]


def test_code_quotations_and_logs_are_not_the_humans_words() -> None:
    """Imperatives in fences, quotations, prompts and logs are left out."""
    message = (
        "this is what it printed:\n```\nremove the file\n```\n> always use tabs\n"
        "2026-01-02 10:11:12 ERROR delete the cache\n❯ add a test\nTraceback (most recent call last):\n"
        'it says "never run this as root" in the banner'
    )
    assert directives(message) == []


def test_a_list_under_a_request_is_what_is_asked_for() -> None:
    """The entries replace the line that announces them, and take its force."""
    message = (
        "Can you address these:\n\n1. Redaction consistency\n"
        "2. Missing unit tests for the parser\n3. is it slow?"
    )
    assert [d.text for d in directives(message)] == [
        "Redaction consistency",
        "Missing unit tests for the parser",
    ]


def test_a_story_told_in_a_list_asks_for_nothing() -> None:
    """Steps of a scenario are not orders."""
    message = "I do the following:\n1. start a new session, run a prompt\n2. edit a single file"
    assert directives(message) == []


def test_a_pasted_document_counts_by_its_firm_rules() -> None:
    """Below the first of several headings only rules are taken, and the heading names the request."""
    message = (
        "Implement the following plan:\n\n# Exporter\n\nWrite rows in batches.\n"
        "Never drop a row.\n\n## Steps\nAdd a flag."
    )
    found = directives(message)
    assert [d.text for d in found] == ["Implement the following plan: # Exporter", "Never drop a row."]


def test_spans_are_the_words() -> None:
    """A directive's span covers exactly its words in the message."""
    message = "thanks. please move\nthis. and never touch `a/b.py`"
    for found in directives(message):
        assert " ".join(message[found.start : found.end].split()) == found.text


@given(st.text(max_size=600))
def test_any_text_is_read_within_bounds(text: str) -> None:
    """For any text, spans lie within the message, in order, and their number is bounded."""
    found = directives(text)
    assert len(found) <= MAX_PER_MESSAGE
    assert all(0 <= d.start < d.end <= len(text) for d in found)
    assert [d.start for d in found] == sorted(d.start for d in found)


@pytest.mark.parametrize("piece", ["don't ", "a, ", "((((", "- x\n", "please ", "`", '"', "I think "])
def test_hostile_repetition_is_bounded(piece: str) -> None:
    """Long repetitive input gives few directives and does not hang."""
    assert len(directives(piece * 20_000)) <= MAX_PER_MESSAGE


def test_comments_of_a_template_are_no_ones_words() -> None:
    """No reader of the issue sees them, on one line or on several."""
    issue = (
        "<!-- Please read the code of conduct. -->\n<!--\nNever open two issues at once.\n"
        "Always add a version. -->\nNever drop a row without a date."
    )
    assert [found.text for found in directives(issue)] == ["Never drop a row without a date."]


def test_a_document_under_a_line_was_pasted() -> None:
    """Text after a colon and a rule line is pasted, not the user's own; a rule line alone does not matter."""
    handed = "Never merge this yet. Here is the report:\n\n---\n\n## Review\n\n- Never catch the error.\n"
    assert [found.text for found in directives(handed)] == ["Never merge this yet."]
    parted = "Never merge this yet.\n\n---\n\nNever catch the error.\n"
    assert len(directives(parted)) == 2


def test_what_others_wrote_between_marks_is_not_the_humans_words() -> None:
    """A block of an issue; words between other marks are the human's."""
    message = "<issue>\nAlways drop the cache.\n</issue>\nFix the reader.\n<task>\nKeep the writer.\n</task>"
    assert [d.text for d in directives(message)] == ["Fix the reader.", "Keep the writer."]


@pytest.mark.parametrize(
    ("text", "force"),
    [
        ("This means you DON'T have to modify the tests.", DirectiveForce.RULE),
        ("Your task is to make the reader faster.", DirectiveForce.REQUEST),
        ("My task is to make the reader faster.", None),
    ],
)
def test_prompts_direct_in_their_own_forms(text: str, force: DirectiveForce | None) -> None:
    """Choices left to others, and the task itself."""
    assert [d.force for d in directives(text)] == ([] if force is None else [force])


@pytest.mark.parametrize(
    "message",
    [
        "message says `Google popup was blocked. Please allow popups for this app.`",
        'it says "Login failed. Please retry in a minute."',
        'I get the error "Access denied. Never call this from a worker."',
    ],
)
def test_what_a_program_is_quoted_to_say_directs_nothing(message: str) -> None:
    """It is pasted as a report."""
    assert directives(message) == []


def test_what_a_person_quotes_of_themselves_still_directs() -> None:
    """Such a quotation is no report."""
    assert [d.text for d in directives('Add this line: "Use tabs. Never use spaces in makefiles."')]


@pytest.mark.parametrize(
    ("message", "pasted"),
    [
        (
            "My aunt wrote me: Always salt the water first. Never stir the rice. Is that right?",
            {"Never stir the rice.": True},
        ),
        (
            "Our reviewer said:\nNever log names. Always close the file. Always test the empty case.\n\n"
            "Never use tabs.",
            {
                "Never log names.": True,
                "Always close the file.": True,
                "Always test the empty case.": True,
                "Never use tabs.": False,
            },
        ),
        (
            "A friend wrote me: You must print monthly. Please always begin with news. Must I?",
            {
                "A friend wrote me: You must print monthly.": True,
                "Please always begin with news.": True,
            },
        ),
        ("My boss said: never deploy on Fridays.", {"My boss said: never deploy on Fridays.": False}),
        ("We told them: never deploy. Ok?", {"We told them: never deploy.": False}),
        (
            "I told them: never deploy on Fridays. Is that ok?",
            {"I told them: never deploy on Fridays.": False},
        ),
    ],
)
def test_words_of_others_that_are_only_shown_are_not_sure(message: str, pasted: dict[str, bool]) -> None:
    """Questions about a text and whole reviews are only shown; a wish passed on directs."""
    found = {d.text.removeprefix("My aunt wrote me: "): d.pasted for d in directives(message)}
    assert found == pasted
