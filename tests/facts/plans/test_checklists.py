"""Boxes that an edit of a checklist left empty, beside others that it ticked, are open steps."""

from __future__ import annotations

import pytest

from tests.facts.session import Script
from workbench.facts.commitment import Basis
from workbench.facts.reading import bound

EMPTY = "- [ ] Draw the harbour map\n- [ ] Load the tide tables\n- [ ] Try the map on a phone"
TICKED = "- [x] Draw the harbour map\n- [x] Load the tide tables\n- [ ] Try the map on a phone"


def ticked(path: str = "docs/harbour.md", *, failed: bool = False) -> Script:
    """A list that was written, worked on and ticked but for one box."""
    script = Script()
    script.user("Work through the harbour list.")
    script.write(path, f"# Harbour\n\n{EMPTY}\n")
    script.edit("src/map.py", "a", "b")
    script.edit(path, EMPTY, TICKED, failed=failed)
    return script


def left(script: Script) -> list[str]:
    """The open steps that count."""
    return [c.text for c in bound(script.events, 0).counted if c.basis is Basis.PLAN_STEP and c.counts]


def test_a_box_left_empty_beside_ticked_ones_is_open_work() -> None:
    """With the line of the new text as evidence."""
    script = ticked()
    assert left(script) == ["Try the map on a phone"]
    (step,) = [c for c in bound(script.events, 0).counted if c.basis is Basis.PLAN_STEP]
    (words,) = step.words
    assert words.quote(script.events) == "Try the map on a phone"
    assert words.start > script.events[words.ordinal].text.index("new_string")


@pytest.mark.parametrize(
    "after",
    [
        ("- [ ] Try the map on a phone", "- [x] Try the map on a phone"),
        ("- [ ] Try the map on a phone", ""),
        ("- [ ] Try the map on a phone\n- [ ] Send it", "- [x] Try the map on a phone\n- [x] Send it"),
    ],
)
def test_a_box_that_is_ticked_or_removed_later_is_closed(after: tuple[str, str]) -> None:
    """By an edit of the same document."""
    script = ticked()
    script.edit("docs/harbour.md", *after)
    assert left(script) == []


def test_another_document_closes_nothing() -> None:
    """Its boxes are its own."""
    script = ticked()
    script.edit("docs/other.md", "- [ ] Try the map on a phone", "- [x] Try the map on a phone")
    assert left(script) == ["Try the map on a phone"]


def test_the_last_ticking_edit_of_a_document_decides() -> None:
    """An earlier part of the list was left behind."""
    script = ticked()
    script.edit("docs/harbour.md", "- [ ] Name it\n- [ ] Sign it", "- [x] Name it\n- [ ] Sign it")
    assert left(script) == ["Sign it"]


def test_a_list_that_was_only_written_states_no_progress() -> None:
    """Nor does an edit that failed, one of a program, or one that rewrites the document."""
    script = Script()
    script.user("Write the harbour list.")
    script.write("docs/harbour.md", f"# Harbour\n\n{TICKED}\n")
    assert left(script) == []
    assert left(ticked(failed=True)) == []
    assert left(ticked("src/list.py")) == []
    rewritten = ticked()
    rewritten.write("docs/harbour.md", "# Harbour\n\nNothing is left.\n")
    assert left(rewritten) == []
