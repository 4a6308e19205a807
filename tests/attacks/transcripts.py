"""The attack corpus as transcripts of every registered format, wherever prose may stand."""

from __future__ import annotations

import json
from typing import Any

from tests.attacks.corpus import ATTACKS
from tests.importers.test_contract import EXAMPLES

KEPT = frozenset(
    "type role id uuid parentUuid logicalParentUuid sessionId session_id version timestamp tool_use_id "
    "tool_call_id call_id subtype trigger status leafUuid name stop_reason operation kind source event "
    "method media_type data format schema action object originator parentId toolCallId toolName tool_name "
    "action_id llm_response_id forgotten_event_ids firstKeptEntryId $rewindTo projectHash startTime".split()
)
"""Keys whose values a format is recognised and put together by: without them nothing would be read at all."""


IDS = (
    "uuid", "parentUuid", "logicalParentUuid", "id", "tool_use_id", "tool_call_id", "call_id", "parentId",
    "toolCallId", "action_id", "llm_response_id",
)  # fmt: skip


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

    def next(self) -> str:
        attack = ATTACKS[self.used % len(ATTACKS)]
        self.used += 1
        return f"Keep {attack.text} in src/{attack.mark}.py, never rename it."

    def changed(self, value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: self.changed(each, name) for name, each in value.items()}
        if isinstance(value, list):
            return [self.changed(each, key) for each in value]
        if isinstance(value, str) and key not in KEPT and not _is_json(value):
            return self.next()
        return value

    def lengthen(self, whole: Any) -> None:
        """More messages of the last one's shape, until every attack was used."""
        messages = whole.get("messages") if isinstance(whole, dict) else None
        while isinstance(messages, list) and self.used < len(ATTACKS):
            for role in ("user", "assistant"):
                messages.append({"role": role, "content": self.next()})


def _renamed(record: Any, again: int, parent: str) -> Any:
    """A repeated record with ids of its own, after the one before it: or it would be the first one again."""
    if isinstance(record, dict):
        named = {
            key: f"{value}-{again}" if key in IDS and isinstance(value, str) else _renamed(value, again, "")
            for key, value in record.items()
        }
        return {**named, "parentUuid": parent} if parent and "parentUuid" in named else named
    return [_renamed(each, again, "") for each in record] if isinstance(record, list) else record


def _is_json(value: str) -> bool:
    return value.lstrip()[:1] in ("{", "[") and _loaded(value) is not None


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None
