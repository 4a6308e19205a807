"""What a spawned agent takes over from the session whose history it was given."""

from __future__ import annotations

from gates.source import EventKind, ToolAction, ToolFact
from tests.facts.session import Script
from workbench.facts.reading import bound

SPAWNED = "You are the newly spawned agent. The prior conversation history was forked from your parent."
TASK = "Review the parcel reader since commit 4b7a223 and say which rows it may drop. Do not edit files."


def test_only_bans_of_its_parent_bind_a_fork() -> None:
    """The parent's orders, and what waits there, are no work of an agent spawned before the range."""
    script = Script()
    script.user("Keep going until the desk is done and commit each step. Never rename the label columns.")
    script.run("make export", "ok")
    tool = ToolFact("spawn_agent", "c", ToolAction.AGENT, "reviewer")
    script.add(EventKind.TOOL_RESULT, SPAWNED, tool=tool)
    begun = script.add(EventKind.META, TASK)
    script.run("git show 4b7a223", "diff of the reader")
    script.agent("The reader drops rows whose parcel has no owner, see `reader.py`.")
    known = bound(script.events, begun)
    texts = [each.text for each in (*known.counted, *known.proposed) if each.touched[0] < begun]
    assert texts == ["Never rename the label columns."]
    whole = bound(script.events, 0)
    assert any("Keep going" in each.text for each in (*whole.counted, *whole.proposed))
