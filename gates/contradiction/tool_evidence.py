"""Possible effects of a session's tools, and links to them, for rules that compare a claim with them."""

from __future__ import annotations

import re

from gates.search.index import SourceIndex
from gates.source import EventKind, SourceLink, ToolAction, make_link

SHOWN = 160


def _link_of(ordinal: int, index: SourceIndex) -> SourceLink | None:
    """Return a link to the beginning of an event; None if the event has no text."""
    text = index.events[ordinal].text
    end = min(len(text), SHOWN)
    return make_link(index.source.session_id, ordinal, text, 0, end) if end else None


def links_of(ordinals: list[int], index: SourceIndex) -> tuple[SourceLink, ...]:
    """Return links to the beginnings of those events that have text."""
    return tuple(link for link in (_link_of(o, index) for o in ordinals) if link is not None)


_READER = re.compile(
    r"^subagent_type: (?:[\w-]+:)?\S*(?:explor|review|research|plan|search|audit|analys)", re.I | re.MULTILINE
)
"""An agent that reads files and writes none."""


def other_hands(index: SourceIndex) -> bool:
    """Return whether another agent that may write worked in the session: its tools are not visible."""
    agents = (e for e in index.events if e.tool is not None and e.tool.action is ToolAction.AGENT)
    calls = (e.text for e in agents if e.kind is EventKind.TOOL_CALL)
    return any(_READER.search(text) is None for text in calls)
