"""Pairs for statements without a source: announced looks, missing results, missing beginnings, repeats."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from gates import traceability
from gates.retention import kept
from gates.search import announced, missing_results
from gates.source import EventKind
from tests.constants.holding import holds
from tests.gates.build import item


def _looks(share: float) -> int:
    """How many announcements a look has if the only one has this share of its object."""
    segment: Any = SimpleNamespace(ordinal=0, start=0, end=4)
    search: Any = SimpleNamespace(index=None)
    with (
        patch.object(announced, "_announcements", return_value=[segment]),
        patch.object(announced, "_share", return_value=share),
    ):
        return len(announced.announced_looks("Examine the winch", search))


@holds("gates.search.announced:OBJECT_AT", step=0.02)
def half_of_the_names_were_announced() -> None:
    """.51 is enough, .49 is not."""
    assert (_looks(0.51), _looks(0.49)) == (1, 0)


def _asked(text: str, share: float) -> bool:
    """Whether a statement leads to the only unanswered call by this share of its words."""
    call: Any = SimpleNamespace(text="raise the winch", ordinal=0, tool=None)
    index: Any = SimpleNamespace(unanswered=(call,), events=[call], weight=lambda _: 1)
    with patch.object(missing_results, "coverage", return_value=share):
        return missing_results.call_without_result(text, index) is call


@holds("gates.search.missing_results:ABOUT_AT", step=0.02)
def half_of_the_words_were_asked() -> None:
    """.51 is enough, .49 is not."""
    assert (_asked("raise the winch", 0.51), _asked("raise the winch", 0.49)) == (True, False)


@holds("gates.search.missing_results:LEAST_WORDS")
def two_words_were_asked() -> None:
    """Two, not one."""
    assert (_asked("raise the winch", 1.0), _asked("the winch", 1.0)) == (True, False)


def _elsewhere(share: float) -> bool:
    """Whether a statement may come from a missing beginning if its unknown words have this share."""
    search: Any = SimpleNamespace(index=SimpleNamespace(weight=lambda _: 1), has_stem=lambda _: False)
    with (
        patch.object(traceability, "coverage", return_value=share),
        patch.object(traceability, "_unheard", return_value=()),
    ):
        return traceability._is_elsewhere(item("the cold winch froze"), search)


@holds("gates.traceability:GONE_AT", step=0.02)
def a_third_of_the_words_are_nowhere() -> None:
    """.36 is enough, .34 is not."""
    assert (_elsewhere(0.36), _elsewhere(0.34)) == (True, False)


def _repeated(text: str) -> bool:
    index: Any = SimpleNamespace(
        source=SimpleNamespace(kept=frozenset((0,))),
        events=[SimpleNamespace(kind=EventKind.USER, text="paint winch, mast, keel and rudder")],
    )
    return kept._repeated_in_kept(text, index)


@holds("gates.retention.kept:REPEATED_FROM")
def four_words_are_repeated() -> None:
    """Four, not three."""
    assert (_repeated("paint winch, mast, keel"), _repeated("paint winch, mast")) == (True, False)
