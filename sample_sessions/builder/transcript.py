"""Writes Claude Code records: envelopes, parents, message ids, usage, noise.

One line per content block; the blocks of a message share its id and its usage. Context sizes follow
from the text itself, so that reported tokens, event texts and compactions agree. Knows no tool.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sample_sessions.builder.stamps import Clock, number, signature, token, uuid

BYTES_PER_TOKEN = 3.9
"""What the token counts of the samples are made with."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Setting:
    """What every record of a session repeats."""

    name: str
    version: str
    model: str
    cwd: str
    branch: str
    slug: str
    start: str
    base_tokens: int
    """Tokens of system prompt and tool definitions, in every call."""


class Transcript:
    """The lines of one session, appended in file order."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.session = uuid(f"session:{setting.name}")
        self.clock = Clock(setting.start, setting.name)
        self.records: list[Json] = []
        self.parent: str | None = None
        self.todos: list[Json] = []
        self.events = 0
        self.context = 0
        """Tokens of the latest call: input, cache read and cache creation together."""
        self._unsent = 0.0
        self._cached = 0
        self._count = 0
        self._message: Json | None = None
        self._pending: list[tuple[Json, int]] = []

    def fresh(self, what: str) -> str:
        """A new seed for an id of this session."""
        self._count += 1
        return f"{self.setting.name}:{what}:{self._count}"

    def envelope(self, kind: str, **more: object) -> Json:
        """A chained record; becomes the parent of the next one."""
        setting = self.setting
        record: Json = {
            "parentUuid": self.parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": setting.cwd,
            "sessionId": self.session,
            "version": setting.version,
            "gitBranch": setting.branch,
            "slug": setting.slug,
            "type": kind,
            **more,
            "uuid": uuid(self.fresh("record")),
            "timestamp": self.clock.text(),
        }
        self.parent = record["uuid"]
        self.records.append(record)
        return record

    def loose(self, record: Json) -> None:
        """A record outside the chain."""
        self.records.append(record)

    def spend(self, text: str) -> None:
        """Text that the next call sends along."""
        self._unsent += len(text.encode()) / BYTES_PER_TOKEN

    def user(self, content: str | list[Json], **more: object) -> Json:
        """A record of role user: a prompt, a result or harness text."""
        self.end_message()
        self.events += 1
        return self.envelope("user", message={"role": "user", "content": content}, **more)

    def block(self, content: Json, text: str) -> Json:
        """One content block of the assistant; `text` is what it costs."""
        if self._message is None:
            self._message = self._open_message()
        low, high = {"thinking": (1500, 6000), "text": (900, 4000)}.get(content["type"], (700, 2500))
        self.clock.tick(low, high)
        message = {**self._message, "content": [content], "stop_reason": None, "stop_sequence": None}
        if content["type"] == "thinking":
            message["content"] = [{**content, "signature": signature(self.fresh("signature"))}]
        request = "req_011C" + token(message["id"], 20)
        record = self.envelope("assistant", message=message, requestId=request)
        self._pending.append((record, max(1, round(len(text.encode()) / BYTES_PER_TOKEN))))
        self.events += 1
        self.spend(text)
        return record

    def _open_message(self) -> Json:
        new = round(self._unsent)
        self._unsent -= new
        if not self._cached:
            self._cached, creation = 14_800, self.setting.base_tokens - 14_800 + new
        else:
            creation = new
        fed = number(self.fresh("input"), 2, 9)
        usage: Json = {
            "input_tokens": fed,
            "cache_creation_input_tokens": creation,
            "cache_read_input_tokens": self._cached,
            "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": creation},
            "output_tokens": 1,
            "service_tier": "standard",
        }
        self._cached += creation
        self.context = fed + self._cached
        identity = "msg_01" + token(self.fresh("message"), 22)
        model = self.setting.model
        return {"model": model, "id": identity, "type": "message", "role": "assistant", "usage": usage}

    def end_message(self) -> None:
        """Closes the open message: its last line reports the whole output."""
        total = sum(tokens for _, tokens in self._pending)
        for place, (record, tokens) in enumerate(self._pending):
            last = place == len(self._pending) - 1
            usage = record["message"]["usage"]
            record["message"]["usage"] = {**usage, "output_tokens": total if last else min(tokens, 3)}
        self._message, self._pending = None, []

    def snapshot(self, message: str, files: list[str], *, update: bool) -> None:
        """A file-history record, which is noise."""
        backups = {
            name: {
                "backupFileName": token(name, 16).lower() + "@v1",
                "version": 1,
                "backupTime": self.clock.text(),
            }
            for name in files
        }
        snapshot = {"messageId": message, "trackedFileBackups": backups, "timestamp": self.clock.text()}
        kind = "file-history-snapshot"
        self.loose({"type": kind, "messageId": message, "snapshot": snapshot, "isSnapshotUpdate": update})

    def boundary(self, trigger: str, summary: str) -> None:
        """A compaction: the boundary record and the summary that replaces what was before."""
        self.end_message()
        self.clock.tick(41_000, 76_000)
        logical, self.parent = self.parent, None
        record = self.envelope(
            "system",
            subtype="compact_boundary",
            content="Conversation compacted",
            isMeta=False,
            level="info",
            logicalParentUuid=logical,
            compactMetadata={"trigger": trigger, "preTokens": self.context},
        )
        record["parentUuid"] = None
        self._cached, self._unsent = 0, 0.0
        self.events += 1
        self.user(summary, isCompactSummary=True, isVisibleInTranscriptOnly=True)
        self.spend(summary)

    def text(self) -> str:
        """The file: one JSON document a line."""
        self.end_message()
        return "".join(
            json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n" for record in self.records
        )
