"""What hooks say was lost: what is missing apart from what the summary may say in other words."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from gates.report import Retention
from workbench.services.hooks.texts import lost_text


def verdict(text: str, how: Retention) -> Any:
    """A verdict on a counted item without evidence."""
    return SimpleNamespace(text=text, verdict=how, kind="decision", evidence=())


def said(*lost: Any) -> str:
    """The text on one compaction."""
    report = SimpleNamespace(lost=lost, likely_lost=())
    compaction = SimpleNamespace(source_start=0, source_end=9)
    return lost_text(cast("Any", [SimpleNamespace(report=report, compaction=compaction)]))


def test_what_is_uncertain_is_not_called_lost() -> None:
    gone = verdict("Never move the vase", Retention.DROPPED)
    reworded = verdict("Water the fern on Mondays", Retention.UNCERTAIN)
    text = said(gone, reworded)
    sure, _, doubtful = text.partition("In the summary in other words, or missing:")
    assert "Missing or altered" in sure and "vase" in sure and "fern" not in sure
    assert "fern" in doubtful
    assert "Missing or altered" not in said(reworded)
