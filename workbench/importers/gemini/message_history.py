"""The history of a Gemini CLI session, built from its file: messages, full rewrites, rewinds.

Each piece is kept once, in the order of first writing, with the words of the last writing. A rewrite that
leaves messages out and contains a new summary is a compression; other rewrites only repeat.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from workbench.importers.files.line_records import LineRecord
from workbench.importers.gemini.pieces import MessagePiece, is_snapshot, pieces_of, snapshot_key


@dataclass(slots=True)
class HistoryPiece:
    """One piece of the history with the place where it was first written."""

    piece: MessagePiece
    record: LineRecord
    timestamp: str | None
    message_id: str | None
    """Id of the message if the model wrote it, else None."""
    sidechain: str | None = None
    kept: list[str] | None = None
    """For compressions: the keys of the pieces that stayed verbatim."""
    begins: bool = False
    """For compressions: whether the replaced events were never in this file."""


@dataclass(slots=True)
class GeminiHistory:
    """All pieces that were ever written, and those that are in the history now."""

    native_id: str = ""
    title: str = ""
    summary: str = ""
    agent: bool = False
    pieces: dict[str, HistoryPiece] = field(default_factory=dict)
    tokens: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Input and output tokens by message id."""
    noise: int = 0
    rewinds: int = 0
    _now: dict[str, list[str]] = field(default_factory=dict)
    """The current messages of the history by id, with the keys of their pieces."""

    def record(self, record: LineRecord) -> None:
        """Take one line into account."""
        value = record.value
        changes = value.get("$set")
        if isinstance(value.get("$rewindTo"), str):
            self._rewind(value["$rewindTo"])
        elif isinstance(changes, dict):
            self._session(changes)
            if isinstance(changes.get("messages"), list):
                self._replace(changes["messages"], record)
            else:
                self.noise += 1
        elif isinstance(value.get("type"), str) and "id" in value:
            if not self._message(value, record):
                self.noise += 1
        else:
            self._session(value)
            messages = value.get("messages")
            if isinstance(messages, list) and messages:
                self._replace(messages, record)
            else:
                self.noise += 1

    def _session(self, value: dict[str, Any]) -> None:
        if not self.native_id and isinstance(value.get("sessionId"), str):
            self.native_id = value["sessionId"]
        if isinstance(value.get("summary"), str):
            self.summary = value["summary"]
        self.agent = self.agent or value.get("kind") == "subagent"

    def _message(self, message: dict[str, Any], record: LineRecord) -> bool:
        """Take a message.

        Return False if it gives no event, such as a note on the screen or an empty answer.
        """
        keys = self._emit(message, record)
        if keys:
            own_id = str(message.get("id") or "")
            self._now[own_id] = list(dict.fromkeys([*self._now.get(own_id, ()), *keys]))
        return bool(keys)

    def _emit(self, message: dict[str, Any], record: LineRecord) -> list[str]:
        timestamp, own_id = message.get("timestamp"), str(message.get("id") or "")
        keys: list[str] = []
        for piece in pieces_of(message):
            keys.append(piece.key)
            known = self.pieces.get(piece.key)
            if known is None:
                model = message.get("type") == "gemini" and not piece.key.startswith("result:")
                time = timestamp if isinstance(timestamp, str) else None
                self.pieces[piece.key] = HistoryPiece(piece, record, time, own_id if model else None)
            else:
                known.piece = _merged(known.piece, piece)
        self._count(message, own_id)
        return keys

    def _count(self, message: dict[str, Any], own_id: str) -> None:
        tokens = message.get("tokens")
        if isinstance(tokens, dict) and message.get("type") == "gemini" and own_id not in self.tokens:
            self.tokens[own_id] = (_number(tokens, "input"), _number(tokens, "output"))

    def _replace(self, messages: list[object], record: LineRecord) -> None:
        """Take a rewritten history."""
        before = {key for keys in self._now.values() for key in keys}
        found = [message for message in messages if isinstance(message, dict)]
        snapshots = [message for message in found if is_snapshot(message)]
        fresh = [each for each in snapshots if _key(each) not in self.pieces]
        self._now = {}
        kept: list[str] = []
        for message in found:
            if message not in fresh:
                kept += [piece.key for piece in pieces_of(message) if piece.key in before]
            self._message(message, record)
        for message in fresh:
            summary = self.pieces[_key(message)]
            summary.kept, summary.begins = kept, not before
        if before and not fresh:
            self.noise += 1

    def _rewind(self, message_id: str) -> None:
        """Abandon a message and everything after it; everything if the message is unknown."""
        ids = list(self._now)
        place = ids.index(message_id) if message_id in self._now else 0
        self.rewinds += 1
        self.noise += 1
        for own_id in ids[place:]:
            for key in self._now.pop(own_id):
                entry = self.pieces[key]
                entry.sidechain = entry.sidechain or f"rewind-{self.rewinds}"


def _merged(known: MessagePiece, again: MessagePiece) -> MessagePiece:
    """Return a repeated piece: the newer words, but never a shortened or empty output for a whole one."""
    if known.key.startswith(("result:", "call:")):
        if len(again.text) > len(known.text) and not known.text:
            known = known._replace(text=again.text)
        failed = known.failed if known.failed is not None else again.failed
        arguments = known.arguments if known.arguments is not None else again.arguments
        return known._replace(failed=failed, arguments=arguments, name=known.name or again.name)
    return again


def _number(tokens: dict[str, Any], key: str) -> int:
    value = tokens.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _key(message: dict[str, Any]) -> str:
    return snapshot_key(str(message.get("id") or ""))
