"""Programs' messages in the user's role: summaries of a compaction, and requests to write one.

Each program begins such messages with fixed words of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from workbench.importers.events.speech import OWN_SUMMARY, is_summary, split_speech

_INSPECT = re.compile(
    r"\A\[CONTEXT COMPACTION SUMMARY\]\n\n[^\n]{0,400}:\n\n|\n\nPlease continue working on this task from "
    r"where you left off\.\s*\Z"
)
_OWN = re.compile(r"\A<summary>\nThis summary replaces [^\n]{1,200}\n+|\n</summary>\s*\Z")
_LEADS = (
    "Here is a summary of the conversation to date:",
    "The conversation history before this point was compacted into the following summary:",
)
_REQUESTS = (
    "Your task is to create a detailed summary of",
    "CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.",
    "You are performing a CONTEXT CHECKPOINT COMPACTION.",
)


def summary_in(texts: Iterable[str]) -> str | None:
    """Return the summary among the texts of a message in the user's role, without reminders, or None."""
    pieces = (text[start:end] for text in texts for _, start, end in split_speech(text))
    return next((piece for piece in pieces if is_summary(piece)), None)


def is_request(text: str) -> bool:
    """Return whether a message in the user's role asks the model to write such a summary."""
    return text.lstrip().startswith(_REQUESTS)


def summary_body(text: str) -> str:
    """Return the summary without its program's framing."""
    text = text.strip()
    for lead in _LEADS:
        if text.startswith(lead):
            return text.removeprefix(lead).strip()
    if text.startswith("Another language model"):
        return text.partition("\n")[2].strip() or text
    return _OWN.sub("", text) if text.startswith(OWN_SUMMARY) else _INSPECT.sub("", text)
