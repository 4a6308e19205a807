"""Rules, preferences and facts of plain chats: captured, and marked as replaced when they change.

The author of the chats had not read the product; one half of them, by a hash of their ids, was in view when
the rules were made, and the figures are of the other half, which was not read. The conformance kit is
generated from a few sentence frames, all of which were in view.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from bench.accuracy.claim_faults import Case, findings
from bench.accuracy.frame import Figure, share
from gates.capture import Capture
from gates.source import EventKind, SourceEvent
from workbench.capture import capture_range

TITLE = "what plain chats state outright (chats: unread half; conformance kit: all its frames were in view)"
CHATS = Path(__file__).parents[1] / "labels" / "standing_chats.jsonl"
REPLACED = Path(__file__).parents[1] / "labels" / "replaced_values.jsonl"
"""Thirty more chats with values that are replaced and look-alikes that are not, written before the rules."""
LATE = Path(__file__).parents[1] / "labels" / "late_values.jsonl"
"""Forty more chats with claims; half 0 was in view while the rules were repaired."""
CHANGED = Path(__file__).parents[1] / "labels" / "changed_values.jsonl"
"""Forty more chats, written before the rules were read, each with its half; and 51 for fitting alone."""
SHOWN = 15
SAME = 25
"""Characters at a sentence's beginning by which an item is that sentence."""


def read_half(identity: str) -> bool:
    """Whether a chat may be read while rules are made."""
    return int(hashlib.sha256(identity.encode()).hexdigest(), 16) % 2 == 0


def is_read(chat: dict[str, Any]) -> bool:
    """Return whether a chat may be read: by its own half if it names one, else by the hash of its id."""
    return chat["half"] == 0 if "half" in chat else read_half(chat["id"])


def captured(turns: Sequence[dict[str, Any]]) -> Capture:
    """The capture of a whole chat."""
    events = [
        SourceEvent(
            ordinal=number,
            kind={"user": EventKind.USER, "assistant": EventKind.ASSISTANT}.get(
                turn["role"], EventKind.SYSTEM
            ),
            text=turn["text"],
            native_id=f"n{number}",
            turn=sum(each["role"] == "user" for each in turns[: number + 1]),
        )
        for number, turn in enumerate(turns)
    ]
    return capture_range("ses_chat", events, 0, len(events) - 1)


def names_statement(wanted: dict[str, Any], text: str) -> bool:
    """Whether a text is the statement that a label names."""
    said, held = wanted["text"].casefold(), text.casefold()
    return all(key.casefold() in held for key in wanted["key"]) and (
        said[:SAME] in held or held[:SAME] in said
    )


def _chats() -> Iterable[Figure]:
    hits: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for line in CHATS.read_text(encoding="utf-8").splitlines():
        chat = json.loads(line)
        if read_half(chat["id"]):
            continue
        found = captured(chat["turns"])
        live = [item.text for item in found.items if item.counts]
        gone = [item.text for item in found.items if item.status == "superseded"]
        waiting = [item.text for item in found.proposed[:SHOWN]]
        for wanted in chat["standing"]:
            counted = any(names_statement(wanted, text) for text in live)
            hits["counted"] += counted
            hits["shown"] += counted or any(names_statement(wanted, text) for text in waiting)
        for wanted in chat["stale"]:
            hits["stale"] += any(names_statement(wanted, text) for text in gone)
        for text in chat["chatter"]:
            hits["chatter"] += any(text[:40].casefold() in held.casefold() for held in live)
        total.update(counted=len(chat["standing"]), shown=len(chat["standing"]))
        total.update(stale=len(chat["stale"]), chatter=len(chat["chatter"]))
    yield share("chats: standing statements counted", hits["counted"], total["counted"])
    yield share("chats: counted or in the first 15 proposed", hits["shown"], total["shown"])
    yield share("chats: replaced values marked so", hits["stale"], total["stale"])
    yield share("chats: chatter counted", hits["chatter"], total["chatter"], better="lower")


def _kit(data: Path) -> Iterable[Figure]:
    kept = known = stale = replaced = 0
    path = data / "labelled" / "conformance_kit" / "data.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        found = captured(row["turns"])
        live = [item.text.casefold() for item in found.items if item.counts]
        gone = [item.text.casefold() for item in found.items if item.status == "superseded"]
        for canary in row["canaries"]:
            known += 1
            kept += any(all(t.casefold() in text for t in canary["required_tokens"]) for text in live)
            old = canary.get("superseded_tokens") or ()
            stale += bool(old)
            replaced += bool(old) and any(all(t.casefold() in text for t in old) for text in gone)
    yield share("conformance kit: rules and preferences captured", kept, known, must=0.8)
    yield share("conformance kit: replaced values marked so", replaced, stale, must=0.8)


def _replaced() -> Iterable[Figure]:
    hits: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for path, part in (
        (REPLACED, ""),
        (LATE, "unread half of forty, "),
        (CHANGED, "unread half of the last, "),
    ):
        for line in path.read_text(encoding="utf-8").splitlines():
            chat = json.loads(line)
            if part and is_read(chat):
                continue
            gone = [item.text for item in captured(chat["turns"]).items if item.status == "superseded"]
            for name in ("stale", "kept"):
                hits[part + name] += sum(
                    any(names_statement(wanted, text) for text in gone) for wanted in chat[name]
                )
                total[part + name] += len(chat[name])
    for part in ("", "unread half of forty, ", "unread half of the last, "):
        stale, kept = f"{part}stale", f"{part}kept"
        yield share(f"more chats: {part}replaced values marked so", hits[stale], total[stale])
        yield share(f"more chats: {part}look-alikes marked so", hits[kept], total[kept], better="lower")


def _claims() -> Iterable[Figure]:
    flagged = total = 0
    for line in LATE.read_text(encoding="utf-8").splitlines():
        chat = json.loads(line)
        if read_half(chat["id"]):
            continue
        source = tuple(f"{turn['role']}: {turn['text']}" for turn in chat["turns"])
        for text in chat["right"]:
            flagged += bool(findings(Case(chat["id"], "true", source, text, False)))
            total += 1
    name = "more chats: unread half of forty, right claims flagged"
    yield share(name, flagged, total, better="lower")


def figures(data: Path) -> Iterable[Figure]:
    """Shares of statements, with those of the kit."""
    yield from _chats()
    yield from _replaced()
    yield from _claims()
    yield from _kit(data)
