"""Requirements for a document, which are closed once the agent has written one.

`it needs to have work packages`, of a plan, asks nothing of later work; it describes the plan, and the plan
shows whether it complies. The plan's own requirements are read from the plan.
"""

from __future__ import annotations

import re

from gates.source import EventKind, SourceEvent, ToolAction

_NOUN = (
    r"(?:change ?log|comment|doc(?:s|ument(?:ation)?)?|guide|issue|note|outline|plan|proposal|readme|report"
    r"|spec(?:ification)?|summary|ticket|write-?up)"
)
_ENDING = r"\.(?:md|markdown|rst|txt|adoc)"
_ORDERS = re.compile(
    r"\b(?:create|draft|make|prepare|produce|put|write)\s?a?\b[^.?!\n]{0,80}"
    rf"\b(?:{_NOUN}\b|[\w/-]+{_ENDING}\b)",
    re.IGNORECASE,
)
"""A request for a document."""
_HOLDS = (
    r"(?:must|need(?:s)? to|should|has to|shall) (?:also )?"
    r"(?:be (?:structured|written|detailed|concise|short)|contain|cover|describe|explain|have|include|list"
    r"|mention|outline)\b"
)
_OF_NAMED = re.compile(rf"\b(?:the|this|that|your) {_NOUN} {_HOLDS}", re.IGNORECASE)
_OF_IT = re.compile(rf"(?:^|[,;] )(?:and |also |so |then )*(?:it|they) {_HOLDS}", re.IGNORECASE)
_FILE = re.compile(rf"{_ENDING}$", re.IGNORECASE)


def is_document(path: str) -> bool:
    """Return whether a file is prose, by its suffix; no check runs it."""
    return _FILE.search(path.strip()) is not None


def orders_document(message: str) -> bool:
    """Return whether a message asks for a document."""
    return _ORDERS.search(message) is not None


def describes_document(sentence: str, *, ordered: bool) -> bool:
    """Return whether a sentence states what a document must contain; if `ordered`, `it` may be one."""
    return _OF_NAMED.search(sentence) is not None or (ordered and _OF_IT.search(sentence) is not None)


def writes_document(event: SourceEvent) -> bool:
    """Return whether an event writes a document, or proposes a plan."""
    if event.kind is EventKind.PLAN:
        return True
    tool = event.tool
    written = tool is not None and event.kind is EventKind.TOOL_CALL and tool.action is ToolAction.CHANGE
    return written and tool is not None and is_document(tool.target)
