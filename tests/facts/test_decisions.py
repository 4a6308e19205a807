"""Answers, refusals, plans and directives as decisions."""

from __future__ import annotations

import pytest

from gates.source import SignalKind
from tests.facts.session import Script
from workbench.facts.answers.answers import asks_back
from workbench.facts.commitment import Basis
from workbench.facts.proposals.work_state import StateFold
from workbench.facts.reading import fold_decisions, fold_plans


def stated(script: Script) -> list[tuple[str, str]]:
    """Text and status of every decision."""
    return [(c.text, c.status) for c in fold_decisions(script.events)]


def test_a_label_needs_its_question() -> None:
    """A short answer is held with the question, a long one by itself."""
    script = Script()
    script.answer("Which installation method?", "Pre-built binaries")
    script.answer("How?", "we keep the endedAt timestamp that we already have in the state file")
    assert stated(script) == [
        ("Which installation method? Pre-built binaries", "in_force"),
        ("we keep the endedAt timestamp that we already have in the state file", "in_force"),
    ]


def test_the_same_question_answered_again_supersedes() -> None:
    """Only the last answer to a question is in force."""
    script = Script()
    script.answer("Which method?", "Source build")
    script.answer("Which method?", "Pre-built binaries")
    assert stated(script) == [
        ("Source build", "superseded"),
        ("Which method? Pre-built binaries", "in_force"),
    ]


def test_an_answer_that_asks_back_decides_nothing() -> None:
    """An answer that consists of questions is no decision."""
    script = Script()
    script.answer("How should we do this?", "is abandon the same as reset? does it need to be narrower?")
    assert stated(script) == []
    assert asks_back("why? and how?")
    assert not asks_back("why? we do it anyway.")


def test_a_refusal_is_held_by_its_reason() -> None:
    """The reason is the text; the refused call is its context."""
    script = Script()
    script.refuse("git push", "let's test this first")
    (found,) = fold_decisions(script.events)
    assert (found.text, found.basis, found.context) == (
        "let's test this first",
        Basis.REFUSAL,
        "Bash git push",
    )


def test_plans_are_held_by_title_and_lead() -> None:
    """An approved plan is captured briefly; a rejected or waiting one is not."""
    script = Script()
    script.plan(
        "# Cache layer\n\n## Goal\nKeep results for an hour.\n\n## Steps\n1. Write it",
        SignalKind.PLAN_REJECTED,
    )
    script.plan("# Cache layer\n\n## Goal\nKeep results for a day.\n\nLong text. " * 3)
    script.plan("# Other\n\nA lead that waits for an answer.", None)
    assert stated(script) == [("Approved plan: Cache layer. Keep results for a day.", "in_force")]
    assert [p.state for p in fold_plans(script.events)] == ["rejected", "approved", "proposed"]


def test_a_plan_is_not_held_by_a_sentence_that_only_opens_what_follows() -> None:
    """A lead such as `This causes:` is left out of the plan's text."""
    script = Script()
    script.plan("# Cache layer\n\nKeep results for a day. This causes:\n\n- fewer calls")
    script.plan("# Index\n\nWhat it changes:\n\n- the order of rows")
    assert [text for text, _ in stated(script)][:2] == [
        "Approved plan: Cache layer. Keep results for a day.",
        "Approved plan: Index",
    ]


def test_a_plan_approved_again_supersedes_its_namesake() -> None:
    """Of two approved plans of one title the later one is in force."""
    script = Script()
    script.plan("# Cache layer\n\nKeep results for an hour.")
    script.plan("# Cache layer\n\nKeep results for a day.")
    assert [status for _, status in stated(script)] == ["superseded", "in_force"]


def test_a_suggestion_counts_when_it_was_taken_up() -> None:
    """`can we ...?` is a decision only where the agent then changed something."""
    script = Script()
    script.user("can we split commits in a hook?")
    script.agent("We can, but it is fragile.")
    script.user("can we add logging to the exporter?")
    script.edit("src/exporter.py", "a", "log.info('x')")
    script.user("can we rename the clean files to cleanup too?")
    script.run("git log --oneline && git mv clean.go cleanup.go", "")
    script.user("can we drop the old table?")
    script.run("git log --oneline", "a1b2c3d first")
    assert stated(script) == [
        ("can we add logging to the exporter?", "in_force"),
        ("can we rename the clean files to cleanup too?", "in_force"),
    ]


def test_a_look_is_over_once_answered() -> None:
    """A request to look is done when the agent spoke and the human went on."""
    script = Script()
    script.user("have a look at docs/plan.md")
    script.agent("It lists three steps.")
    assert [status for _, status in stated(script)] == ["in_force"]
    script.user("thanks")
    assert [status for _, status in stated(script)] == ["done"]


def test_what_was_fetched_for_the_user_is_over() -> None:
    """`I need you to ...` asks as `please ...` does, and the answer closes what it asked for once."""
    script = Script()
    script.user("I also need you to generate me a voucher for the till. I don't need you to print it.")
    script.run("make voucher", "V-12")
    script.agent("Here is the voucher: V-12.")
    script.user("it works")
    voucher = "I also need you to generate me a voucher for the till."
    assert stated(script) == [(voucher, "done")]


def test_what_would_be_welcome_is_asked_for() -> None:
    """`would be nice if we ...` asks wherever it is in its sentence; of others it only remarks."""
    script = Script()
    script.user("When the shop opens would be nice if we greet with the name of the baker.")
    script.user("When the shop opens would be nice if it rained less.")
    assert [text for text, _ in stated(script)] == [
        "When the shop opens would be nice if we greet with the name of the baker."
    ]


def test_what_the_agent_said_is_not_the_humans_directive() -> None:
    """A pasted sentence of the agent directs nothing."""
    script = Script()
    script.agent("You should move the retry helper into the shared module.")
    script.user("what do you mean by: You should move the retry helper into the shared module.")
    script.user("You should move the retry helper into the shared module.")
    assert stated(script) == []


def test_vague_directives_name_nothing() -> None:
    """`do that` is too vague; an option or a number is not."""
    script = Script()
    for text in ("yes do that.", "yes, fix it", "yes, let's go with A", "make it 155"):
        script.user(text)
    assert [text for text, _ in stated(script)] == ["yes, let's go with A", "make it 155"]


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "Compare the tariff sheets. Never rename them.",
            "Compare the tariff sheets. Never rename them.",
        ),
        ("The ledger lives in books/.\nDo not move it!", "The ledger lives in books/. Do not move it!"),
        ("Sort the invoices. They must not be printed.", "Sort the invoices. They must not be printed."),
    ],
)
def test_a_ban_with_a_pronoun_is_kept_with_what_it_bans(said: str, kept: str) -> None:
    """`them` is named in the sentence right before, so both sentences are the rule."""
    script = Script()
    script.user(said)
    script.run("ls", "books")
    script.agent("I looked at them.")
    script.user("thanks")
    assert (kept, "in_force") in stated(script)


@pytest.mark.parametrize("said", ["Great. Don't rename it.", "Thanks! Never delete them.", "Do not move it."])
def test_a_ban_after_nothing_named_stays_vague(said: str) -> None:
    """A courtesy names nothing that a pronoun could refer to."""
    script = Script()
    script.user(said)
    assert stated(script) == []


def test_only_explicit_reversals_supersede() -> None:
    """The same thing undone, negated or replaced is superseded; anything less leaves both in force."""
    script = Script()
    script.user("please add the retry counter metric")
    script.user("please use the blue theme colours")
    script.user("please write the report nightly")
    script.user("remove the retry counter metric again")
    script.user("use the green ones instead of the blue theme colours")
    script.user("remove the report helper")
    assert [status for _, status in stated(script)] == [
        "superseded",
        "superseded",
        "in_force",
        "in_force",
        "in_force",
        "in_force",
    ]


def test_lanes_are_left_out() -> None:
    """Messages on an abandoned rewind decide nothing."""
    script = Script()
    script.user("please delete the cache folder", sidechain="rewind-1")
    assert stated(script) == []


def test_a_rejected_plan_pasted_to_be_carried_out_is_approved() -> None:
    """The dialog was declined, then the plan ordered by its text; a question about it orders nothing."""
    plan = "# Cache layer\n\n## Goal\nKeep results for a day.\n"
    asked, ordered = Script(), Script()
    for script in (asked, ordered):
        script.plan(plan.replace("a day", "an hour"), SignalKind.PLAN_REJECTED)
        script.plan(plan, SignalKind.PLAN_REJECTED)
    asked.user(f"What is wrong with this?\n\n{plan}")
    ordered.user(f"Implement the following plan:\n\n{plan}")
    assert [p.state for p in fold_plans(asked.events)] == ["rejected", "rejected"]
    assert [p.state for p in fold_plans(ordered.events)] == ["superseded", "approved"]
    plans = [(text, status) for text, status in stated(ordered) if text.startswith("Approved")]
    assert plans[-1] == ("Approved plan: Cache layer. Keep results for a day.", "in_force")


DOCUMENT = (
    "# Rules of the other service\n\n## Logging\n\nNever log tokens.\n\n## Style\n\nAlways use full paths.\n"
)


def test_a_document_pasted_without_a_word_is_no_ones_rule() -> None:
    """Its rules are not sure; with words of the person's own before it they are."""
    bare, ordered = Script(), Script()
    bare.user(DOCUMENT)
    ordered.user(f"please follow these rules from now on\n\n{DOCUMENT}")
    assert "Never log tokens." not in [text for text, _ in stated(bare)]
    assert "Never log tokens." in [text for text, _ in stated(ordered)]


def test_an_action_that_was_asked_for_and_done_is_over() -> None:
    """Logging, marking and stopping are actions: once a tool ran and an answer came, they are over."""
    script = Script()
    for asked in ("can you log an issue for the retries", "I think we need to stop the dev server"):
        script.user(asked)
        script.run("gh issue list", "ok")
        script.agent("That is done.")
    script.user("thanks")
    assert [status for _, status in stated(script)] == ["done", "done"]


@pytest.mark.parametrize(
    ("command", "pushed"), [("git push origin main", True), ("git pull --rebase", False)]
)
def test_branches_that_a_fetch_shows_are_no_push(command: str, pushed: bool) -> None:
    """Both print the same lines; only a push pushes."""
    fold = StateFold()
    script = Script()
    script.run(command, "From host\n * [new branch]      topic -> origin/topic\n")
    for event in script.events:
        fold.take(event)
    assert any(each.text.startswith("Pushed: ") for each in fold.candidates()) is pushed
