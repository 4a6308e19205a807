"""What a prompt calls tips is advice, up to the next heading or paragraph; a prohibition still binds."""

from __future__ import annotations

import pytest

from tests.facts.session import SESSION, Script
from tests.strategies.source import whole
from workbench.capture import capture_range
from workbench.facts.directives.directives import directives
from workbench.facts.sentences.tips import is_form, is_tip, task_part
from workbench.strategies.intentional import IntentionalStrategy

PROMPT = """Make the ledger of the shop print its totals.

RULES:
Always write the totals in euros.
You can read any file. E.g. you can open the ledger with the viewer.

{heading}
1. Always begin with the oldest page of the ledger.
  If the page is torn, use the copy of it.

2. If the viewer hangs, try closing the viewer and open it again!
3. Never delete a page of the ledger.

Always round the totals to cents."""
TIPS = ("oldest page", "copy of it", "viewer hangs", "Never delete")
HEADING = "IMPORTANT TIPS:"


@pytest.mark.parametrize(
    "heading",
    [
        HEADING,
        "## Tips",
        "**Hints:**",
        "Some helpful tips for the viewer:",
        "## Recommended steps",
        "Suggested order of work:",
    ],
)
def test_what_a_heading_calls_tips_is_advice(heading: str) -> None:
    """The paragraph after the list is the author's own again."""
    message = PROMPT.format(heading=heading)
    assert all(is_tip(message, message.find(words)) for words in TIPS)
    others = ("euros", "read any", "round the totals")
    assert not any(is_tip(message, message.find(words)) for words in others)


@pytest.mark.parametrize(
    "heading", ["STEPS:", "Two tips from the last shift were wrong.", "tips", "We recommended it:"]
)
def test_another_heading_or_a_sentence_on_tips_is_none(heading: str) -> None:
    """Nor is a bare word."""
    message = PROMPT.format(heading=heading)
    assert not any(is_tip(message, message.find(words)) for words in TIPS)


def test_a_next_heading_ends_the_tips() -> None:
    """Its entries are rules."""
    message = "Tips:\n\n- Use the viewer.\n\nRULES:\n- Use euros only."
    assert [is_tip(message, message.find(word)) for word in ("viewer", "euros")] == [True, False]


def test_a_tip_binds_only_if_it_forbids_in_every_case() -> None:
    """So that a prohibition is never lost, whatever stands above it."""
    message = PROMPT.format(heading=HEADING)
    sure = [found.text for found in directives(f"{message}\n\n(Open file: none)")]
    assert "Never delete a page of the ledger." in sure
    assert not any("oldest page" in text or "viewer hangs" in text for text in sure)
    assert any("euros" in text for text in sure)
    assert any("round" in text for text in sure)
    assert not any("Open file" in text for text in sure), "a status line of a terminal asks for nothing"


def test_a_page_has_no_tips_and_no_examples() -> None:
    """Neither as decisions nor as open work; what was edited is stated."""
    script = Script()
    script.user(PROMPT.format(heading=HEADING))
    script.agent("The ledger has no function for totals, so I add one to src/ledger.py.")
    script.edit("src/ledger.py", "", "def totals(): ...")
    script.run("python -m pytest", "4 passed in 0.1s")
    script.agent("The totals are printed in euros now, and the tests pass.")
    texts = [item.text for item in whole(script).draft(IntentionalStrategy()).items]
    assert not any(words in text for text in texts for words in (*TIPS[:3], "E.g.")), texts
    assert any("Never delete" in text for text in texts)
    assert any("ledger.py" in text for text in texts)


TASK = """The shop's ledger lies in /srv/ledger. Consider this report:

<bug_report>
The sums are wrong and should be rounded.
</bug_report>

Could you help me write what is needed so that the sums described in the <bug_report> are right?
You must never touch the archive.
Your job is to change as few files in /srv/ledger as possible to have the <bug_report> settled.
Open all the pages you need and run any of the checks that you like."""
LABELLED = """Here is what a customer wrote.
REPORT:
Ledger should print cents
Compare the old ledger versus the new one.

INSTRUCTIONS:
Repair the printing of the ledger in one file."""


def test_a_pasted_task_is_one_request() -> None:
    """What is asked of the report as a whole counts once, in its last words; leave binds nobody."""
    script = Script()
    script.user(TASK)
    script.edit("srv/ledger/sums.py", "", "def sums(): ...")
    script.agent("The sums are rounded now.")
    script.user("Thanks. Which file was it?")
    counted = [item.text for item in capture_range(SESSION, script.events, 0, len(script.events) - 1).items]
    words = ("Could you", "never touch", "Your job", "Open all", "should be")
    assert [each for each in words if any(each in text for text in counted)] == ["never touch", "Your job"]


def test_a_labelled_report_is_not_the_users_request() -> None:
    """Up to the label of the user's own part."""
    found = [each.text for each in directives(LABELLED)]
    assert found == ["Repair the printing of the ledger in one file."]
    assert len(directives("REPORT:\nPrint the cents in every column.")) == 1, "nothing follows it"


FORM = """Repair the print command of the ledger.
It must never round the totals.

RULES
1. Each reply must hold exactly one action
2. The action stands between two fences
   Never join it with another command.
3. Never delete a page of the ledger.
When you are content, close the shop with the leave command.

## The ledger
The list command must show the cents, too."""


def test_the_form_of_replies_and_calls_is_no_decision() -> None:
    """Up to the next heading: what is asked of the task's own commands binds."""
    asked = ("Repair the print", "never round", "delete a page", "list command")
    formed = ("Each reply", "The action", "Never join", "leave command")
    assert [is_form(FORM, FORM.find(words)) for words in (*asked, *formed)] == [False] * 4 + [True] * 4
    found = [each.text for each in directives(FORM)]
    assert [any(words in text for text in found) for words in (*asked, *formed)] == [True] * 4 + [False] * 4
    plain = "The sync command must never print a token.\nEvery response must carry the id of one command."
    wish = "Please run only one command at a time.\nNever touch the archive."
    assert [len(directives(text)) for text in (plain, wish)] == [2, 2], "nobody prescribes a form of replies"


def test_the_task_ends_where_a_prompt_speaks_to_any_agent() -> None:
    """At its tips, the form of its replies, or before its phases; a user's own steps are the task."""
    phases = "Follow these phases:\n\nPhase 1. READING: read the ledger\nPhase 2. MENDING: repair the sums"
    task = "Repair the ledger.\nIt must print cents."
    form = FORM.partition("RULES\n1. ")[2]
    for general in ("Tips:\n\n- Use the viewer.\n- Rest.", phases, form):
        assert task_part(f"{task}\n\n{general}") == task
    own = f"{task}\n\nStep 1: Open the old ledger\nStep 2: Copy its sums"
    assert task_part(own) == own
    assert task_part(phases) == ""
