"""What a spawned agent takes over from the session whose history it was given."""

from __future__ import annotations

from gates.source import EventKind, ToolAction, ToolFact
from tests.facts.session import Script
from tests.strategies.source import whole
from workbench.facts.objective import current_objective
from workbench.facts.reading import bound
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.draft import page_objective

SPAWNED = (
    "You are the newly spawned agent. The prior conversation history was forked from your parent agent. "
    "Treat the next user message as your new task, and use the forked history only as background context."
)
TASK = "Review the parcel reader since commit 4b7a223 and say which rows it may drop. Do not edit files."


def forked() -> Script:
    """A session that begins with the history of its parent."""
    script = Script()
    script.user("Rewrite the export of the desk and commit each step, then send reviewers over it.")
    script.run("make export", "ok")
    script.add(
        EventKind.TOOL_RESULT, SPAWNED, tool=ToolFact("spawn_agent", "c", ToolAction.AGENT, "reviewer")
    )
    script.add(EventKind.META, TASK)
    script.run("git show 4b7a223", "diff of the reader")
    script.agent("The reader drops rows whose parcel has no owner, see `reader.py`.")
    return script


def test_a_fork_is_about_its_task() -> None:
    """The parent session's requests are background, neither objective nor last request."""
    source = whole(forked())
    objective = current_objective(source.events, 0)
    assert objective == TASK
    assert page_objective(DraftRequest(source.range, source.events, objective=objective)) == TASK


def test_a_session_without_a_human_is_about_what_it_was_given() -> None:
    """The words to the agent, not those about its surroundings."""
    script = Script()
    script.add(
        EventKind.META, "<environment_context>\n  <cwd>/repo/export of the desk</cwd>\n</environment_context>"
    )
    script.add(EventKind.META, TASK)
    script.run("git diff", "diff of the reader")
    assert current_objective(script.events, 0) == TASK
    script.user("Print the labels of the parcels in colour.")
    assert current_objective(script.events, 0) == "Print the labels of the parcels in colour."


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
