"""OpenAI Chat Completions messages, and the plain JSON Lines chat: roles and texts.

The format has no compactions; a known agent's summary in the user's place is one. What else a client left out
of its messages is not known here.
"""

from __future__ import annotations

from pathlib import Path

from workbench.importers.base import TranscriptReading
from workbench.importers.conversations.array_reading import ArrayReading
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.files.arrays import ArrayMessage, load_conversation, sample
from workbench.importers.messages.openai_messages import KINDS, RESULTS, ChatMessages

_ROLES = {*KINDS, *RESULTS}


class OpenAIChatImporter:
    """Reads Chat Completions requests, message lists, and JSON Lines of either."""

    name = "openai-chat"

    def sniff(self, head: bytes, name: str) -> bool:
        """Whether the file begins as JSON and holds messages with roles."""
        del name
        found = sample(head)
        return found is not None and all(message["role"] in _ROLES for message in found.messages)

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a conversation.

        Raises:
            InputError: the file is no complete JSON or holds no messages.
        """
        return ArrayReading(self.name, load_conversation(path), _Drafter())


class _Drafter:
    version = "unknown"

    def __init__(self) -> None:
        self._messages = ChatMessages(Calls())

    def summary(self, text: str) -> str | None:
        """The format has no compactions of its own kind."""
        return text

    def drafts(self, message: ArrayMessage) -> list[Draft]:
        """The drafts of a message: reasoning, texts, then tool calls."""
        return self._messages.drafts(message.body, message.position)
