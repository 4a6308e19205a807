"""Files that a shell command writes are edits, too: some agents have no other tool."""

from __future__ import annotations

import pytest

from gates.source import EventKind, ToolAction, ToolFact
from tests.facts.session import Script
from workbench.facts.actions.changes import changes
from workbench.facts.actions.put_back import put_back
from workbench.facts.actions.written_files import written_files
from workbench.facts.proposals.work_state import StateFold

ROWS = "cat > src/rows.py << 'EOF'\nprint('12 > other.py')\nsed -i s/a/b/ no.py\nEOF"


@pytest.mark.parametrize(
    ("command", "paths"),
    [
        (ROWS, ["src/rows.py"]),
        ("cd desk && cat <<EOF >> ./rows.py\n1\nEOF\nsed -i 's/1/2/' sum.py", ["rows.py", "sum.py"]),
        ("sed -i 's/a/b; c/' src/rows.py", []),
        ("tee docs/rows.md <<-END >/dev/null\nrows\nEND", ["docs/rows.md"]),
        ("cat > /tmp/try.py <<'EOF'\n1\nEOF", []),
        ("cd /tmp && mkdir -p try && cd try && cat > rows.py <<'EOF'\n1\nEOF", []),
        ("git commit -m \"$(cat <<'EOF'\nfix: rows > src/rows.py\nEOF\n)\"", []),
        ("python - <<'PY' 2>/dev/null\nopen('a.py', 'w')\nPY", []),
        ("sed -n 1,40p src/rows.py > out.txt; sort <<< src/rows.py", []),
    ],
)
def test_what_a_command_writes(command: str, paths: list[str]) -> None:
    """The text of a here-document is no command; temporary folders are no part of the work."""
    assert written_files(command) == paths


def test_a_written_file_is_an_edit_that_no_check_saw() -> None:
    """Until it is committed, or put back."""
    script = Script()
    script.run("python src/rows.py", "11")
    call = script.run(ROWS, "") - 1

    def states() -> list[str]:
        state = StateFold()
        for event in script.events:
            state.take(event)
        return [each.text for each in state.candidates()]

    assert states() == ["Edited and not committed: rows.py; no check was run since the last edit"]
    assert [(each.path, each.place.ordinal) for each in changes(script.events, 0)] == [("src/rows.py", call)]
    script.run("git checkout -- src/rows.py", "")
    assert put_back(script.events, 0).altogether == {"src/rows.py"}
    script.run("git add -A && git commit -qm 'fix: rows'", "")
    assert states() == []


def test_each_file_of_a_patch_of_several_is_an_edit() -> None:
    """They are named by their own words; one that is put back is no edit any more."""
    target = "src/rows.py, src/sum.py, Makefile, docs/rows.md"
    script = Script()
    tool = ToolFact("apply_patch", "c9", ToolAction.CHANGE, target)
    patch = "".join(f"*** Update File: {path}\n@@\n-1\n+2\n" for path in target.split(", "))
    script.add(EventKind.TOOL_CALL, f"apply_patch\n*** Begin Patch\n{patch}", tool=tool)
    printed = "".join(f"\nM {path}" for path in target.split(", "))
    result = script.add(EventKind.TOOL_RESULT, f"Success. Updated the following files:{printed}", tool=tool)
    assert [each.path for each in changes(script.events, 0)] == target.split(", ")
    state = StateFold()
    for event in script.events:
        state.take(event)
    (stated,) = state.candidates()
    assert stated.text.startswith("Edited and not committed: rows.py, sum.py, Makefile, rows.md")
    named = [script.events[result].text[words.start : words.end] for words in stated.words]
    assert sorted(named) == sorted(target.split(", "))
    script.run("git checkout -- src/sum.py", "")
    assert put_back(script.events, 0).altogether == {"src/sum.py"}


def test_a_quiet_commit_of_a_named_file_takes_a_windows_path() -> None:
    """The command names it with slashes; the file that it does not name stays edited."""
    script = Script()
    script.edit("D:\\orchard\\src\\rows.py", "1", "2")
    script.edit("D:\\orchard\\src\\sum.py", "1", "2")
    script.run("cat >> src/sum.py <<'EOF'\n3\nEOF", "")
    script.run("git add src/rows.py && git commit -q -m 'fix: rows'", "")
    state = StateFold()
    for event in script.events:
        state.take(event)
    assert list(state.edits) == ["D:\\orchard\\src\\sum.py"]
