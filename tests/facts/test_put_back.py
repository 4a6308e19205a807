"""Files whose edits were put back, and those of which an edit stands."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from workbench.facts.actions.put_back import PutBack, put_back

NAME = "src/export/rows.py"


def edited(*commands: str, failed: bool = False) -> PutBack:
    """Two files are edited, then commands run."""
    script = Script()
    script.edit(NAME, "rows = all()", "rows = some()")
    script.edit("src/export/dates.py", "day = 1", "day = 2")
    for command in commands:
        script.run(command, "done", failed=failed)
    return put_back(script.events, 0)


@pytest.mark.parametrize(
    "command",
    [
        "git checkout -- src/export/rows.py",
        "git checkout HEAD src/export/rows.py",
        "cd src && git restore export/rows.py",
        "git restore --source=HEAD~1 ./src/export/rows.py",
        "git rm -f src/export/rows.py",
        "make test || rm 'src/export/rows.py'",
    ],
)
def test_a_file_that_a_command_names_is_put_back(command: str) -> None:
    """By its path or the end of it; the other file stays edited."""
    assert edited(command).since_commit == {NAME}


@pytest.mark.parametrize(
    "command", ["git checkout .", "git reset --hard", "git stash", "git stash push -u", "rm -r src"]
)
def test_all_files_are_put_back_at_once(command: str) -> None:
    """Nothing was edited then."""
    assert edited(command).altogether == {NAME, "src/export/dates.py"}


@pytest.mark.parametrize(
    "commands",
    [
        ("git checkout -b src/export/rows.py",),
        ("git restore --staged src/export/rows.py",),
        ("git checkout main",),
        ("git stash", "git stash pop"),
        ("git stash list",),
        ('git commit -m "git checkout -- src/export/rows.py; and more"',),
        ("rm rows.pyc",),
        ("cat src/export/rows.py",),
    ],
)
def test_what_takes_nothing_back_leaves_the_edits(commands: tuple[str, ...]) -> None:
    """A branch, the index, a stash that was taken out again, a message, another name."""
    assert not edited(*commands).since_commit


def test_a_command_that_failed_puts_nothing_back() -> None:
    """The edit stands."""
    assert not edited("git checkout -- src/export/rows.py", failed=True).since_commit


def test_an_edit_that_is_turned_round_is_none() -> None:
    """Both exchange the same words; another edit of the file stands."""
    script = Script()
    script.edit(NAME, "rows = all()", "rows = some()")
    script.edit(NAME, "rows = some()", "rows = all()")
    assert put_back(script.events, 0).altogether == {NAME}
    script.edit(NAME, "limit = 1", "limit = 2")
    assert not put_back(script.events, 0).since_commit


def test_what_was_committed_before_is_still_work() -> None:
    """The file is as at the last commit, and not as before the session."""
    script = Script()
    script.edit(NAME, "rows = all()", "rows = some()")
    script.run("git add -A && git commit -m rows", "[main 1a2b3c4] rows")
    script.edit(NAME, "limit = 1", "limit = 2")
    script.run("git checkout -- src/export/rows.py", "")
    found = put_back(script.events, 0)
    assert found.since_commit == {NAME}
    assert not found.altogether
