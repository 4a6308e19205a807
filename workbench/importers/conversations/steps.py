"""A conversation as steps: messages, and rewrites of the model's context (TR2).

An importer adds the steps in file order; `reading` converts them to events and compactions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import orjson

from gates.canonical import short_id
from gates.source import EventKind
from workbench.importers.base import SkippedLine
from workbench.importers.conversations.usage import NO_USAGE, CallUsage
from workbench.importers.events.timeline import Draft
from workbench.importers.files.documents import compact

TOO_DEEP = "nested too deeply"
INSTRUCTIONS = (EventKind.SYSTEM, EventKind.META)
"""Kinds that may precede the summary with which a file begins."""


@dataclass(slots=True)
class MessageDrafts:
    """One message with its drafts, one per content block."""

    content_id: str
    """The message's own id, or one derived from its content."""
    own_id: bool
    drafts: list[Draft]
    by_model: bool = False
    usage: CallUsage = NO_USAGE
    timestamp: str | None = None
    sidechain: str | None = None
    call: int | None = None
    """Number of the model call that it is part of, if several messages came from one."""
    line: int = 0
    offset: int = 0
    length: int = 0


@dataclass(slots=True)
class Rewritten:
    """A compaction: from here on the model is given only some earlier messages, and perhaps a summary.

    Message numbers are those that `Steps.add_message` returned.
    """

    kept: frozenset[int]
    """Earlier messages that are still given verbatim."""
    version: str
    """Origin of the summary, such as `imported:inspect/0.3.1`."""
    summary: int | None = None
    """Number of the message that contains the summary, added after the rewrite; None if there is none."""
    text: str | None = None
    """The summary without its program's framing; None if it is encrypted or absent."""
    trigger: str = "unknown"
    before: int = 0
    """Reported tokens of the context before; 0 if not reported."""
    after: int = 0
    cost: CallUsage = NO_USAGE
    """Usage of the call that wrote the summary."""


Place = tuple[int, int, int]
"""Line, byte offset and byte length of a record; zeros if it has no place of its own."""

NOWHERE: Place = (0, 0, 0)


@dataclass(slots=True)
class Steps:
    """The steps of one conversation and other facts about it, added front to back."""

    messages: list[MessageDrafts] = field(default_factory=list)
    rewrites: list[tuple[int, Rewritten]] = field(default_factory=list)
    """Each rewrite with the number of messages before it."""
    native_id: str = ""
    title: str = ""
    noise: int = 0
    skipped: list[SkippedLine] = field(default_factory=list)
    scope_complete: bool = True
    sidechain: str | None = None
    """The sidechain that messages are added to now; None: the conversation itself."""

    def add_message(
        self,
        record: object,
        drafts: Sequence[Draft],
        *,
        own_id: object = None,
        by_model: bool = False,
        usage: CallUsage = NO_USAGE,
        timestamp: object = None,
        call: int | None = None,
        place: Place = NOWHERE,
    ) -> int:
        """Add a message and return its number; a message without drafts is ignored but numbered too."""
        has_id = isinstance(own_id, str) and bool(own_id)
        content_id = str(own_id) if has_id else short_id("c", compact(record))
        when = timestamp if isinstance(timestamp, str) and timestamp else None
        message = MessageDrafts(
            content_id, has_id, list(drafts), by_model, usage, when, self.sidechain, call, *place
        )
        self.noise += 0 if drafts else 1
        self.messages.append(message)
        return len(self.messages) - 1

    def rewrite(self, rewritten: Rewritten) -> None:
        """Add a rewrite of the context at this place."""
        self.rewrites.append((len(self.messages), rewritten))

    def add_summary(
        self,
        record: object,
        drafts: Sequence[Draft],
        rewritten: Rewritten,
        *,
        timestamp: object = None,
        place: Place = NOWHERE,
    ) -> None:
        """Add the message with a compaction's summary; the file begins with it if nobody spoke before."""
        if self.nobody_spoke(len(self.messages)):
            self.scope_complete = False
        self.rewrite(rewritten)
        rewritten.summary = self.add_message(record, drafts, timestamp=timestamp, place=place)

    def nobody_spoke(self, place: int) -> bool:
        """Return whether all messages before this one are a program's instructions."""
        return all(draft.kind in INSTRUCTIONS for each in self.messages[:place] for draft in each.drafts)

    def skip(self, line: int, reason: str, *, was_read: bool = False) -> None:
        """Report a record that cannot be read, or that was read and gives no event."""
        self.skipped.append(SkippedLine(line, reason, was_read=was_read))

    def readable(self, records: Iterable[object], what: str, line: int = 0) -> list[dict[str, object]]:
        """Return the readable records; others are reported by their 1-based number and skipped."""
        found: list[dict[str, object]] = []
        for number, record in enumerate(records, 1):
            if not isinstance(record, dict):
                self.skip(line, f"{what} {number} is not an object")
            elif is_too_deep(record):
                self.skip(line, f"{what} {number} is {TOO_DEEP}")
            else:
                found.append(record)
        return found


def is_too_deep(record: object) -> bool:
    """Return whether a record nests deeper than any real one (orjson writes 254 levels)."""
    try:
        orjson.dumps(record, option=orjson.OPT_NON_STR_KEYS)
    except (TypeError, ValueError, RecursionError):
        return True
    return False
