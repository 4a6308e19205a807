"""Options and plans that the user declined, by another choice or by refusing a plan revised later."""

from __future__ import annotations

from gates.source import EventKind, Signal, SignalEntry, SignalKind, ToolAction, ToolFact
from tests.facts.session import Script
from workbench.facts.answers.options_left import options_left

COMPARED = """## Binaries vs source

### Binaries

- Installed in seconds

### Source

- Your `API_KEY` is not set

## Advice

Take what you like."""


def asked(chosen: str, options: tuple[str, ...] = ("Binaries (Recommended)", "Source")) -> Script:
    """A comparison, a question of it with a tool, and the answer."""
    script = Script()
    script.user("How is the formula to be installed?")
    script.agent(COMPARED)
    labels = ",".join(f'{{"label":"{option}","description":"{option}"}}' for option in options)
    tool = ToolFact("AskUserQuestion", "q1", ToolAction.QUESTION)
    script.add(EventKind.TOOL_CALL, f'questions: [{{"question":"Which?","options":[{labels}]}}]', tool=tool)
    entry = SignalEntry(chosen, 0, 0, context="Which?")
    signal = Signal(SignalKind.ANSWER, (entry,))
    script.add(EventKind.TOOL_RESULT, f'"Which?"="{chosen}"', tool=tool, signals=(signal,))
    return script


def left(script: Script) -> list[str]:
    """The words that hold of nothing."""
    return [words.quote(script.events) for words in options_left(script.events, 0)]


def test_the_section_of_an_option_that_was_not_chosen_is_left() -> None:
    """From its heading to the next of its level; the comparison's own heading names both."""
    assert left(asked("Binaries (Recommended)")) == ["### Source\n\n- Your `API_KEY` is not set\n\n"]
    assert left(asked("Source")) == ["### Binaries\n\n- Installed in seconds\n\n"]


def test_an_answer_of_the_user_s_own_leaves_nothing() -> None:
    """Such an answer selects no option and may combine parts of several."""
    assert left(asked("Both, one after the other")) == []


def propose(script: Script, number: int, text: str, outcome: SignalKind) -> int:
    """A plan and what became of it."""
    tool = ToolFact("ExitPlanMode", f"p{number}", ToolAction.PLAN)
    entry = SignalEntry(text, 0, len(text))
    at = script.add(
        EventKind.TOOL_CALL, text, tool=tool, signals=(Signal(SignalKind.PLAN_PROPOSED, (entry,)),)
    )
    script.add(EventKind.TOOL_RESULT, "The user decided.", tool=tool, signals=(Signal(outcome),))
    return at


def test_a_refused_plan_is_left_once_there_is_another() -> None:
    """Without a newer plan it may be all there is: the user may want it written down first."""
    script = Script()
    script.user("Plan the release.")
    first = propose(script, 1, "# Plan: release\n\nAdd the secret.", SignalKind.PLAN_REJECTED)
    assert options_left(script.events, 0) == []
    propose(script, 2, "# Plan: release\n\nUse an app.", SignalKind.PLAN_APPROVED)
    assert [words.ordinal for words in options_left(script.events, 0)] == [first]
