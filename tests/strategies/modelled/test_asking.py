"""One generation: its cap, its counts, and the second try of a wrong answer."""

from __future__ import annotations

import math
from functools import partial

import pytest

from tests.strategies.modelled.scripted import USAGE, asker
from workbench.models.base import BROKEN, AnswerProgress, ModelAnswer, ModelTrouble, Prompt, Usage
from workbench.strategies.modelled.asking import (
    LEAST_COUNTED,
    LONG,
    MARGIN,
    WITHOUT_EVENTS,
    Asker,
    Flaw,
    NoRoom,
    WrongAnswer,
    WrongForm,
)
from workbench.strategies.modelled.prompting import size_of
from workbench.strategies.modelled.tally import UNANSWERED, summed

ASKED = Prompt("Be brief.", "How many?", 50)


def prompts(problem: str, whole: bool) -> tuple[Prompt, int]:
    return Prompt("Be brief.", problem or "How many?", 50, stable="events" if whole else ""), 2


def read(answer: ModelAnswer) -> str:
    if answer.text != "good":
        raise WrongAnswer(f"it is {answer.text}")
    return answer.text


def test_nothing_is_sent_that_could_go_over_the_cap() -> None:
    """The request and its longest answer fit to the token; one less is refused unsent."""
    needs = size_of(ASKED) + ASKED.max_tokens
    fits, model, _ = asker("good", cap=needs)
    assert fits.ask(ASKED).text == "good"
    tight, unsent, _ = asker("good", cap=needs - 1)
    with pytest.raises(NoRoom, match="over what is left of the cap"):
        tight.ask(ASKED)
    assert (len(model.asked), len(unsent.asked)) == (1, 0)
    with pytest.raises(NoRoom):
        fits.ask(ASKED)


def test_all_calls_of_a_generation_are_counted() -> None:
    """The four counts add up over the tries, secrets of the same events do not; the next has none."""
    own, model, said = asker("bad", "good")
    assert own.asked(prompts, read) == "good"
    record = own.record()
    assert record.counts() == (200, 40, 20, 60)
    assert (record.model, record.provenance, record.elapsed_ms) == ("openai:scripted", "reported", 10)
    assert own.tally.masked == 2
    assert "it is bad" in model.asked[1].text
    assert said == ["openai:scripted: the answer could not be used, it is bad"]
    own.begin()
    assert own.record().counts() == (0, 0, 0, 0)


def test_secrets_of_other_events_add_up_and_of_the_same_ones_do_not() -> None:
    """A request without events is about those before it; the most of one request counts."""
    own, _, _ = asker("good", "good", "good", "good")
    for stable, secrets in (("one", 1), ("one", 3), ("", 2), ("other", 4)):
        own.ask(Prompt("Be brief.", "How many?", 50, stable=stable), secrets)
    assert own.tally.masked == 3 + 4
    own.begin()
    assert own.tally.masked == 0


def test_a_count_that_a_service_left_out_is_unknown() -> None:
    """Never zero; the cap then counts what was estimated."""
    own, _, _ = asker(ModelAnswer("good", Usage(5, 0, 0, None)))
    own.ask(ASKED)
    assert own.record().counts() == (5, 0, 0, None)
    assert own.record().provenance == "none"
    assert own.tally.tokens >= size_of(ASKED) + ASKED.max_tokens
    other = Asker(asker("good")[1])
    other.ask(ASKED)
    assert summed([own.record(), other.record()], "m").counts() == (105, 20, 10, None)


@pytest.mark.parametrize(
    ("text", "counted", "known"),
    [
        ("good", Usage(0, 0, 0, 0), (None, None, None, None)),
        ("good", Usage(0, 0, 0, 7), (None, None, None, 7)),
        ("good", Usage(9, 0, 0, 0), (9, 0, 0, None)),
        ("good", Usage(0, 9, 0, 7), (0, 9, 0, 7)),
        ("", Usage(9, 0, 0, 0), (9, 0, 0, 0)),
    ],
)
def test_a_zero_that_cannot_be_true_is_no_count(
    text: str, counted: Usage, known: tuple[int | None, ...]
) -> None:
    """Nothing read of a request, or nothing written of a text: unknown, and the cap counts the estimate."""
    own, _, _ = asker(ModelAnswer(text, counted))
    own.ask(ASKED)
    assert own.record().counts() == known
    assert (own.tally.reserved > 0) == (None in known)
    assert own.tally.in_words.startswith("an estimated ") == (None in known)


def test_a_wrong_answer_is_asked_for_once_more_and_no_further() -> None:
    """Both reasons are reported."""
    own, model, _ = asker("bad", "worse", "good")
    with pytest.raises(WrongForm, match="answered twice in a wrong form: it is bad; then: it is worse"):
        own.asked(prompts, read)
    assert len(model.asked) == 2


@pytest.mark.parametrize("flaw", Flaw)
def test_what_was_wrong_twice_is_reported_as_that_with_its_advice(flaw: Flaw) -> None:
    """A wrong form is reported only as such; of two flaws the later one's advice is given."""

    def flawed(answer: ModelAnswer) -> str:
        raise WrongAnswer(answer.text, Flaw.FORM if answer.text == "other" else flaw)

    own, _, _ = asker("bad", "bad")
    with pytest.raises(WrongForm) as caught:
        own.asked(prompts, flawed)
    assert caught.value.message == f"openai:scripted answered twice {flaw.how}: bad"
    assert caught.value.hint == flaw.advice
    mixed, _, _ = asker("other", "bad")
    with pytest.raises(WrongForm) as caught:
        mixed.asked(prompts, flawed)
    assert ("wrong form" in caught.value.message) == (flaw is Flaw.FORM)
    assert ("neither answer could be used: other; then: bad" in caught.value.message) == (
        flaw is not Flaw.FORM
    )
    assert caught.value.hint == flaw.advice
    tight, _, _ = asker("bad", cap=size_of(prompts("", True)[0]) + 50)
    with pytest.raises(WrongForm) as caught:
        tight.asked(prompts, flawed)
    assert caught.value.message.startswith(f"openai:scripted answered {flaw.how} (bad), and the cap of ")


def test_the_second_try_does_without_the_events_where_they_have_no_room() -> None:
    """The retry says so; it is not made if even that does not fit, or the answer contains no JSON."""
    first, problem = prompts("", True)[0], "The last answer could not be used: it is {bad. It was:\n{bad"
    spent = sum(count or 0 for count in (USAGE.input_tokens, USAGE.cache_read_tokens, 10, 30))
    small = spent + size_of(prompts(problem, False)[0]) + 50
    assert small > size_of(first) + 50
    own, model, said = asker("{bad", "good", cap=small)
    own.asked(prompts, read)
    assert [each.stable for each in model.asked] == ["events", ""]
    assert said[-1] == WITHOUT_EVENTS
    for answer, cap in (("{bad", small - 1), ("bad", small)):
        tight, unsent, _ = asker(answer, "good", cap=cap)
        with pytest.raises(WrongForm, match="no room to ask again"):
            tight.asked(prompts, read)
        assert len(unsent.asked) == 1

    def flawed(answer: ModelAnswer, flaw: Flaw) -> str:
        raise WrongAnswer(f"it is {answer.text}", flaw)

    for flaw, asked in ((Flaw.RULES, 2), (Flaw.UNQUOTED, 1), (Flaw.EMPTY, 1)):
        own, model, _ = asker("{bad", "{bad", cap=small)
        with pytest.raises(WrongForm):
            own.asked(prompts, partial(flawed, flaw=flaw))
        assert len(model.asked) == asked, "nothing can be quoted from events that are not sent"


def test_a_later_request_is_estimated_by_what_the_service_counted() -> None:
    """A little more than that count, and never more than its own estimate, which is from above."""
    large = Prompt("Be brief.", "word " * 2_000, 50)
    size = size_of(large)
    own, model, _ = asker(ModelAnswer("good", Usage(size // 2, 0, 0, 10)), "good", cap=2 * size)
    own.ask(large)
    assert own.needs(large) == math.ceil(size * MARGIN * (size // 2) / size) + 50
    own.ask(large)
    assert len(model.asked) == 2
    own.begin()
    assert own.needs(large) == size + 50
    more, _, _ = asker(ModelAnswer("good", Usage(3 * size, 0, 0, 10)), cap=9 * size)
    more.ask(large)
    assert more.needs(large) == size + 50


def test_a_count_of_a_part_is_reported_and_no_measure() -> None:
    """A server that counts only the end of a long text is reported; its count is not used later."""
    large = Prompt("Be brief.", "word " * 3_000, 50)
    size = size_of(large)
    assert size >= LONG
    least = math.ceil(LEAST_COUNTED * size)
    for counted, told in ((least - 1, 1), (least, 0)):
        own, _, said = asker(ModelAnswer("good", Usage(counted, 0, 0, 10)), cap=9 * size)
        own.ask(large)
        own.ask(large)
        assert sum("read a part of it" in each for each in said) == told
        assert (own.needs(large) == size + 50) == bool(told)
    short = Prompt("Be brief.", "x" * (3 * LONG - 30), 50)
    assert size_of(short) < LONG
    own, _, said = asker(ModelAnswer("good", Usage(1, 0, 0, 10)))
    own.ask(short)
    assert said == []


@pytest.mark.parametrize("free", [True, False])
def test_an_answer_that_never_came_may_have_cost_tokens(free: bool) -> None:
    """If it may have cost tokens, the counts are unknown from then on."""
    own, _, _ = asker("good", ModelTrouble("gone", free=free))
    own.ask(ASKED)
    with pytest.raises(ModelTrouble):
        own.ask(ASKED)
    assert (own.record().counts() == (100, 20, 10, 30)) == free


def test_a_try_without_any_answer_costs_nothing_known() -> None:
    """A connection that broke before the answer: the counts of the others stand, and a notice says so."""
    own, _, said = asker("good", ModelTrouble(BROKEN), "good")
    own.ask(ASKED)
    with pytest.raises(ModelTrouble):
        own.ask(ASKED)
    assert own.record().counts() == (100, 20, 10, 30)
    own.ask(ASKED)
    assert own.record().counts() == (200, 40, 20, 60)
    assert own.record().provenance == "reported"
    assert said == [f"openai:scripted: {UNANSWERED}"]
    assert own.tally.unanswered == 1


def test_counts_of_failed_tries_are_part_of_the_cost() -> None:
    """What was counted before a retry is added; a call that ended in its answer has spent at least that."""
    first, begun = Usage(70, 0, 0, None), ModelTrouble("the connection broke in the middle of the answer")
    begun.failed = (Usage(50, None, None, 1),)
    own, _, said = asker(ModelAnswer("good", Usage(100, 20, 10, 30), failed=(first, Usage())), begun)
    own.ask(ASKED)
    assert own.record().counts() == (170, 20, 10, 30)
    assert (own.calls, len(said), own.tally.in_words) == (1, 1, "230 tokens")
    with pytest.raises(ModelTrouble):
        own.ask(ASKED)
    assert own.record().counts() == (None,) * 4
    assert own.tally.in_words == "at least 281 tokens"


def test_progress_is_reported_and_may_end_the_call() -> None:
    """An exception of the listener is raised to the caller."""

    class Enough(Exception):
        pass

    heard: list[str] = []
    Asker(asker("good")[1], progress=heard.append).ask(ASKED)
    assert heard == ["openai:scripted: waiting for the first word", "openai:scripted: about 10 tokens so far"]

    def stop(_text: str) -> None:
        raise Enough

    with pytest.raises(Enough):
        Asker(asker("good")[1], progress=stop).ask(ASKED)


@pytest.mark.parametrize("why", ["the answer is over 2 MB", "the answer is over 1 MB in one line"])
def test_an_answer_that_keeps_to_no_limit_is_no_missing_answer(why: str) -> None:
    """It came and cannot be used; another request could exceed the cap, so none is sent."""
    own, model, _ = asker(ModelTrouble(why), "good")
    with pytest.raises(WrongForm) as caught:
        own.asked(prompts, read)
    assert caught.value.message == (
        f"openai:scripted answered {Flaw.CUT.how} ({why}), and is not asked again"
    )
    assert len(model.asked) == 1
    assert caught.value.record is not None
    assert caught.value.record.counts() == (None, None, None, None)
    second, model, _ = asker("bad", ModelTrouble(why), "good")
    with pytest.raises(WrongForm, match="neither answer could be used: it is bad; then: the answer is over"):
        second.asked(prompts, read)
    assert len(model.asked) == 2
    with pytest.raises(ModelTrouble, match="no answer in time"):
        asker(ModelTrouble("no answer in time"))[0].asked(prompts, read)


def test_a_wait_for_the_service_is_a_notice_once() -> None:
    """Whoever sees no progress line is told why nothing happens; a short pause is no matter."""
    own, _, said = asker("good")
    for pause in (0.2, 9.0, 8.0, 7.0):
        own._tick(AnswerProgress(pause=pause, reason="the service asks to wait"))
    own._tick(AnswerProgress(40))
    own._tick(AnswerProgress(pause=4.0, reason="the service asks to wait"))
    told = "openai:scripted: the service asks to wait; asking again in {} s"
    assert said == [told.format(9), told.format(4)]
