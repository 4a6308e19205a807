"""The folder that a session worked in, by what its commands name relative to it."""

from __future__ import annotations

import pytest

from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from workbench.facts.actions.folder import working_folder

PATHS = ("/home/a/shop/src/cart/total.py", "/home/a/shop/tests/test_total.py")


@pytest.mark.parametrize(
    ("command", "folder"),
    [
        ("git add src/cart/total.py tests/test_total.py", "/home/a/shop/"),
        ("pytest /home/a/shop/src/cart/total.py", ""),
        ("pytest total.py", ""),
        (
            "cd /home/a/shop/src && vi cart/total.py; git add src/cart/total.py tests/test_total.py",
            "/home/a/shop/",
        ),
    ],
)
def test_the_folder_is_what_stands_before_a_relative_name(command: str, folder: str) -> None:
    """A bare name shows nothing, an absolute one neither; most files decide."""
    tool = ToolFact(name="Bash", call_id="c1", action=ToolAction.COMMAND, target=command)
    events = [SourceEvent(0, EventKind.TOOL_CALL, f"Bash\ncommand: {command}", "n0", tool=tool)]
    assert working_folder(events, 0, PATHS) == folder
