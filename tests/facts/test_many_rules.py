"""Four times as many rules cost about four times as many comparisons, whatever words they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from gates.source import EventKind, SourceEvent
from workbench.facts import decisions, merging
from workbench.facts.decisions import DecisionFold
from workbench.facts.merging import merge
from workbench.facts.spans import EventWords
from workbench.facts.superseding import updatable
from workbench.facts.superseding.updatable import Updatable

NAMES = (
    "amber birch cedar delta ember flint grove heath inlet jetty knoll larch maple nadir ocean pearl".split()
)


def rules(many: int) -> list[SourceEvent]:
    """Messages with a standing rule each, of few words that all of them share but for two."""
    wide = len(NAMES)
    names = [(NAMES[at % wide], f"{NAMES[at // wide % wide]}{at // wide**2}") for at in range(many)]
    texts = [f"From now on use the {one} profile for the {other} runs." for one, other in names]
    return [SourceEvent(at, EventKind.USER, text, f"n{at}", turn=at + 1) for at, text in enumerate(texts)]


def compared(many: int) -> Counter[str]:
    """How often two of so many rules were compared, by what compared them."""
    calls: Counter[str] = Counter()

    def counting(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            calls[name] += 1
            return real(*given)

        return call

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(updatable, "MOST_NEAR", 5)  # reached by few rules, so that few are needed here
        for module, name in ((decisions, "reverses"), (updatable, "updates"), (merging, "subsumes")):
            patched.setattr(module, name, counting(name, getattr(module, name)))
        fold = DecisionFold()
        for event in rules(many):
            fold.take(event)
        kept = merge(fold.result())
    assert len(kept) > many // 2, "the rules are read as rules"
    return calls


def test_four_times_as_many_rules_take_about_four_times_the_comparisons() -> None:
    """Words in common make nothing quadratic: reversal, replacement and merging alike."""
    few, more = compared(100), compared(400)
    for name in ("reverses", "updates", "subsumes"):
        assert more[name] <= 6 * few[name], (name, few, more)


def test_of_equals_none_is_replaced_and_the_last_one_left_is() -> None:
    """Two statements that a later one might be about stay; what was replaced is not found again."""
    at = [EventWords(ordinal, 0, 9) for ordinal in range(4)]
    two = Updatable({0: (at[0], "The meeting costs $40."), 1: (at[1], "The meeting costs $50.")})
    assert two.by(at[3], "From now on the meeting costs $60.") is None
    one = Updatable({0: (at[0], "The meeting costs $40.")})
    assert one.by(at[3], "From now on the meeting costs $60.") == 0
    assert one.by(at[3], "From now on the meeting costs $60.") is None
