"""What a person changes in a draft, as values that are logged: an item replaced, dropped or added.

A change names an item by the id that it has just before the entry; applying one twice is an error, never a
silent loss. Pure: nothing here is stored or judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from gates.artifact import MAX_TEXT, Item, number_items
from workbench.errors import WorkbenchError


class Act(StrEnum):
    """What an entry of a log is; the first six carry changes."""

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
    """Statements were looked at, or not any more; it changes nothing in the draft."""


CHANGING = frozenset({Act.EDIT, Act.DROP, Act.RELINK, Act.ADD, Act.MARK, Act.FORM})


class BrokenLog(WorkbenchError):
    """A change names an item that is not there: the log is not of this draft."""

    code = "edits_broken"


class _Change(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Replace(_Change):
    """Another item in the place of one: its text, its kind or its links were edited."""

    op: Literal["replace"] = "replace"
    item_id: str
    item: Item


class Drop(_Change):
    """An item is left out."""

    op: Literal["drop"] = "drop"
    item_id: str


class Add(_Change):
    """An item is added at the end."""

    op: Literal["add"] = "add"
    item: Item


class Narrate(_Change):
    """The narrative is another; null: there is none."""

    op: Literal["narrate"] = "narrate"
    text: Annotated[str, Field(max_length=MAX_TEXT)] | None


class Arrange(_Change):
    """All items anew, in this order: what came back from an editor."""

    op: Literal["arrange"] = "arrange"
    items: tuple[Item, ...]


Change = Annotated[Replace | Drop | Add | Narrate | Arrange, Field(discriminator="op")]

CHANGES: TypeAdapter[tuple[Change, ...]] = TypeAdapter(tuple[Change, ...])
"""Reads the changes of an entry."""


def applied(
    items: Sequence[Item], narrative: str | None, changes: Iterable[Change]
) -> tuple[tuple[Item, ...], str | None]:
    """Items, numbered anew, and narrative after the changes of one entry.

    Raises:
        BrokenLog: a change names an item that is not there.
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
