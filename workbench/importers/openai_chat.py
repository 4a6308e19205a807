"""OpenAI Chat Completions messages, and the plain JSON Lines chat: roles and texts.

The format has no compactions; a known agent's summary in the user's place is one. What else a client left out
of its messages is not known here.
"""

from __future__ import annotations

from workbench.importers.conversations.array_files import ArrayImporter
from workbench.importers.conversations.array_reading import FormatDrafter
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.files.arrays import ArrayMessage, MessageArray, sample
from workbench.importers.messages.openai_messages import KINDS, RESULTS, ChatMessages

_ROLES = {*KINDS, *RESULTS}


class OpenAIChatImporter(ArrayImporter):
    """Reads Chat Completions requests, message lists, and JSON Lines of either, several conversations too."""

    name = "openai-chat"

    def sniff(self, head: bytes, name: str) -> bool:
        """Whether the file begins as JSON and holds messages with roles."""
        del name
        found = sample(head)
        return found is not None and all(message["role"] in _ROLES for message in found.messages)

    def drafter(self, conversation: MessageArray) -> FormatDrafter:
        """What makes drafts of the messages of a conversation."""
        del conversation
        return _Drafter()


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
