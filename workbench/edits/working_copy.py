"""A draft with the edits of one person in it, as their log says: the working copy, its undo and its redo.

It is folded from the log each time, so that whatever was appended before a kill is there again after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gates.artifact import Artifact, Item, Origin
from workbench.edits.changes import CHANGING, Act, BrokenLog, Change, applied
from workbench.strategies.base import no_model

EDIT = "edit/1"
"""Prompt version of an edited artifact: a person's words, no model."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One entry of a log that bears on the working copy."""

    act: Act
    changes: tuple[Change, ...] = ()
    reason: str | None = None
    at: str = ""
    """When it was made, as ISO 8601 in UTC."""


@dataclass(frozen=True, slots=True)
class WorkingCopy:
    """The artifact that the edits make of the one they began with."""

    base: Artifact
    """What is repaired, its links made."""
    base_id: str
    """Id of the artifact as it is stored."""
    items: tuple[Item, ...]
    narrative: str | None
    done: tuple[LogEntry, ...] = ()
    """Edits that count, in order; `undo` takes back the last of them."""
    undone: tuple[LogEntry, ...] = ()
    """Edits that were taken back and not replaced; `redo` makes the last of them again."""

    @property
    def changed(self) -> bool:
        """Whether any edit counts."""
        return bool(self.done)

    @property
    def since(self) -> str | None:
        """When the first edit that counts was made."""
        return self.done[0].at if self.done else None

    @property
    def artifact(self) -> Artifact:
        """The artifact that keeping it would make; the base itself without an edit."""
        if not self.changed:
            return self.base
        return self.base.model_copy(
            update={
                "origin": Origin.EDITED,
                "parents": (self.base_id,),
                "prompt_version": EDIT,
                "generation_record": no_model(),
                "narrative": self.narrative,
                "items": self.items,
            }
        )

    def item(self, item_id: str) -> Item:
        """One of its items.

        Raises:
            BrokenLog: it has none of that id.
        """
        found = next((each for each in self.items if each.item_id == item_id), None)
        if found is None:
            raise BrokenLog(f"the draft has no item {item_id}", "read the draft again")
        return found


def fold(base: Artifact, base_id: str, log: Iterable[LogEntry]) -> WorkingCopy:
    """The working copy after a log's entries; what came before the last `keep` is kept in another artifact.

    Raises:
        BrokenLog: an entry does not fit the one before it.
    """
    done, undone = counting(log)
    items, narrative = base.items, base.narrative
    for entry in done:
        items, narrative = applied(items, narrative, entry.changes)
    return WorkingCopy(base, base_id, items, narrative, tuple(done), tuple(undone))


def counting(log: Iterable[LogEntry]) -> tuple[Sequence[LogEntry], Sequence[LogEntry]]:
    """The edits of a log that count since the last `keep`, and those that were taken back.

    Raises:
        BrokenLog: an undo or a redo has nothing to work on.
    """
    done: list[LogEntry] = []
    undone: list[LogEntry] = []
    for entry in log:
        if entry.act in CHANGING:
            done.append(entry)
            undone.clear()
        elif entry.act is Act.KEEP:
            done.clear()
            undone.clear()
        elif entry.act in (Act.UNDO, Act.REDO):
            source, target = (done, undone) if entry.act is Act.UNDO else (undone, done)
            if not source:
                raise BrokenLog(
                    f"the log says {entry.act.value} where there is nothing to {entry.act.value}",
                    "`workbench verify` says whether the store was altered",
                )
            target.append(source.pop())
    return done, undone
