"""A conversation as steps: messages that were said, and rewrites of what the model is given (TR2).

An importer tells the steps in the order of the file; `reading` makes events and compactions of them.
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
"""What may stand before the summary with which a file begins."""


@dataclass(slots=True)
class MessageDrafts:
    """One message with its drafts, one a content block."""

    content_id: str
    """The message's own id, or one derived from what it holds."""
    own_id: bool
    drafts: list[Draft]
    by_model: bool = False
    usage: CallUsage = NO_USAGE
    timestamp: str | None = None
    sidechain: str | None = None
    call: int | None = None
    """The model call that it is a part of, where several messages came from one."""
    line: int = 0
    offset: int = 0
    length: int = 0


@dataclass(slots=True)
class Rewritten:
    """From here on the model is given only some of the messages before, and perhaps a summary.

    Numbers are those that `Steps.say` gave.
    """

    kept: frozenset[int]
    """Messages before it that are still given, word for word."""
    version: str
    """Such as `imported:inspect/0.3.1`."""
    summary: int | None = None
    """The message that holds the summary, said after it; None where there is none."""
    text: str | None = None
    """The summary without what its program puts around it; None: it is encrypted or absent."""
    trigger: str = "unknown"
    before: int = 0
    """Tokens of the context before, as reported; 0: not reported."""
    after: int = 0
    cost: CallUsage = NO_USAGE
    """Of the call that wrote the summary."""


Place = tuple[int, int, int]
"""Line, byte offset and byte length of a record; zeros where it has none of its own."""

NOWHERE: Place = (0, 0, 0)


@dataclass(slots=True)
class Steps:
    """The steps of one conversation and what is known of it besides; it is reported front to back."""

    messages: list[MessageDrafts] = field(default_factory=list)
    rewrites: list[tuple[int, Rewritten]] = field(default_factory=list)
    """Each with the number of messages said before it."""
    native_id: str = ""
    title: str = ""
    noise: int = 0
    skipped: list[SkippedLine] = field(default_factory=list)
    scope_complete: bool = True
    sidechain: str | None = None
    """The sidechain on which messages are reported now; None: the conversation itself."""

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
        """Add a message; its number is returned. One without drafts is noise, and still has a number."""
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
        """Add the message that holds the summary of a compaction; if nobody spoke, it begins the file."""
        if self.nobody_spoke(len(self.messages)):
            self.scope_complete = False
        self.rewrite(rewritten)
        rewritten.summary = self.add_message(record, drafts, timestamp=timestamp, place=place)

    def nobody_spoke(self, place: int) -> bool:
        """Whether all messages before this one are the instructions of a program."""
        return all(draft.kind in INSTRUCTIONS for each in self.messages[:place] for draft in each.drafts)

    def skip(self, line: int, reason: str, *, was_read: bool = False) -> None:
        """Report a record that cannot be read, or was read and gives no event."""
        self.skipped.append(SkippedLine(line, reason, was_read=was_read))

    def readable(self, records: Iterable[object], what: str, line: int = 0) -> list[dict[str, object]]:
        """The records that can be read; the others are reported with their 1-based number and skipped."""
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
    """Whether a record nests deeper than anything real (orjson writes 254 levels)."""
    try:
        orjson.dumps(record, option=orjson.OPT_NON_STR_KEYS)
    except (TypeError, ValueError, RecursionError):
        return True
    return False
