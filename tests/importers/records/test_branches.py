"""The active branch of a tree of records is found with any parent ids."""

from __future__ import annotations

from workbench.importers.records.branches import Branches


def test_a_record_that_names_itself_as_its_parent_follows_the_one_before() -> None:
    """A damaged file; taken for its own parent, it was walked for ever."""
    tree = Branches()
    tree.add("a", None, root=True)
    tree.add("b", "b")
    tree.add("c", "b")
    assert tree.sidechains() == {}


def test_what_the_last_record_does_not_descend_from_is_off_the_branch() -> None:
    """Two answers to one question; the later one is active."""
    tree = Branches()
    tree.add("a", None, root=True)
    tree.add("b", "a")
    tree.add("c", "a")
    assert tree.sidechains() == {"b": "branch-1"}
