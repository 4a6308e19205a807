"""Failed commands, changed files and what the agent states."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from workbench.facts.actions.changes import changes, last_changes
from workbench.facts.actions.commands import failures
from workbench.facts.sentences.talk import agent_sentences, final_state, informs
from workbench.facts.spans import shorten


def test_a_failure_says_what_it_said_and_whether_it_passed() -> None:
    """The telling line is taken, not the exit code; a later pass of the same command is noted."""
    script = Script()
    script.run(
        "make test", "Exit code 1\ncompiling\nsrc/a.go:3: undefined: total\nmake: stopped", failed=True
    )
    script.run("make test", "ok everything", failed=False)
    script.run("make lint", "Exit code 2\nsrc/b.go:9: error: unused import", failed=True)
    test, lint = failures(script.events, 0)
    assert test.output.quote(script.events).startswith("src/a.go:3: undefined: total")
    assert test.category == "test"
    assert test.passed is not None
    assert lint.passed is None
    assert lint.command.quote(script.events) == "make lint"


def test_a_command_that_fails_again_has_not_passed() -> None:
    """Only the last failure of a command is listed, and only what came after it counts."""
    script = Script()
    script.run("make test", "first error: a", failed=True)
    script.run("make test", "fine", failed=False)
    script.run("make test", "second error: b", failed=True)
    (found,) = failures(script.events, 0)
    assert found.output.quote(script.events) == "second error: b"
    assert found.passed is None


def test_silence_is_neither_failure_nor_pass() -> None:
    """A result that does not say whether it failed is left out, and so is a refusal."""
    script = Script()
    script.run("make test", "error: broken", failed=True)
    script.run("make test", "done", failed=None)
    script.refuse("git push", "not yet")
    (found,) = failures(script.events, 0)
    assert found.passed is None


def test_the_last_change_of_each_file_shows_what_is_new() -> None:
    """Unchanged context lines are passed over; failed edits did not happen."""
    script = Script()
    script.edit("src/a.py", "import os", "import os\nimport sys")
    script.edit("src/a.py", "x = 1", "x = 1\nlimit = 3")
    script.edit("src/b.py", "a", "b", failed=True)
    script.edit("src/c.py", "debug = True\nrun()", "run()")
    one, two = last_changes(changes(script.events, 0))
    assert one.shown is not None
    assert (one.path, one.shown.quote(script.events), one.removes) == ("src/a.py", "limit = 3", False)
    assert two.shown is not None
    assert (two.path, two.shown.quote(script.events), two.removes) == ("src/c.py", "debug = True", True)


def test_announcements_and_courtesies_state_nothing() -> None:
    """An announcement of the next step is not a finding."""
    assert informs("The retry limit is read before the settings are loaded.")
    assert not informs("Let me check the retry limit in the settings file.")
    assert not informs("Now I'll update the tests for the new signature.")
    assert not informs("What should happen with the old rows in the table?")
    assert not informs("Here is the list of files that changed:")


def test_code_and_headings_are_left_out() -> None:
    """Sentences in fences and headings are not taken."""
    script = Script()
    script.agent(
        "## What changed in the exporter\n```\nthe exporter writes rows in batches\n```\n"
        "The exporter now writes 240 rows per batch."
    )
    found = [w.quote(script.events) for w in agent_sentences(script.events[0])]
    assert found == ["The exporter now writes 240 rows per batch."]


def test_the_state_is_what_was_said_last() -> None:
    """The last statements come last, from as many messages as it takes."""
    script = Script()
    script.agent("The first part of the exporter is written now. It reads the old table in one go.")
    script.agent("Let me run it.")
    script.agent("The export of all 240 rows took nine seconds.")
    assert [w.ordinal for w in final_state(script.events, 0)] == [0, 0, 2]


@pytest.mark.parametrize("limit", [5, 12, 30])
def test_shortening_never_halves_a_name(limit: int) -> None:
    """The text is cut at a blank, or else after a separator."""
    text = "src/app/handlers_long.py and some words after it"
    kept = shorten(text, limit)
    assert text.startswith(kept)
    assert len(kept) <= limit
    assert len(kept) == len(text) or not (text[len(kept)].isalnum() and kept[-1].isalnum())
