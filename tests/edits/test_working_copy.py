"""The working copy out of its log: undo, redo, what was kept, and logs that do not fit."""

from __future__ import annotations

import pytest

from gates.artifact import Artifact, Origin
from tests.gates.build import artifact_of, item
from workbench.edits import acts
from workbench.edits.changes import CHANGES, Act, Add, BrokenLog, Drop, Replace
from workbench.edits.working_copy import LogEntry, WorkingCopy, fold
from workbench.errors import UsageError


def base() -> Artifact:
    """Return an artifact of three items; its narrative contains the second one and more."""
    return artifact_of(
        item("The exporter writes 240 rows per batch", "240 rows per batch"),
        item("Two retry tests are left", "Two retry tests are left", kind="open_work", status="open"),
        item("CI uses an older browser"),
        narrative="Two retry tests are left. The rounding test is done already.",
    )


def copy_of(*log: LogEntry) -> WorkingCopy:
    """The working copy after some entries."""
    return fold(base(), "art_base", log)


def texts(copy: WorkingCopy) -> list[str]:
    """What its items say."""
    return [each.text for each in copy.items]


DROP_LAST = LogEntry(Act.DROP, (Drop(item_id=base().items[2].item_id),))
DROP_FIRST = LogEntry(Act.DROP, (Drop(item_id=base().items[0].item_id),))
UNDO, REDO, KEEP = LogEntry(Act.UNDO), LogEntry(Act.REDO), LogEntry(Act.KEEP)


def test_without_an_edit_it_is_the_artifact_itself() -> None:
    """No new origin, no parent."""
    copy = copy_of()
    assert copy.artifact is copy.base
    assert not copy.changed


def test_an_edit_makes_an_edited_artifact_with_its_parent() -> None:
    """Four known zeros: no model was called."""
    made = copy_of(DROP_LAST).artifact
    assert (made.origin, made.parents, made.prompt_version) == (Origin.EDITED, ("art_base",), "edit/1")
    assert made.generation_record.counts() == (0, 0, 0, 0)
    assert [each.text for each in made.items] == texts(copy_of())[:2]


def test_undo_and_redo_walk_the_edits_and_a_new_edit_ends_the_way_forward() -> None:
    """As in any editor."""
    whole, two, one = texts(copy_of()), texts(copy_of())[:2], texts(copy_of())[1:2]
    assert texts(copy_of(DROP_LAST, DROP_FIRST)) == one
    assert texts(copy_of(DROP_LAST, DROP_FIRST, UNDO)) == two
    assert texts(copy_of(DROP_LAST, DROP_FIRST, UNDO, UNDO)) == whole
    assert texts(copy_of(DROP_LAST, DROP_FIRST, UNDO, UNDO, REDO)) == two
    assert copy_of(DROP_LAST, UNDO, DROP_FIRST).undone == ()
    with pytest.raises(BrokenLog):
        copy_of(DROP_LAST, UNDO, DROP_FIRST, REDO)


def test_what_was_kept_is_behind_the_log() -> None:
    """The next edit begins with the artifact as it is stored."""
    assert not copy_of(DROP_LAST, KEEP).changed
    assert texts(copy_of(DROP_LAST, KEEP, DROP_FIRST)) == texts(copy_of())[1:]


def test_an_entry_that_names_no_item_is_an_error() -> None:
    """Nothing is skipped silently, and nothing is dropped twice."""
    with pytest.raises(BrokenLog, match="itm_none"):
        copy_of(LogEntry(Act.DROP, (Drop(item_id="itm_none"),)))
    with pytest.raises(BrokenLog):
        copy_of(DROP_LAST, DROP_LAST)


def test_changes_are_read_back_from_json_as_they_were() -> None:
    """The log is JSON in the store."""
    first = base().items[0]
    changes = (Replace(item_id=first.item_id, item=first), Drop(item_id="itm_x"), Add(item=first))
    assert CHANGES.validate_json(CHANGES.dump_json(changes)) == changes


def test_other_words_keep_the_links_and_blank_ones_are_refused() -> None:
    """Words that are the same are no edit."""
    copy = copy_of()
    first = copy.items[0]
    after = copy_of(LogEntry(Act.EDIT, acts.edited(copy, first.item_id, " It writes 240 rows ")))
    assert (after.items[0].text, after.items[0].links) == ("It writes 240 rows", first.links)
    assert acts.edited(copy, first.item_id, first.text) == ()
    with pytest.raises(UsageError):
        acts.edited(copy, first.item_id, " ")


def test_dropping_takes_along_what_only_that_item_covers_of_the_narrative() -> None:
    """Narrative that no item covered before stays unless its removal is requested."""
    copy = copy_of()
    after = copy_of(LogEntry(Act.DROP, acts.dropped(copy, [copy.items[1].item_id])))
    assert after.narrative == "The rounding test is done already."
    loose = copy_of(LogEntry(Act.DROP, acts.dropped(copy, [copy.items[2].item_id], loose=True)))
    assert loose.narrative == "Two retry tests are left."
