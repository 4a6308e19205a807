"""Files whose edits were reverted, and files with edits still in place."""

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


def only(path: str, *commands: str) -> bool:
    """Whether the edits of one file are gone after some commands; another file shows the working folder."""
    script = Script()
    script.edit(path, "a = 1", "a = 2")
    script.edit("/w/docs/notes.md", "one", "two")
    script.run("cat docs/notes.md", "two")
    for command in commands:
        script.run(command, "")
    return path in put_back(script.events, 0).since_commit


@pytest.mark.parametrize(
    ("path", "command", "gone"),
    [
        ("/w/src/main/App.java", "git checkout main", False),
        ("/w/main/App.java", "git checkout main", False),
        ("/w/main/App.java", "git checkout -f main -q", False),
        ("/w/main/App.java", "git checkout main -- docs", False),
        ("/w/main/App.java", "git checkout main docs", False),
        ("/w/main/App.java", "git restore --source main docs", False),
        ("/w/main/App.java", "git checkout -- main", True),
        ("/w/main/App.java", "git checkout main/", True),
        ("/w/main/App.java", "git checkout ./main", True),
        ("/w/main/App.java", "git restore main", True),
        ("/w/main/App.java", "git checkout main main/App.java", True),
        ("/w/main/App.java", "git checkout main/App.java docs/notes.md", True),
        ("/w/src/build/x.py", "rm -rf build", False),
        ("/w/build/x.py", "rm -rf build", True),
        ("/w/build/x.py", "rm -rf /w/build/", True),
        ("/w/build/x.py", "git rm --cached build/x.py", False),
        ("/w/src/build/x.py", "cd src && rm -rf build", True),
        ("/w/src/build/x.py", "cd /w/src; rm -rf build", True),
        ("/w/src/build/x.py", "git -C src restore build", True),
        ("/w/src/build/x.py", "cd src/build && git checkout -- ../build/x.py", True),
        ("/w/src/build/x.py", "rm x.py", False),
        ("/elsewhere/x.py", "rm /elsewhere/x.py", True),
        ("/elsewhere/x.py", "rm elsewhere/x.py", False),
    ],
)
def test_a_word_names_what_lies_there_from_the_working_folder(path: str, command: str, gone: bool) -> None:
    """No folder of that name elsewhere, and no branch."""
    assert only(path, command) is gone


def test_the_folder_of_an_earlier_command_may_still_be_that_of_a_later_one() -> None:
    """Some tools keep the folder, and some start again."""
    assert only("/w/src/build/x.py", "cd src && make", "rm -rf build")
    assert only("/w/src/build/x.py", "cd src && make", "cd src && rm build/x.py")
    assert only("/w/src/build/x.py", "cd src && make", "rm src/build/x.py")
    assert not only("/w/src/build/x.py", "cd src && make", "cd ../docs && rm -rf build")


def stashed_twice(*commands: str) -> set[str]:
    """Return the files with an edit after two stashes and these commands."""
    script = Script()
    for path in ("a.py", "b.py"):
        script.edit(path, "a = 1", "a = 2")
        script.run("git stash push -m later", "Saved working directory and index state")
    for command in commands:
        script.run(command, "")
    return {"a.py", "b.py"} - put_back(script.events, 0).since_commit


@pytest.mark.parametrize(
    ("commands", "there"),
    [
        ((), set()),
        (("git stash pop",), {"b.py"}),
        (("git stash pop", "git stash pop"), {"a.py", "b.py"}),
        (("git stash pop && git stash pop --index -q",), {"a.py", "b.py"}),
        (("git stash pop stash@{1}",), {"a.py"}),
        (("git stash pop 2>/dev/null",), {"b.py"}),
        (("git stash pop 1", "git stash pop"), {"a.py", "b.py"}),
        (("git stash apply", "git reset --hard", "git stash pop"), {"b.py"}),
        (("git stash apply 'stash@{1}'",), {"a.py"}),
        (("git stash drop", "git stash pop"), {"a.py"}),
        (("git stash drop stash@{1}", "git stash pop", "git stash pop"), {"b.py"}),
        (("git stash clear", "git stash pop"), set()),
        (("git stash pop stash@{7}",), set()),
    ],
)
def test_stashes_lie_on_each_other(commands: tuple[str, ...], there: set[str]) -> None:
    """The last one is taken out first; `apply` leaves it, `drop` removes it."""
    assert stashed_twice(*commands) == there


def test_a_stash_of_nothing_is_none() -> None:
    """The next one that is taken out is the one before."""
    script = Script()
    script.edit("a.py", "a = 1", "a = 2")
    script.run("git stash", "Saved working directory and index state")
    script.run("git stash", "No local changes to save")
    script.run("git stash pop", "")
    assert not put_back(script.events, 0).since_commit


def test_an_edit_beside_a_stash_stays_when_it_is_taken_out() -> None:
    """Both edits are there then, and both must be reversed."""
    script = Script()
    script.edit("a.py", "a = 1", "a = 2")
    script.run("git stash", "")
    script.edit("a.py", "b = 1", "b = 2")
    script.run("git stash pop", "")
    script.edit("a.py", "b = 2", "b = 1")
    assert not put_back(script.events, 0).since_commit
    script.edit("a.py", "a = 2", "a = 1")
    assert put_back(script.events, 0).since_commit == {"a.py"}


@pytest.mark.parametrize("command", ["git stash push -- a.py", "git stash push -q -m later -- ./a.py"])
def test_a_stash_of_named_files_leaves_the_others(command: str) -> None:
    """Of two edited files one is put away."""
    script = Script()
    script.edit("a.py", "a = 1", "a = 2")
    script.edit("b.py", "a = 1", "a = 2")
    script.run(command, "")
    assert put_back(script.events, 0).since_commit == {"a.py"}
    script.run("git stash pop", "")
    assert not put_back(script.events, 0).since_commit


@pytest.mark.parametrize(("command", "gone"), [("rm rows.py", True), ("rm -rf export", False)])
def test_where_the_working_folder_is_unknown_a_path_ends_with_the_word(command: str, gone: bool) -> None:
    """A folder of that name may lie anywhere."""
    script = Script()
    script.edit("/w/src/export/rows.py", "a = 1", "a = 2")
    script.run(command, "")
    assert bool(put_back(script.events, 0).since_commit) is gone


def test_a_command_that_failed_puts_nothing_back() -> None:
    """The edit is still there."""
    assert not edited("git checkout -- src/export/rows.py", failed=True).since_commit


def test_an_edit_that_is_reversed_is_none() -> None:
    """The two edits cancel each other; another edit of the file stays."""
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
