"""Plans that are files: which files are plans, and what such a file was given."""

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
"""Where a call gives what a file says from now on."""
_TITLE = re.compile(r"^#{1,3} [^\n]{0,120}\bplan\b", re.IGNORECASE | re.MULTILINE)
_BOX = re.compile(r"^\s{0,8}[-*] \[[ xX]\] \S", re.MULTILINE)
LEAST_BOXES = 4
"""Entries to be ticked that make a document a plan."""
_DOCUMENT = re.compile(r"\.(?:md|markdown|txt)$", re.IGNORECASE)
_PATH = 240
"""Last characters of a path that are looked at."""
MAX_READ = 60_000
LEAST = 200
"""Characters of the shortest file that is a plan."""


def is_plan_file(path: str) -> bool:
    """Whether a file holds a plan, a design or what they start from, by its name or its folder's."""
    return _PLAN_NAME.search(path[-_PATH:]) is not None


def reads_as_plan(path: str, text: str) -> bool:
    """Whether a call writes a plan into a document: by its title, or by its entries to be ticked."""
    if _DOCUMENT.search(path[-_PATH:]) is None:
        return False
    start = new_text(text)
    source_text = text[start : start + MAX_READ]
    return _TITLE.search(source_text, 0, _PATH) is not None or len(_BOX.findall(source_text)) >= LEAST_BOXES


def new_text(text: str) -> int:
    """Where a call begins to tell what a file says from now on; what it replaces stands before."""
    match = _NEW_TEXT.search(text)
    return 0 if match is None else match.end()


def written_plan(event: SourceEvent) -> SignalEntry | None:
    """The whole text that a call gives a plan's file; None for any other event."""
    tool = event.tool
    if event.kind is not EventKind.TOOL_CALL or tool is None or tool.action is not ToolAction.CHANGE:
        return None
    if not _PLAN.search(tool.target[-_PATH:]):
        return None
    match = _CONTENT.search(event.text, 0, len(tool.target) + 400)
    if match is None or len(event.text) - match.end() < LEAST:
        return None
    return SignalEntry(event.text[match.end() :], match.end(), len(event.text))
