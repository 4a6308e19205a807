"""Importer for OpenAI Chat Completions messages, and for plain JSON Lines chats of roles and texts.

The format has no compactions, but a known agent's summary in the user's role counts as one. Other messages
that a client left out are unknown here.
"""

from __future__ import annotations

from workbench.importers.conversations.array_files import ArrayImporter
from workbench.importers.conversations.array_reading import FormatDrafter
from workbench.importers.events.timeline import Calls, Draft
from workbench.importers.files.arrays import ArrayMessage, MessageArray, sample
from workbench.importers.messages.openai_messages import KINDS, RESULTS, ChatMessages

_ROLES = {*KINDS, *RESULTS}


class OpenAIChatImporter(ArrayImporter):
    """Importer for Chat Completions requests, message lists, and JSON Lines of either."""

    name = "openai-chat"

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether the file begins as JSON and contains messages with roles."""
        del name
        found = sample(head)
        return found is not None and all(message["role"] in _ROLES for message in found.messages)

    def drafter(self, conversation: MessageArray) -> FormatDrafter:
        """Return the drafter for the messages of a conversation."""
        del conversation
        return _Drafter()


class _Drafter:
    version = "unknown"

    def __init__(self) -> None:
        self._messages = ChatMessages(Calls())

    def summary(self, text: str) -> str | None:
        """Return the text as it is: the format has no compaction blocks."""
        return text

    def drafts(self, message: ArrayMessage) -> list[Draft]:
        """Return the drafts of a message: reasoning, texts, then tool calls."""
        return self._messages.drafts(message.body, message.position)
