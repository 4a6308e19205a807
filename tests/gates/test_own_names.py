"""A statement about a file is not linked to events that only share the words of its name."""

from __future__ import annotations

from gates.artifact import Item, ItemKind
from gates.search.index import SourceIndex
from gates.search.linking import SpanSearch, link_statement
from gates.search.own_names import mention_its_names
from gates.source import EventKind, SourceEvent, SourceRange, ToolAction, ToolFact, make_link

LOG = "10:31 INFO note saved component=note strategy=manual-save note_type=index preview attribution=on"
STATED = Item(kind=ItemKind.CLAIM, text="`manual_save_index.go`: saves the note with its preview attribution")


def _index(*texts: str, target: str = "") -> SourceIndex:
    tool = ToolFact(name="Bash", call_id="", target=target, action=ToolAction.COMMAND)
    events = [SourceEvent(0, EventKind.USER, "Please look into the notes.", "n0")]
    events += [
        SourceEvent(n, EventKind.TOOL_RESULT, text, f"n{n}", tool=tool) for n, text in enumerate(texts, 1)
    ]
    source = SourceRange("ses_1", 0, len(events) - 1)
    return SourceIndex.build(source, events, scope_complete=True)


def test_a_log_with_the_words_of_a_file_name_is_no_source() -> None:
    """The words `manual`, `save` and `index` of another thing carry no statement about the file."""
    index = _index(LOG, "unrelated words of a second result")
    assert link_statement(SpanSearch(index), STATED) == ()


def test_an_event_that_names_the_file_is_one() -> None:
    """In its text, or as what its tool read."""
    named = _index(f"manual_save_index.go: {LOG}")
    read = _index(LOG, target="cat pkg/manual_save_index.go")
    for index in (named, read):
        link = make_link("ses_1", 1, index.events[1].text, 0, 20)
        assert mention_its_names(STATED, [link], index)
        assert [link.ordinal for link in link_statement(SpanSearch(index), STATED)] == [1]


def test_a_symbol_of_the_statement_is_enough_and_no_file_asks_for_nothing() -> None:
    """`saveNotes()` in the event; a statement without a file is not checked."""
    index = _index(f"func saveNotes() {{ {LOG} }}")
    link = make_link("ses_1", 1, index.events[1].text, 0, 20)
    for text in (
        "`manual_save_index.go`: `saveNotes()` saves the note",
        "The note is saved with its preview",
    ):
        assert mention_its_names(Item(kind=ItemKind.CLAIM, text=text), [link], index)
    other = Item(kind=ItemKind.CLAIM, text="`manual_save_index.go`: `dropNotes()` saves the note")
    assert not mention_its_names(other, [link], index)


def test_many_other_words_identify_a_source_that_names_no_file() -> None:
    """A long finding about a file is in the thoughts about it, which call it something else."""
    words = "atomic writes rename a temporary copy, but nothing locks the read before"
    index = _index(f"Saving is safe: {words}.")
    link = make_link("ses_1", 1, index.events[1].text, 0, len(index.events[1].text))
    item = Item(kind=ItemKind.CLAIM, text=f"I analyzed `state_keeper.go`: {words}")
    assert mention_its_names(item, [link], index)
