"""Files that were made and then run: what they were announced for is done, what they replace is abandoned."""

from __future__ import annotations

from collections.abc import Sequence

from gates.source import EventKind, SourceEvent, ToolAction
from workbench.facts.actions.named_paths import path_words
from workbench.facts.actions.polls import is_running
from workbench.facts.actions.removed_files import is_made
from workbench.facts.actions.working_parts import runs
from workbench.facts.proposals import RankedStatement
from workbench.facts.proposals.scratch_files import is_scratch
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.last_state import FAILED


def made_and_run(results: Sequence[SourceEvent]) -> bool:
    """Return whether a file was made and a later command that names it did not fail, by results in order."""
    made: list[str] = []
    ran = False
    for event in results:
        tool = event.tool
        if tool is None or tool.failed:
            continue
        if tool.action is ToolAction.CHANGE and is_made(event):
            made.append(_name(tool.target))
        elif tool.action is ToolAction.COMMAND and runs(tool.target) and not is_running(event):
            ran = ran or any(name and name in tool.target for name in made)
    return ran


def ran_well(results: Sequence[SourceEvent]) -> bool:
    """Return whether the last command that ran something ended without a failure, by results in order."""
    tools = ((event, event.tool) for event in reversed(results))
    last = next(((e, t) for e, t in tools if t and t.action is ToolAction.COMMAND and runs(t.target)), None)
    return last is not None and not last[1].failed and not is_running(last[0])


def is_abandoned(request: DraftRequest, judged: RankedStatement) -> bool:
    """Return whether a failed check ran a file made to try something, and another one was run since."""
    if judged.source != "state" or not judged.commitment.text.startswith(FAILED):
        return False
    last = judged.commitment.words[-1].ordinal
    tool = request.events[last].tool
    seen = [e for e in request.seen() if e.kind is EventKind.TOOL_RESULT and e.sidechain is None]
    made = (e.tool.target for e in seen if e.tool and e.ordinal < last and is_made(e))
    tried = {_name(path) for path in made if is_scratch(path)}
    if tool is None or tried.isdisjoint(_name(word) for word in path_words(tool.target)):
        return False
    return made_and_run([e for e in seen if e.ordinal > last])


def _name(path: str) -> str:
    return path.replace("\\", "/").rpartition("/")[2]
