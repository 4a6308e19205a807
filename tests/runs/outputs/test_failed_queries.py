"""The report lists each query without direct evidence once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from workbench.runs.outputs.output_files import _failed


def test_a_query_that_failed_twice_is_listed_once_with_its_best_score() -> None:
    tries = [("Who built it?", 1, 0.1), ("When?", 2, 0.2), ("Who built it?", 3, 0.3)]
    failed = [SimpleNamespace(query=query, step=step, max_score=score) for query, step, score in tries]
    made: Any = SimpleNamespace(objective="x", questions=(), failed_queries=failed)
    assert _failed(made) == [
        "- step 3: Who built it? (best score 0.300)",
        "- step 2: When? (best score 0.200)",
    ]
