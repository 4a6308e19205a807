"""Pairs for statements of lines: which words the shown lines have, and how many lines are looked at."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from gates.search import stated_lines as module
from gates.search import told_places as told
from gates.search.file_lines import FileLines
from gates.source import EventKind, SourceRange, ToolAction
from tests.constants.holding import holds

STATED = "gates.search.stated_lines"


def _index(first: int, texts: list[str]) -> Any:
    """A session whose only event shows the lines of `a.py`."""
    printed = "\n".join(f"{first + place}:{text}" for place, text in enumerate(texts))
    lines = FileLines()
    lines.put([(first + place, text) for place, text in enumerate(texts)], 0)
    return SimpleNamespace(
        file_lines={"src/a.py": lines},
        lines_found={},
        events=[SimpleNamespace(text=printed)],
        source=SourceRange("ses_0123456789abcdef0123", 0, 0),
        weight=lambda _: 1,
    )


def _sources(shares: tuple[float, float]) -> int:
    """How many sources a statement has whose words the line, and the lines below, have to these shares."""
    with patch.object(module, "coverage", side_effect=shares):
        return len(module.stated_lines("the cold tray, line 7 of a.py", _index(7, ["tray"])))


@holds(f"{STATED}:AT_LINE", step=0.02)
def a_quarter_of_the_words_stand_in_the_line() -> None:
    """.26 is enough, .24 is not."""
    assert (_sources((0.26, 0.0)), _sources((0.24, 0.0))) == (1, 0)


@holds(f"{STATED}:AROUND_AT", step=0.02)
def half_of_the_words_stand_below() -> None:
    """.51 is enough, .49 is not."""
    assert (_sources((0.0, 0.51)), _sources((0.0, 0.49))) == (1, 0)


@holds(f"{STATED}:AROUND")
def twenty_lines_below_belong_to_a_line() -> None:
    """The twentieth, not the one below it."""
    for below, found in ((20, 1), (21, 0)):
        index = _index(7, ["pass"] * below + ["cold tray"])
        assert len(module.stated_lines("the cold tray, line 7 of a.py", index)) == found


@holds(f"{STATED}:MOST_STATED")
def four_lines_are_looked_up() -> None:
    """Four, not five."""
    index = _index(1, ["cold tray"] * 9)
    for count, found in ((4, 1), (5, 0)):
        places = ", ".join(f"line {number}" for number in range(1, count + 1))
        assert len(module.stated_lines(f"the cold tray of a.py: {places}", index)) == found


@holds(f"{STATED}:LONGEST_SPAN")
def a_long_span_is_read_in_part() -> None:
    """400 lines behind the first, with the twenty below."""
    for behind, found in ((420, 1), (421, 0)):
        index = _index(1, ["pass"] * behind + ["cold tray"])
        assert len(module.stated_lines("the cold tray, lines 1-900 of a.py", index)) == found


TOLD = "gates.search.told_places"


def _told(share: float) -> str:
    """What is quoted of the message that gives the line of a statement with this share of its words."""
    said = "Line 7 in `cold_tray` is too warm."
    event = SimpleNamespace(kind=EventKind.ASSISTANT, text=said, ordinal=0, tool=None)
    segment = SimpleNamespace(start=0, end=len(said))
    index: Any = SimpleNamespace(range_events=[event], segments=lambda _: [segment], weight=lambda _: 1)
    with patch.object(told, "coverage", return_value=share):
        return "".join(said[s.start : s.end] for s in told.told_places("line 7 of `cold_tray` warms", index))


@holds(f"{TOLD}:TOLD_AT", step=0.02)
def three_in_five_words_are_in_the_message() -> None:
    """.61 is enough, .59 is not."""
    assert (bool(_told(0.61)), bool(_told(0.59))) == (True, False)


@holds("gates.search.windows:SHOWN")
def two_hundred_characters_of_a_reading_are_quoted() -> None:
    """No more of a long one."""
    page = "\n".join(f"{number}\t{'tray' * 20}" for number in range(1, 10))
    read = SimpleNamespace(action=ToolAction.READ, target="a.py")
    event = SimpleNamespace(kind=EventKind.TOOL_RESULT, text=page, ordinal=0, tool=read)
    index: Any = SimpleNamespace(range_events=[event])
    assert [span.end for span in told.told_places("I read lines 1-9", index)] == [200]
