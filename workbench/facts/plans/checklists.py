"""Boxes that an agent left empty when it ticked others of the same list: open steps of a document.

Only an edit that ticks a box is read, since a list that was just written says nothing of progress. Of each
document the last such edit decides; a later edit that ticks a box, or removes its line, closes it.
"""

from __future__ import annotations

import re

from gates.source import EventKind, SourceEvent, ToolAction
from workbench.facts.actions.changes import exchanged
from workbench.facts.commitment import Basis, Commitment, CommitmentKind
from workbench.facts.directives.documents import is_document
from workbench.facts.folding import EventFold
from workbench.facts.spans import EventWords, fold, shorten

MAX_STEP = 240
MOST_LEFT = 4
"""Most empty boxes of one edit that are stated, the first ones."""
MOST_DOCUMENTS = 32
MOST_CALLS = 64
_BOX = re.compile(
    r"^[+]?\s{0,12}(?:[-*+]|\d{1,3}[.)])\s+\[(?P<mark>[ xX])\]\s+(?P<step>\S[^\n]{2,400})$", re.MULTILINE
)


class ChecklistFold(EventFold):
    """The empty boxes of each document's last ticking edit; no sidechains."""

    def __init__(self) -> None:
        self._calls: dict[str, SourceEvent] = {}
        """Edits of documents whose result has not been read."""
        self._left: dict[str, tuple[Commitment, ...]] = {}
        """By document: the steps that its last ticking edit left, open or done."""

    def take(self, event: SourceEvent) -> None:
        """Read one edit, once its result shows that it did not fail."""
        tool = event.tool
        if tool is None or event.sidechain is not None or tool.action is not ToolAction.CHANGE:
            return
        if event.kind is EventKind.TOOL_CALL and is_document(tool.target):
            self._calls[tool.call_id] = event
            if len(self._calls) > MOST_CALLS:
                del self._calls[next(iter(self._calls))]
        elif event.kind is EventKind.TOOL_RESULT:
            call = self._calls.pop(tool.call_id, None)
            if call is not None and not tool.failed:
                self._edited(call, tool.target)

    def _edited(self, call: SourceEvent, path: str) -> None:
        change = exchanged(call)
        if change is None:  # the document was written as a whole
            self._left.pop(path, None)
            return
        before, after = _boxes(change[0]), _boxes(change[1])
        if any(after.get(step) and not ticked for step, ticked in before.items()):
            left = [step for step, ticked in after.items() if not ticked and before.get(step) is False]
            made = (_open(call, step) for step in left[:MOST_LEFT])
            self._left.pop(path, None)
            self._left[path] = tuple(each for each in made if each is not None)
            if len(self._left) > MOST_DOCUMENTS:
                del self._left[next(iter(self._left))]
            return
        gone = {step for step in before if after.get(step, True)}
        self._left[path] = tuple(
            each.with_status("done", call.ordinal) if each.counts and each.text in gone else each
            for each in self._left.get(path, ())
        )

    def result(self) -> list[Commitment]:
        """Return the steps that were left, in order of the edits that left them."""
        return sorted((each for left in self._left.values() for each in left), key=lambda c: c.words)


def _boxes(text: str) -> dict[str, bool]:
    """Return each step of a text with a box, and whether it is ticked."""
    return {_step(found["step"]): found["mark"] != " " for found in _BOX.finditer(text)}


def _step(stated: str) -> str:
    return fold(shorten(stated.strip(), MAX_STEP))


def _open(call: SourceEvent, step: str) -> Commitment | None:
    """Return an empty box of a call's new text, which follows the replaced text, as open work."""
    places = [found.span("step") for found in _BOX.finditer(call.text) if _step(found["step"]) == step]
    if not places:
        return None
    start, end = places[-1]
    words = EventWords(call.ordinal, start, min(end, start + MAX_STEP))
    return Commitment(CommitmentKind.OPEN_WORK, Basis.PLAN_STEP, step, "open", (words,), (call.ordinal,))
