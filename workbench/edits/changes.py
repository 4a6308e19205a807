"""A person's changes to a draft as logged values: an item replaced, dropped or added.

A change names an item by its id just before the log entry; applying a change twice is an error, never a
silent loss. Nothing is stored or judged here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from gates.artifact import MAX_TEXT, Item, number_items
from workbench.errors import WorkbenchError


class Act(StrEnum):
    """Kind of a log entry; the first six carry changes."""

    EDIT = "edit"
    DROP = "drop"
    RELINK = "relink"
    ADD = "add"
    MARK = "mark"
    FORM = "form"
    UNDO = "undo"
    REDO = "redo"
    KEEP = "keep"
    REVIEWED = "reviewed"
    """Statements were marked as reviewed, or no longer are; the draft does not change."""


CHANGING = frozenset({Act.EDIT, Act.DROP, Act.RELINK, Act.ADD, Act.MARK, Act.FORM})


class BrokenLog(WorkbenchError):
    """A change names an item that does not exist: the log belongs to another draft."""

    code = "edits_broken"


class _Change(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Replace(_Change):
    """Replaces an item after an edit of its text, kind or links."""

    op: Literal["replace"] = "replace"
    item_id: str
    item: Item


class Drop(_Change):
    """Drops an item."""

    op: Literal["drop"] = "drop"
    item_id: str


class Add(_Change):
    """Adds an item at the end."""

    op: Literal["add"] = "add"
    item: Item


class Narrate(_Change):
    """Replaces the narrative; null removes it."""

    op: Literal["narrate"] = "narrate"
    text: Annotated[str, Field(max_length=MAX_TEXT)] | None


class Arrange(_Change):
    """Replaces all items, in this order, after an edit in an editor."""

    op: Literal["arrange"] = "arrange"
    items: tuple[Item, ...]


Change = Annotated[Replace | Drop | Add | Narrate | Arrange, Field(discriminator="op")]

CHANGES: TypeAdapter[tuple[Change, ...]] = TypeAdapter(tuple[Change, ...])
"""Parses the changes of a log entry."""


def applied(
    items: Sequence[Item], narrative: str | None, changes: Iterable[Change]
) -> tuple[tuple[Item, ...], str | None]:
    """Apply the changes of one log entry; return the renumbered items and the narrative.

    Raises:
        BrokenLog: a change names an item that does not exist.
    """
    kept: list[Item | None] = list(items)
    at = {item.item_id: number for number, item in enumerate(items)}
    for change in changes:
        match change:
            case Replace():
                kept[_place(at, kept, change.item_id)] = change.item
            case Drop():
                kept[_place(at, kept, change.item_id)] = None
            case Add():
                kept.append(change.item)
            case Narrate():
                narrative = change.text
            case Arrange():
                kept, at = list(change.items), {}
    return number_items(tuple(item for item in kept if item is not None)), narrative


def _place(at: dict[str, int], kept: Sequence[Item | None], item_id: str) -> int:
    place = at.get(item_id)
    if place is None or kept[place] is None:
        raise BrokenLog(
            f"the draft has no item {item_id} to change",
            "read the draft again; what is logged stays in the store",
        )
    return place
