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
    compiler: Any = object.__new__(Compiler)
    compiler._ledger = _Source()
    chunk = SimpleNamespace(chunk_id="c", artifact_id="a", span_start=4, span_end=18)
    candidate = SimpleNamespace(chunk=chunk)
    for start, end, span in ((6, 9, (4, 18)), (6, 21, (4, 24)), (1, 9, (0, 18))):
        state = RunState(fetched={"c": PassageQuote(chunk_id="c", start=start, end=end)})
        assert compiler._span(candidate, state) == span


def test_a_span_ends_where_words_end() -> None:
    text = "The harbour opened early."
    assert whole_words(text, 6, 14) == (4, 18)
    assert whole_words(text, 4, 11) == (4, 11)
    assert whole_words(text, 0, len(text)) == (0, len(text))
