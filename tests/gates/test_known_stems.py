"""A search's result does not depend on earlier searches."""

from __future__ import annotations

from gates.artifact import Item, ItemKind
from gates.contradiction.rules import judge_item
from gates.search.index import SourceIndex
from gates.search.linking import SpanSearch, link_statement
from gates.source import EventKind, SourceEvent, SourceRange, ToolAction, ToolFact, make_link

TEXTS = (
    "The rebase of worktree 2 was stuck.",
    "I continued the rebase of worktree 2 and it completed successfully, so it happens now and then.",
)


def item(text: str) -> Item:
    links = tuple(make_link("s", n, each, 0, len(each)) for n, each in enumerate(TEXTS))
    return Item(kind=ItemKind.CLAIM, text=text, links=links)


def test_the_first_statement_judged_is_judged_like_a_later_one() -> None:
    """Stems are looked up before the session is searched for them."""
    events = [SourceEvent(n, EventKind.USER, each, f"e{n}") for n, each in enumerate(TEXTS)]
    source = SourceRange("s", 0, len(events) - 1)
    turned = item("The rebase of worktree 2 remained unfinished, and it happens now and then")

    def rules(*before: Item) -> list[str]:
        index = SourceIndex.build(source, events, scope_complete=True)
        search = SpanSearch(index)
        for each in before:
            judge_item(each, index, search)
        return [found.rule for found in judge_item(turned, index, search)]

    first = rules()
    assert "opposite_word" in first
    assert rules(item("The rebase of worktree 2 was stuck"), item(TEXTS[1])) == first


def test_of_stems_those_in_the_session_are_known() -> None:
    """Also to a search that was asked nothing yet."""
    events = [SourceEvent(n, EventKind.USER, each, f"e{n}") for n, each in enumerate(TEXTS)]
    search = SpanSearch(SourceIndex.build(SourceRange("s", 0, 1), events, scope_complete=True))
    assert search.known({"rebas", "nowher"}) == ["rebas"]


def test_a_fresh_search_in_the_range_finds_nothing_before_it() -> None:
    """Whether another search came first makes no difference."""
    said = "The exporter writes the invoice rows in batches of a fixed size"
    texts = (said, "Thanks, that is good to know", "Now the colour of the header has to change")
    events = tuple(SourceEvent(n, EventKind.USER, text, f"n{n}", tokens=9) for n, text in enumerate(texts))
    index = SourceIndex.build(SourceRange("s", 1, 2), events, scope_complete=True)
    assert SpanSearch(index).in_range(said) is None
    assert SpanSearch(index).spans(said)[0].ordinal == 0


def test_an_empty_file_that_was_read_is_no_source() -> None:
    """Reading it prints nothing that a link could quote."""
    tool = ToolFact("Read", "call-1", ToolAction.READ, "pkg/__init__.py", failed=False)
    events = (
        SourceEvent(0, EventKind.USER, "Look at the package.", "n0", tokens=5),
        SourceEvent(1, EventKind.TOOL_RESULT, "", "n1", tokens=1, tool=tool),
    )
    search = SpanSearch(SourceIndex.build(SourceRange("s", 0, 1), events, scope_complete=True))
    named = Item(kind=ItemKind.ARTIFACT_REF, text="`pkg/__init__.py`")
    assert link_statement(search, named) == ()
