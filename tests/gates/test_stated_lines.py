"""A statement that gives a line of a file leads to the result that showed this line."""

from __future__ import annotations

from functools import cache

import pytest

from gates.artifact import Item, ItemKind
from gates.search import stated_lines as lines
from gates.search.index import Preparer, SourceIndex
from gates.search.linking import link_statement
from gates.search.span_search import SpanSearch
from gates.search.stated_lines import stated_lines
from gates.search.windows import ScoredSpan
from gates.traceability import traceable
from tests.facts.session import Script
from tests.strategies.source import whole

_OPTIONS = "\n".join(
    [
        *(f"{number}-    # spare {number}" for number in range(88, 91)),
        '91:    "thaw",',
        '92-    {"kind": "flag"},',
        *(f"{number}-    # spare {number}" for number in range(93, 110)),
        "110-    resting shelves are counted twice",
        "111-    and the cold ones once",
    ]
)


@cache
def bakery() -> tuple[SourceIndex, int, int]:
    """A session that searches two files, and the results that show their lines."""
    script = Script()
    script.user("the oven ignores the thaw time, please find out why")
    options = script.run("grep -n thaw -A 20 -B 3 oven/options.py", _OPTIONS)
    oven = script.run(
        "grep -n -A 2 heat oven/oven.py", "40:    def _heat_up(self, tray):\n41-        wait(tray)"
    )
    for number in range(20):
        script.run(
            f"cat note{number}.txt", f"note {number} about the flag and the option of the morning\n" * 4
        )
    return whole(script).index(), options, oven


def sources(text: str) -> list[int]:
    """The events that showed the stated lines."""
    return [span.ordinal for span in stated_lines(text, bakery()[0])]


@pytest.mark.parametrize(
    "text",
    [
        "Found thaw option definition (line 91 in options.py)",
        "Found thaw option definition (oven/options.py:91)",
        "The thaw option of oven/options.py is defined at lines 91-92",
        "The resting shelves are counted at line 93 of options.py",
    ],
)
def test_the_result_that_showed_the_line_is_the_source(text: str) -> None:
    """The line itself, or lines right below it, have the other words."""
    index, options, _ = bakery()
    assert sources(text) == [options]
    item = Item(kind=ItemKind.CLAIM, text=text)
    search = SpanSearch(index)
    links = link_statement(search, item)
    assert [link.ordinal for link in links][:1] == [options]
    assert traceable(item.model_copy(update={"links": links}), index, None, search)


def test_a_statement_without_a_file_names_a_symbol_of_the_line() -> None:
    """Other words of the line are not enough: any file may have such a line."""
    index, _, oven = bakery()
    assert sources("_heat_up starts at line 40") == [oven]
    assert index.events[oven].text.startswith("40:")
    assert sources("Waits for the tray at line 41") == []


@pytest.mark.parametrize(
    "text",
    [
        "Found thaw option definition (line 17 in options.py)",
        "Found thaw option definition (line 91 in oven.py)",
        "Found proofing option definition (line 91 in options.py)",
        "The thaw option (line 91) and its limits (line 200) of options.py",
        "The thaw option of options.py, 1:91 of the tray",
        "Options at line 91 of options.py",
    ],
)
def test_another_line_file_or_word_has_no_such_source(text: str) -> None:
    """The last one has no word beside the file's name."""
    assert sources(text) == []


def test_the_lines_of_a_statement_are_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The linker finds them, and gate B asks for them again."""
    looked: list[str] = []
    find = lines._found

    def finding(text: str, index: SourceIndex) -> list[ScoredSpan]:
        looked.append(text)
        return find(text, index)

    monkeypatch.setattr(lines, "_found", finding)
    index = SourceIndex(bakery()[0].source, bakery()[0].events, True, Preparer())
    item = Item(kind=ItemKind.CLAIM, text="Found thaw option definition (line 91 in options.py)")
    search = SpanSearch(index)
    linked = item.model_copy(update={"links": link_statement(search, item)})
    assert traceable(linked, index, None, search)
    assert looked == [item.text]
