"""The attack corpus as transcripts of every registered format, in every place that can contain prose.

JSON inside strings (arguments, recorded bodies, stream events) is searched too.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.attacks.corpus import ATTACKS
from tests.importers.test_contract import EXAMPLES, importer
from workbench.importers.base import HoldsSeveral

KEPT = frozenset(
    "type role id uuid parentUuid logicalParentUuid sessionId session_id version timestamp tool_use_id "
    "tool_call_id call_id subtype trigger status leafUuid name stop_reason operation kind source event "
    "method media_type data format schema action object originator parentId toolCallId toolName tool_name "
    "action_id llm_response_id forgotten_event_ids firstKeptEntryId $rewindTo projectHash startTime "
    "url mimeType startedDateTime encoding".split()
)
"""Keys whose values a format is recognised and put together by: without them nothing would be read at all."""


IDS = (
    "uuid", "parentUuid", "logicalParentUuid", "id", "tool_use_id", "tool_call_id", "call_id", "parentId",
    "toolCallId", "action_id", "llm_response_id",
)  # fmt: skip


DOCUMENTS = frozenset(("atif", "har", "inspect", "langchain", "openai-responses", "swe-agent"))
"""Formats whose example cannot be lengthened: one document, or requests that say everything again."""
MOST_FILES = 24
STREAMED = re.compile(r"^data: (.*)$", re.MULTILINE)
SESSIONS = (*IDS, "session_id", "sessionId", "trajectory_id", "run_id", "eval_id")


def hostile_files(name: str) -> list[tuple[str, bytes]]:
    """One file of a format that can be lengthened; else as many as it takes until each attack was read.

    Each of these is a session of its own.
    """
    if name not in DOCUMENTS:
        return [hostile(name)]
    file, made = EXAMPLES[name]
    text = made()
    whole = _loaded(text)
    records = [whole] if whole is not None else [_loaded(line) for line in text.splitlines()]
    turn, files = _Turn(), list[tuple[str, bytes]]()
    while turn.attacks and len(files) < MOST_FILES:
        turn.said = {}
        changed = [_renamed(turn.changed(record), len(files), "", SESSIONS) for record in records]
        lines = [json.dumps(each, ensure_ascii=True) for each in changed]
        files.append((f"{len(files)}-{file}", ("\n".join(lines) + "\n").encode()))
        said = _read(name, *files[-1])
        turn.attacks = tuple(each for each in turn.attacks if each.mark not in said)
    return files


def _read(name: str, file: str, content: bytes) -> str:
    """Return the texts of a file's events: not every field of a record is read."""
    made = importer(name)
    with TemporaryDirectory() as folder:
        path = Path(folder) / file
        path.write_bytes(content)
        parts = made.parts(path) if isinstance(made, HoldsSeveral) else ("",)
        readings = [
            made.read_part(path, part) if isinstance(made, HoldsSeveral) else made.read(path)
            for part in parts
        ]
        return "".join(event.text for reading in readings for event in reading.events())


def hostile(name: str) -> tuple[str, bytes]:
    """File name and content: the contract suite's example of a format, its prose replaced by attacks in turn.

    The example is repeated until every attack has been used.
    """
    file, made = EXAMPLES[name]
    text = made()
    whole = _loaded(text)
    records = [whole] if whole is not None else [_loaded(line) for line in text.splitlines()]
    turn = _Turn()
    changed = [turn.changed(record) for record in records]
    last = ""
    for again in range(40):
        if whole is not None or turn.used >= len(ATTACKS):
            break
        for record in records:
            if "ompact" not in json.dumps(record):
                fresh = _renamed(turn.changed(record), again, last)
                last = str(fresh.get("uuid", ""))
                changed.append(fresh)
    if whole is not None:
        turn.lengthen(changed[0])
    lines = [json.dumps(each, ensure_ascii=True) for each in changed]
    return file, ("\n".join(lines) + "\n").encode()


class _Turn:
    """Gives one attack after another."""

    def __init__(self) -> None:
        self.used = 0
        self.attacks = ATTACKS
        self.said: dict[str, str] | None = None
        """The replacement of each text, reused when a file repeats the text.

        With None every occurrence gets a new one.
        """

    def next(self) -> str:
        attack = self.attacks[self.used % len(self.attacks)]
        self.used += 1
        return f"Keep {attack.text} in src/{attack.mark}.py, never rename it."

    def changed(self, value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: self.changed(each, name) for name, each in value.items()}
        if isinstance(value, list):
            return [self.changed(each, key) for each in value]
        if not isinstance(value, str) or key in KEPT:
            return value
        if self.said is None:
            return value if _is_json(value) else self.next()
        if _is_json(value):
            return json.dumps(self.changed(json.loads(value)))
        if STREAMED.search(value):
            return STREAMED.sub(lambda found: f"data: {self._event(found[1])}", value)
        if value not in self.said:
            self.said[value] = self.next()
        return self.said[value]

    def _event(self, text: str) -> str:
        return json.dumps(self.changed(json.loads(text)))

    def lengthen(self, whole: Any) -> None:
        """More messages of the last one's shape, until every attack was used."""
        messages = whole.get("messages") if isinstance(whole, dict) else None
        while isinstance(messages, list) and self.used < len(ATTACKS):
            for role in ("user", "assistant"):
                messages.append({"role": role, "content": self.next()})


def _renamed(record: Any, again: int, parent: str, keys: tuple[str, ...] = IDS) -> Any:
    """A repeated record with ids of its own, after the one before it: or it would be the first one again."""
    if isinstance(record, dict):
        named = {
            key: f"{value}-{again}"
            if key in keys and isinstance(value, str)
            else _renamed(value, again, "", keys)
            for key, value in record.items()
        }
        return {**named, "parentUuid": parent} if parent and "parentUuid" in named else named
    return [_renamed(each, again, "", keys) for each in record] if isinstance(record, list) else record


def _is_json(value: str) -> bool:
    return value.lstrip()[:1] in ("{", "[") and _loaded(value) is not None


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
