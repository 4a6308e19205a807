"""Files that a command renames go under their new names in what was changed and what is not committed."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from tests.strategies.source import whole
from workbench.facts.actions.changes import changes, last_changes
from workbench.facts.actions.moved_files import moved, moves
from workbench.facts.proposals.work_state import StateFold
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.statements import statements


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("git mv src/old.go src/new.go", [("src/old.go", "src/new.go")]),
        ("cd src && git mv -f old.go new.go && git status", [("old.go", "new.go")]),
        ("mv x.py lib/", [("x.py", "lib/x.py")]),
        ("mv x.py lib", [("x.py", "lib/x.py")]),
        ("mv a.txt b.txt docs", [("a.txt", "docs/a.txt"), ("b.txt", "docs/b.txt")]),
        ("git -C repo mv pkg/foo pkg/bar", [("pkg/foo", "pkg/bar")]),
        ("mv 'a b.py' c.py", [("a b.py", "c.py")]),
        ("cd /repo && mv docs archive", [("/repo/docs", "/repo/archive")]),
        ("cd /repo/src; mv a.py ../b.py", [("/repo/src/a.py", "/repo/b.py")]),
        ("git -C /repo mv pkg/foo pkg/bar", [("/repo/pkg/foo", "/repo/pkg/bar")]),
        ("(cd /repo && mv a.py lib/)", [("/repo/a.py", "/repo/lib/a.py")]),
        ("mv *.py lib", []),
        ("mv $OLD new.py", []),
        ("echo mv a b", []),
        ("mv 'a b", []),
    ],
)
def test_moves_are_read_off_a_command(command: str, found: list[tuple[str, str]]) -> None:
    """Old and new path; nothing where a shell would put other names."""
    assert list(moves(command)) == found


@pytest.mark.parametrize(
    ("path", "old", "new", "after"),
    [
        ("src/old.go", "src/old.go", "src/new.go", "src/new.go"),
        ("/repo/src/old.go", "src/old.go", "lib/new.go", "/repo/lib/new.go"),
        ("/repo/src/old.go", "old.go", "new.go", "/repo/src/new.go"),
        ("/repo/src/old.go", "old.go", "../new.go", "/repo/new.go"),
        ("/repo/pkg/foo/a.go", "pkg/foo", "pkg/bar", "/repo/pkg/bar/a.go"),
        ("src/a.go", "/repo/src/a.go", "/repo/lib/b.go", "lib/b.go"),
        ("/repo/src/unfold.go", "fold.go", "new.go", None),
        ("src/a.go", "src/b.go", "src/c.go", None),
        ("/repo/web/docs/a.md", "docs", "archive", None),
        ("/repo/web/docs/a.md", "/repo/docs", "/repo/archive", None),
        ("/repo/docs/a.md", "/repo/docs", "/repo/archive", "/repo/archive/a.md"),
        ("docs/a.md", "/repo/docs", "/repo/archive", "archive/a.md"),
        ("docs/a.md", "docs", "archive", "archive/a.md"),
        ("mydocs/a.md", "/repo/docs", "/repo/archive", None),
    ],
)
def test_a_move_gives_a_file_its_new_path(path: str, old: str, new: str, after: str | None) -> None:
    """The file is found by the name in the command; a similar name is unchanged."""
    assert moved(path, old, new) == after


def renamed(*, failed: bool = False) -> Script:
    """An edit, then a rename."""
    script = Script()
    script.user("Rename the exporter to writer, please.")
    script.edit("/repo/src/exporter.go", "a := 1", "writes := 2")
    script.run("git mv src/exporter.go src/writer.go", "fatal: no such file" if failed else "", failed=failed)
    return script


def test_a_renamed_file_is_stated_by_its_new_name() -> None:
    """In the changes, in what is not committed, and on a page, with a link to the command that renames it."""
    script = renamed()
    (change,) = last_changes(changes(script.events, 0))
    assert change.path == "/repo/src/writer.go"
    assert change.renamed is not None
    assert "src/writer.go" in change.renamed.quote(script.events)
    state = StateFold()
    for event in script.events:
        state.take(event)
    assert [c.text for c in state.candidates() if "committed" in c.text] == [
        "Edited and not committed: writer.go; no check was run since the last edit"
    ]
    source = whole(script)
    stated = {each.item.text for each in statements(DraftRequest(source.range, source.events))}
    assert "writer.go (last Edit)" in stated or "src/writer.go (last Edit)" in stated
    assert not any("exporter.go" in text for text in stated)


def test_a_rename_that_failed_renames_nothing() -> None:
    """The file has its old name."""
    (change,) = last_changes(changes(renamed(failed=True).events, 0))
    assert change.path == "/repo/src/exporter.go"


@pytest.mark.parametrize(
    ("command", "found"),
    [
        ("mv src/rows_*.py lib/", [("src/rows_a.py", "lib/rows_a.py")]),
        ("cd /repo && mv src/b.* lib", [("/repo/src/b.py", "/repo/lib/b.py")]),
        ("mv s?c/rows*.py lib/", [("src/rows_a.py", "lib/rows_a.py")]),
        ("mv *.py lib/", []),
        ("mv src/a.{py,txt}", [("src/a.py", "src/a.txt")]),
        ("mv src/*.rs lib/", []),
        ("mv src/a.py $HOME", []),
    ],
)
def test_a_pattern_moves_the_files_that_it_fits(command: str, found: list[tuple[str, str]]) -> None:
    """Of the known files, unless it may be meant anywhere; a choice in braces needs none."""
    assert list(moves(command, ["/repo/src/rows_a.py", "/repo/src/b.py", "/repo/web/c.py"])) == found


def test_an_edited_file_is_followed_through_a_move_by_a_pattern() -> None:
    """What was changed and what is not committed go under the new names."""
    script = Script()
    script.edit("/repo/src/rows.py", "a", "b")
    script.run("cd /repo && mv src/*.py lib/", "")
    assert [change.path for change in last_changes(changes(script.events, 0))] == ["/repo/lib/rows.py"]
    state = StateFold()
    for event in script.events:
        state.take(event)
    assert list(state.edits) == ["/repo/lib/rows.py"]
