"""What of a transcript's summary can be read without the list and the heading around it."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from workbench.strategies.native_readability import readable


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("The user wanted to add session-end tracking by", False),
        ("Found the session state captured in another log showing:", False),
        ("All user messages", False),
        ("None yet - still in exploration phase", False),
        ("N/A", False),
        ("Nothing writes to the cache yet", True),
        ("No tests were run", True),
        ("`hooks.go`: Major changes needed", False),
        ("Several design corrections from user feedback", False),
        ("Several callers of `load()` pass a path", True),
        ("Pending Tasks:", False),
        ("The exporter writes to `src/export.py`", True),
        ("`state.go`: func load(\n    path string) and", True),
    ],
)
def test_what_only_leads_to_a_list_is_left_out(text: str, stays: bool) -> None:
    """A line that goes on in a list, and the title of a section; code is another matter."""
    item = Item(kind=ItemKind.CLAIM, text=text)
    read = readable([item])
    assert (item in read.items) is stays
    assert (item in read.unreadable) is not stays


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Understanding how this error occurs", ItemKind.CLAIM),
        ("DESK-221: Exporter must keep both dates — the second one is lost", ItemKind.CLAIM),
        ("Keeping the API as it is, never breaking callers", ItemKind.CONSTRAINT),
        ("Never touch the invoices table", ItemKind.CONSTRAINT),
    ],
)
def test_what_was_at_hand_is_no_constraint(text: str, kind: ItemKind) -> None:
    """Only what binds is one."""
    (item,) = readable([Item(kind=ItemKind.CONSTRAINT, text=text)]).items
    assert item.kind is kind
