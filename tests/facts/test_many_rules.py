"""Four times as many rules need about four times as many comparisons, even with common words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from gates.source import EventKind, SourceEvent
from workbench.facts import decisions, merging
from workbench.facts.commitment import Basis, Commitment, CommitmentKind
from workbench.facts.decisions import DecisionFold
from workbench.facts.merging import merge
from workbench.facts.spans import EventWords
from workbench.facts.superseding import replaced_values, updatable
from workbench.facts.superseding.replaced_values import ReplacedValues
from workbench.facts.superseding.replacement import replaces
from workbench.facts.superseding.updatable import Updatable

NAMES = (
    "amber birch cedar delta ember flint grove heath inlet jetty knoll larch maple nadir ocean pearl".split()
)


def rules(many: int) -> list[SourceEvent]:
    """Return messages with one permanent rule each, which differ in two words."""
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


def test_answers_are_searched_in_their_own_event_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Among many replies, a statement is compared only with those of its own event."""
    calls: Counter[str] = Counter()
    real = merging._answers_within

    def counting(*given: Any) -> bool:
        calls["answers"] += 1
        return real(*given)

    monkeypatch.setattr(merging, "_answers_within", counting)

    def said(at: int, text: str, basis: Basis, *words: EventWords) -> Commitment:
        return Commitment(CommitmentKind.DECISION, basis, text, "in_force", words, (at,))

    wide, given = len(NAMES), list[Commitment]()
    for at in range(0, 80, 2):
        one, other = NAMES[at % wide], f"{NAMES[at // wide]}{at}"
        asked, answer = EventWords(at, 0, 40), EventWords(at + 1, 0, 30)
        given.append(
            said(
                at, f"Which shelf holds wax, oil, soap and {other}? the {one} one", Basis.REPLY, asked, answer
            )
        )
        given.append(said(at + 1, f"paint fence {at}", Basis.STATEMENT, EventWords(at + 1, 0, 9)))
    kept = merge(given)
    assert calls["answers"] <= 40
    assert [each.basis for each in kept].count(Basis.REPLY) == 40
    assert all(each.basis is Basis.REPLY for each in kept), "an answer alone is its question's"


def test_a_sentence_of_plain_talk_is_compared_with_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of comparisons is bounded, however many words it shares with earlier sentences."""
    calls: Counter[str] = Counter()

    def counting(*given: Any) -> Any:
        calls["replaces"] += 1
        return replaces(*given)

    monkeypatch.setattr(replaced_values, "MOST_NEAR", 5)
    monkeypatch.setattr(replaced_values, "replaces", counting)
    made = []
    for many in (50, 200):
        fold, calls["replaces"] = ReplacedValues(), 0
        for at in range(many):
            one, other = NAMES[at % len(NAMES)], NAMES[at // len(NAMES) % len(NAMES)]
            text = f"The {one} lamp of the {other} hall takes {at} watts on deck {at}."
            fold.take(SourceEvent(at, EventKind.USER, text, f"n{at}"))
        made.append(calls["replaces"])
    assert 50 < made[0] <= 5 * 50
    assert made[1] <= 5 * 200


def test_a_reply_that_is_said_again_holds_the_answer_of_the_last_time() -> None:
    """The evidence names the event of its last occurrence."""
    text = "Which shelf holds wax, oil and soap? the oak one"

    def said(text: str, basis: Basis, *words: EventWords) -> Commitment:
        return Commitment(CommitmentKind.DECISION, basis, text, "in_force", words, (words[-1].ordinal,))

    first = said(text, Basis.REPLY, EventWords(0, 0, 40), EventWords(1, 0, 30))
    again = said(text, Basis.REPLY, EventWords(4, 0, 40), EventWords(5, 0, 30))
    answer = said("paint fence 5", Basis.STATEMENT, EventWords(5, 0, 9))
    assert [each.basis for each in merge([first, again, answer])] == [Basis.REPLY]
    assert len(merge([first, again, said("paint fence 5", Basis.STATEMENT, EventWords(1, 40, 49))])) == 2
