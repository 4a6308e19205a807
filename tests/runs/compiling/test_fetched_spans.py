"""A fetched slice never makes the evidence of the next prompt smaller than the passage."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from workbench.runs.compiling.compiler import Compiler, whole_words
from workbench.runs.records.events import PassageQuote
from workbench.runs.records.state import RunState


class _Source:
    def texts(self, names: list[str]) -> dict[str, str]:
        return dict.fromkeys(names, "The harbour opened early.")


def test_a_slice_of_part_of_a_passage_leaves_the_whole_passage() -> None:
    assert spans_of(4, 18, (6, 9), (6, 21), (1, 9)) == [(4, 18), (4, 24), (0, 18)]


def test_a_slice_from_elsewhere_stands_alone() -> None:
    """What lies between it and the passage may be the whole source."""
    assert spans_of(0, 3, (13, 18), (3, 9)) == [(12, 18), (0, 11)]


def spans_of(first: int, last: int, *slices: tuple[int, int]) -> list[tuple[int, int]]:
    """The span of a passage beside each slice that was fetched for it."""
    compiler: Any = object.__new__(Compiler)
    compiler._ledger = _Source()
    chunk = SimpleNamespace(chunk_id="c", artifact_id="a", span_start=first, span_end=last)
    states = [
        RunState(fetched={"c": PassageQuote(chunk_id="c", start=start, end=end)}) for start, end in slices
    ]
    return [compiler._span(SimpleNamespace(chunk=chunk), state) for state in states]


def test_a_span_ends_where_words_end() -> None:
    text = "The harbour opened early."
    assert whole_words(text, 6, 14) == (4, 18)
    assert whole_words(text, 4, 11) == (4, 11)
    assert whole_words(text, 0, len(text)) == (0, len(text))
