"""Staged windows for a model: room for its answer and for a round of repairing that sends no event again."""

from __future__ import annotations

import json

import pytest

from gates.source import SourceEvent, SourceRange
from tests.facts.session import SESSION, Script
from tests.models.answers import item, items
from tests.strategies.modelled.scripted import asker
from workbench.facts.shown import shown_size
from workbench.models.base import ModelAnswer, Usage
from workbench.services.drafts.cap import over_cap
from workbench.strategies.base import DraftRequest
from workbench.strategies.modelled.items import ANSWER_TOKENS, ItemDrafter
from workbench.strategies.modelled.problems import AnswerProblem
from workbench.strategies.modelled.prompting import size_of
from workbench.strategies.modelled.stage_room import stage_room, stage_windows
from workbench.strategies.staging import StageWindow, windows

CAP = 40_000


def talk(turns: int, words: str) -> DraftRequest:
    script = Script()
    for number in range(turns):
        script.user(f"Please move shelf number {number} to the north wall. {words}")
        script.agent(f"I moved shelf number {number} to the north wall. {words}")
    last = len(script.events) - 1
    return DraftRequest(SourceRange(SESSION, 0, last, frozenset()), script.events, "Tidy the hall")


def planned(request: DraftRequest) -> list[SourceEvent]:
    return [event._replace(tokens=shown_size(event.kind, len(event.text))) for event in request.seen()]


def stage(words: str = "It was heavy. " * 40) -> DraftRequest:
    """The first window of a long range, with a seed package of the longest kind that is usual."""
    whole = talk(150, words)
    (window, *_) = windows(planned(whole), 0, whole.source.end, stage_room(CAP))
    assert window.tokens > 0.9 * stage_room(CAP)
    source = SourceRange(SESSION, window.start, window.end, frozenset())
    return DraftRequest(source, whole.events, whole.objective, seed="- The hall stays open at noon.\n" * 240)


def answers(count: int) -> str:
    made = []
    for number in range(count):
        said = f"I moved shelf number {number} to the north wall."
        made.append(item("claim", said, (2 * number + 1, said)))
    return items(*made)


def problem(number: int) -> AnswerProblem:
    said = f"Please move shelf number {number} to the north wall."
    return AnswerProblem("C", f"the constraint is lost: {said}", passages=((2 * number, said * 8),))


@pytest.mark.parametrize("count", [1, 12, 40])
def test_a_full_window_has_room_for_a_round_of_repairing(count: int) -> None:
    """Counted as it is estimated and answered as long as it may be, without the events."""
    own, model, said = asker("")
    drafter = ItemDrafter("multi_session", own)
    request = stage()
    prompt, _ = drafter._first(drafter._read(request), "", whole=True)
    usage = Usage(size_of(prompt), 0, 0, ANSWER_TOKENS)
    model.answers = (ModelAnswer(answers(20), usage), ModelAnswer(items()))
    drafter.draft(request)
    drafter.revise([problem(number) for number in range(count)])
    assert "the cap of tokens leaves no room to repair what is wrong" not in said
    assert len(model.asked) == 2
    first, second = model.asked
    assert size_of(first) + ANSWER_TOKENS + size_of(second) + second.max_tokens <= CAP
    assert (second.stable, "before" in model.body(0), "before" in model.body(1)) == ("", True, False)
    told = json.loads(second.text)["problems"]
    assert 1 <= len(told) <= count
    assert any(f"the first {len(told)}" in each for each in said) == (len(told) < count)


def test_text_that_takes_more_than_its_length_says_is_cut_again() -> None:
    """Every window can be sent, in any script."""
    request = talk(80, "重い。" * 60)
    found = stage_windows(request, CAP)
    drafter = ItemDrafter("multi_session", asker("")[0])
    for window in found:
        source = SourceRange(SESSION, window.start, window.end, frozenset())
        assert drafter.estimate(DraftRequest(source, request.events)) <= CAP
    assert [w.start for w in found] == [0, *(w.end + 1 for w in found[:-1])]
    assert found[-1].end == request.source.end


def test_a_small_cap_still_leaves_room_for_events() -> None:
    """A third of what instructions and answer leave, though nothing may be repaired then."""
    assert stage_room(CAP) == 17_500
    assert stage_room(15_000) == 2_500
    assert stage_room(1_000) == 1


def test_a_window_of_one_long_message_that_can_be_sent_is_not_over() -> None:
    """Of a very long message four parts are sent; without room for a repair it is a window like any other."""
    script = Script()
    script.user("Please count the chairs.")
    script.user("The list of chairs is long. " * 4_000)
    script.agent("There are 90 chairs.")
    request = DraftRequest(SourceRange(SESSION, 0, 2, frozenset()), script.events, "Count the chairs")
    small, tiny = stage_windows(request, 26_000), stage_windows(request, 12_000)
    assert [each.over for each in small] == [False] * len(small)
    assert sorted(n for each in tiny for n in range(each.start, each.end + 1)) == [0, 1, 2]
    assert any(each.over for each in tiny)
    hint = str(over_cap("events 0..2 take much", 12_000, tiny).hint)
    (alone,) = [each for each in tiny if each.over]
    assert f"too large even alone: {alone.start}..{alone.end}" in hint


def test_a_cap_below_single_events_asks_for_a_higher_cap() -> None:
    """A range of one event helps nobody; one of several does, and so do windows of an event each."""
    one, two = StageWindow(0, 0, 900), StageWindow(1, 1, 5_000, over=True)
    hint = str(over_cap("events 0..1 take much", 1_000, [one, two]).hint)
    assert hint.startswith("a policy with a higher [purpose.compaction] cap_tokens, or a smaller range")
    assert hint.endswith("; too large even alone: 1..1")
    hint = str(over_cap("events 0..4 take much", 1_000, [one, two, StageWindow(2, 4, 700)]).hint)
    assert "--range 2..4" in hint
    hint = str(over_cap("events 0..1 take much", 1_000, [one, StageWindow(1, 1, 900)]).hint)
    assert "--strategy multi_session: 0..0, 1..1" in hint
