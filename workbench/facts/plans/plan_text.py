"""Plans in files: recognizes plan files and extracts the text written to them."""

from __future__ import annotations

import re

from gates.source import EventKind, SignalEntry, SourceEvent, ToolAction

_PLAN_NAME = re.compile(
    r"(?:plan|design|spec|prd|context)[^/\s]{0,60}\.md$|(?:^|/)(?:plans?|specs?|designs?)/[^\s]{1,160}\.md$",
    re.I,
)
_PLAN = re.compile(r"(?:^|/)[^/\s]{0,60}plan[^/\s]{0,60}\.md$|(?:^|/)plans?/[^\s]{1,160}\.md$", re.I)
_CONTENT = re.compile(r"\n(?:content|file_text): ?")
_NEW_TEXT = re.compile(r"\n(?:new_string|newText|new_str|content|file_text): ?")
"""The place in a call where the new text of a file begins."""
_TITLE = re.compile(r"^#{1,3} [^\n]{0,120}\bplan\b", re.IGNORECASE | re.MULTILINE)
_BOX = re.compile(r"^\s{0,8}[-*] \[[ xX]\] \S", re.MULTILINE)
LEAST_BOXES = 4
"""Fewest checkbox entries that make a document a plan."""
_DOCUMENT = re.compile(r"\.(?:md|markdown|txt)$", re.IGNORECASE)
_PATH = 240
"""Characters at the end of a path that are searched."""
MAX_READ = 60_000
LEAST = 200
"""Fewest characters of a plan file."""


def is_plan_file(path: str) -> bool:
    """Return whether a file is a plan, a design or a basis of one, by its name or its folder's."""
    return _PLAN_NAME.search(path[-_PATH:]) is not None


def reads_as_plan(path: str, text: str) -> bool:
    """Return whether a call writes a plan into a document, by the title or the checkbox entries."""
    if _DOCUMENT.search(path[-_PATH:]) is None:
        return False
    start = new_text(text)
    source_text = text[start : start + MAX_READ]
    return _TITLE.search(source_text, 0, _PATH) is not None or len(_BOX.findall(source_text)) >= LEAST_BOXES


def new_text(text: str) -> int:
    """Return where the new text of a file begins in a call; the replaced text stands before it."""
    match = _NEW_TEXT.search(text)
    return 0 if match is None else match.end()


def written_plan(event: SourceEvent) -> SignalEntry | None:
    """Return the whole text that a call writes to a plan file, or None for any other event."""
    tool = event.tool
    if event.kind is not EventKind.TOOL_CALL or tool is None or tool.action is not ToolAction.CHANGE:
        return None
    if not _PLAN.search(tool.target[-_PATH:]):
        return None
    match = _CONTENT.search(event.text, 0, len(tool.target) + 400)
    if match is None or len(event.text) - match.end() < LEAST:
        return None
    return SignalEntry(event.text[match.end() :], match.end(), len(event.text))
