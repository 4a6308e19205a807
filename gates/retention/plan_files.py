"""What a saved plan says stays in its file: told where a summary names the file and has its work as open.

Whoever goes on opens that file before doing the work. It is asked of what only stands in the file, not of
what a person said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gates.artifact import ItemKind
from gates.capture import CapturedItem
from gates.language.tokens import stands_in
from gates.restatement import ArtifactStatement
from gates.search.index import SourceIndex
from gates.source import EventKind, SourceEvent, ToolAction

_DOCUMENT = re.compile(r"(?:^|/)([\w.@ -]{1,120}\.(?:md|markdown|txt))$", re.IGNORECASE)
_PLANNED = re.compile(r"\bplan\b|\b(?:task|step|phase|part)s? ?#?\d{1,3}\b", re.IGNORECASE)


def in_named_plan(wanted: CapturedItem, units: Sequence[ArtifactStatement], index: SourceIndex) -> bool:
    """Whether a decision stands in a saved plan alone that a summary names and is still to carry out."""
    if wanted.kind != "decision" or not wanted.evidence:
        return False
    files = {_document(index.events[link.ordinal]) for link in wanted.evidence}
    if len(files) != 1 or "" in files:
        return False
    file = files.pop()
    named = any(stands_in(file, unit.said.text) for unit in units)
    return named and any(_is_waiting(unit, file) for unit in units)


def _document(event: SourceEvent) -> str:
    """The name of the document that a call writes; empty for any other event."""
    tool = event.tool
    if event.kind is not EventKind.TOOL_CALL or tool is None or tool.action is not ToolAction.CHANGE:
        return ""
    match = _DOCUMENT.search(tool.target)
    return "" if match is None else match[1]


def _is_waiting(unit: ArtifactStatement, file: str) -> bool:
    item = unit.item
    open_work = item is not None and item.kind is ItemKind.OPEN_WORK and item.status != "done"
    return open_work and (_PLANNED.search(unit.said.text) is not None or stands_in(file, unit.said.text))
