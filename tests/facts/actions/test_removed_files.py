"""Files that commands delete: by name, by a pattern, with `find`, or with `git clean`."""

from __future__ import annotations

import pytest

from gates.source import ToolAction
from tests.facts.proposals.test_broken_off import call, states
from tests.facts.session import Script
from workbench.facts.actions.put_back import put_back
from workbench.facts.actions.removed_files import removed_files

FILES = ("/repo/test_cell_a.py", "/repo/test_cell_b.py", "/repo/verify_cell.py", "/repo/src/cell.py")
TRIED = FILES[:3]
CELLS = FILES[:2]


@pytest.mark.parametrize(
    ("line", "gone"),
    [
        ("cd /repo && rm -f test_cell_*.py verify_cell.py", TRIED),
        ("rm -f test_cell_?.py", CELLS),
        ("rm test_cell_{a,b}.py", CELLS),
        ("rm -f other.py /repo/verify_cell.py", (FILES[2],)),
        ("rm -rf /repo/*", FILES),
        ("cd /repo && rm *.py", TRIED),
        ("rm *.py", ()),
        ("cd /other && rm test_cell_*.py", ()),
        ("git rm -f src/cell.py", (FILES[3],)),
        ("git rm --cached src/cell.py", ()),
        ("find . -name 'test_cell_*' -delete", CELLS),
        ("find /repo -name 'verify*' -o -name 'test_cell_*' | xargs rm -f", TRIED),
        ("find . -type f -name verify_cell.py -exec rm {} \\;", (FILES[2],)),
        ("find /repo/src -name 'test_cell_*' -delete", ()),
        ("find . -name 'test_cell_*'", ()),
        ("find . ! -name 'test_cell_*' -delete", ()),
        ("find . -name '*.py' -mtime +3 -delete", ()),
        ("git clean -fd", TRIED),
        ("git clean -n", ()),
        ("git clean -fdn", ()),
        ("ls test_cell_*.py | xargs rm", CELLS),
        ("echo rm -f verify_cell.py", ()),
        ("rm 'test_cell_[a.py'", ()),
    ],
)
def test_each_way_to_delete_files_is_read(line: str, gone: tuple[str, ...]) -> None:
    """What a command finds or expands to otherwise is unknown, and deletes nothing here."""
    assert removed_files(line, FILES, made=set(TRIED)) == list(gone)


@pytest.mark.parametrize(
    "line",
    [
        "cd /repo && rm -f test_cell_*.py verify_cell.py",
        "git clean -fd",
        "find . -name 'test_cell_*' -delete; rm verify_cell.py",
    ],
)
def test_a_deleted_file_is_neither_left_over_nor_edited(line: str) -> None:
    """Only the edited source file is still named."""
    script = Script()
    for name in TRIED:
        call(script, ToolAction.CHANGE, name, f"File created successfully at: {name}")
    call(script, ToolAction.CHANGE, FILES[3], f"The file {FILES[3]} has been updated.")
    call(script, ToolAction.COMMAND, line, "")
    assert not any(each.startswith("Made to try") for each in states(script))
    edited = [each for each in states(script) if each.startswith("Edited")]
    assert [each.partition(";")[0] for each in edited] == ["Edited and not committed: cell.py"]


def test_a_failed_command_deletes_nothing() -> None:
    """The files are still there."""
    script = Script()
    call(script, ToolAction.CHANGE, FILES[2], f"File created successfully at: {FILES[2]}")
    call(script, ToolAction.COMMAND, "rm -f /repo/verify_*.py", "rm: not permitted", failed=True)
    assert any(each.startswith("Made to try") for each in states(script))


def test_files_that_a_pattern_or_a_clean_deletes_are_put_back() -> None:
    """As those that a command names are."""
    script = Script()
    for name in TRIED:
        call(script, ToolAction.CHANGE, name, f"File created successfully at: {name}")
    call(script, ToolAction.COMMAND, "cd /repo && rm -f test_cell_*.py", "")
    assert put_back(script.events, 0).since_commit == set(CELLS)
    call(script, ToolAction.COMMAND, "git clean -f", "")
    assert put_back(script.events, 0).since_commit == set(TRIED)
