"""A draft with one person's edits, rebuilt from their log: the working copy, undo and redo.

It is folded from the log each time, so that everything appended before a kill is there again afterwards.
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
    """One log entry that affects the working copy."""

    act: Act
    changes: tuple[Change, ...] = ()
    reason: str | None = None
    at: str = ""
    """Time of the entry, ISO 8601 in UTC."""


@dataclass(frozen=True, slots=True)
class WorkingCopy:
    """A base artifact with edits applied."""

    base: Artifact
    """The artifact being edited, with its links resolved."""
    base_id: str
    """Id of the artifact as stored."""
    items: tuple[Item, ...]
    narrative: str | None
    done: tuple[LogEntry, ...] = ()
    """Effective edits in order; `undo` reverts the last one."""
    undone: tuple[LogEntry, ...] = ()
    """Undone edits that were not replaced; `redo` applies the last one again."""

    @property
    def changed(self) -> bool:
        """Return whether any edit is in effect."""
        return bool(self.done)

    @property
    def since(self) -> str | None:
        """Return the time of the first effective edit."""
        return self.done[0].at if self.done else None

    @property
    def artifact(self) -> Artifact:
        """Return the artifact that saving would create; the base itself if nothing was edited."""
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
        """Return one of its items.

        Raises:
            BrokenLog: there is no item with that id.
        """
        found = next((each for each in self.items if each.item_id == item_id), None)
        if found is None:
            raise BrokenLog(f"the draft has no item {item_id}", "read the draft again")
        return found


def fold(base: Artifact, base_id: str, log: Iterable[LogEntry]) -> WorkingCopy:
    """Return the working copy after a log's entries; entries before the last `keep` are in another artifact.

    Raises:
        BrokenLog: an entry does not fit the one before it.
    """
    done, undone = counting(log)
    items, narrative = base.items, base.narrative
    for entry in done:
        items, narrative = applied(items, narrative, entry.changes)
    return WorkingCopy(base, base_id, items, narrative, tuple(done), tuple(undone))


def counting(log: Iterable[LogEntry]) -> tuple[Sequence[LogEntry], Sequence[LogEntry]]:
    """Return the effective edits since the last `keep`, and the undone ones.

    Raises:
        BrokenLog: an undo or a redo has nothing to act on.
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
