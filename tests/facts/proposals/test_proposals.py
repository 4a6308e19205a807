"""Possibly binding statements are found in every kind of event, judged by one model and ranked."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from importlib.resources import files

import pytest

from gates.source import EventKind, ToolAction, ToolFact
from tests.facts.session import SESSION, Script
from workbench.capture import capture_range
from workbench.facts.proposals import Bound, Outlook, ranking
from workbench.facts.proposals.fold import MOST, CandidateFold
from workbench.facts.proposals.model import MODEL_IN_USE, RANKER_VERSION, LinearModel
from workbench.facts.proposals.work_state import is_check
from workbench.facts.reading import FactsReading, bound


@pytest.fixture(autouse=True)
def shipped_model() -> Iterator[None]:
    """Every test ends with the model that the program comes with."""
    yield
    MODEL_IN_USE.put_in_place(None)


def flat(likelihood: float) -> None:
    """Put a model in place that finds everything equally likely."""
    MODEL_IN_USE.put_in_place(LinearModel("flat", round(math.log(likelihood / (1 - likelihood)), 3)))


def judged(script: Script) -> Bound:
    """Return the counted and proposed items of the whole session."""
    return bound(script.events, 0)


def call(script: Script, action: ToolAction, target: str, said: str, *, failed: bool = False) -> None:
    """A tool call and its result."""
    name = "Edit" if action is ToolAction.CHANGE else "Bash"
    key = f"x{len(script.events)}"
    script.add(EventKind.TOOL_CALL, f"{name}\ncommand: {target}", tool=ToolFact(name, key, action, target))
    script.add(EventKind.TOOL_RESULT, said, tool=ToolFact(name, key, action, target, failed))


def working() -> Script:
    """A session in which the agent has looked at something: no plain talk."""
    script = Script()
    call(script, ToolAction.OTHER, "ls", "a b")
    return script


def states(script: Script) -> list[str]:
    """Return the states that the actions leave, as sentences."""
    fold = CandidateFold()
    for event in script.events:
        fold.take(event)
    return [c.text for c in fold.state.candidates()]


REQUEST = "please add logging to the exporter in src/export.py"


@pytest.mark.parametrize(("likelihood", "counts"), [(0.46, True), (0.44, False)])
def test_a_request_counts_from_a_likelihood_on(likelihood: float, counts: bool) -> None:
    """Below it, the request is only proposed."""
    flat(likelihood)
    script = working()
    script.user(REQUEST)
    found = judged(script)
    assert [c.text for c in (found.counted if counts else found.proposed)] == [REQUEST]
    assert not (found.proposed if counts else found.counted)


@pytest.mark.parametrize(("likelihood", "counts"), [(0.56, True), (0.54, False)])
def test_a_humans_sentence_that_no_rule_reads_needs_more(likelihood: float, counts: bool) -> None:
    """The model alone counts it from a higher likelihood on."""
    flat(likelihood)
    script = working()
    script.user("the index of the second worktree was broken before the rebase began")
    found = judged(script)
    assert (len(found.counted), len(found.proposed)) == ((1, 0) if counts else (0, 1))


@pytest.mark.parametrize(("likelihood", "counts"), [(0.46, True), (0.44, False)])
def test_what_the_rules_are_not_sure_of_counts_from_a_likelihood_on(likelihood: float, counts: bool) -> None:
    """Advice is not sure; the model may be."""
    flat(likelihood)
    script = working()
    script.user("Consider adding a test for the empty log.")
    assert bool(judged(script).counted) is counts


@pytest.mark.parametrize("likelihood", [0.01, 0.99])
def test_in_plain_talk_the_model_only_ranks(likelihood: float) -> None:
    """Only statements that the rules are sure of count; with one tool call the model decides."""
    flat(likelihood)
    script = Script()
    script.user(f"{REQUEST}. The hall has forty chairs. Consider adding a test for the empty log.")
    script.user("the second worktree, at the station by the hall")
    found = judged(script)
    assert [c.text for c in found.counted] == [f"{REQUEST}.", "The hall has forty chairs."]
    assert {c.text for c in found.proposed} == {
        "Consider adding a test for the empty log.",
        "the second worktree, at the station by the hall",
    }
    call(script, ToolAction.OTHER, "ls", "a b")
    stated = [c.text for c in judged(script).counted]
    assert (REQUEST + "." in stated, "the second worktree, at the station by the hall" in stated) == (
        (likelihood > 0.5,) * 2
    )


def test_structure_and_rules_count_however_unlikely() -> None:
    """The model does not override an open task, an answer or an explicit rule."""
    flat(0.01)
    script = Script()
    script.todos(("write the migration", "pending"))
    script.answer("Which database?", "the staging copy")
    script.user("never push to the release branch")
    assert len(judged(script).counted) == 3


def test_the_agents_sentences_are_proposed_and_never_count() -> None:
    """The agent's choices are only proposed, however likely they are."""
    flat(0.99)
    script = Script()
    script.agent("I'll keep the old parser because the new one loses comments.")
    found = judged(script)
    assert (found.counted, len(found.proposed)) == ([], 1)
    assert found.proposed[0].likelihood == 0.99


def test_proposals_carry_their_likelihood_into_the_capture() -> None:
    """Counted items carry none."""
    flat(0.42)
    script = Script()
    script.user(REQUEST)
    script.agent("The retry limit stays at 3, since the queue drops the rest.")
    found = capture_range(SESSION, script.events, 0, 1)
    assert [i.likelihood for i in found.items] == [None]
    assert [i.likelihood for i in found.proposed] == [0.42]


def test_what_a_counted_item_states_is_not_proposed() -> None:
    """The same sentence is not proposed twice either."""
    script = Script()
    script.user(REQUEST)
    script.agent("Please add logging to the exporter in src/export.py.")
    script.agent("The parser was rewritten because comments got lost.")
    script.agent("The parser was rewritten because comments got lost.")
    assert [c.text for c in judged(script).proposed] == [
        "The parser was rewritten because comments got lost."
    ]


def test_a_proposal_names_every_place_that_says_so() -> None:
    """Repetitions in the same or mostly the same words are listed; statements of counted items are not."""
    script = Script()
    script.user(REQUEST)
    script.agent("The parser was rewritten because comments got lost.")
    script.agent("The parser was rewritten because comments got lost.")
    script.agent("So the parser was rewritten because comments got lost.")
    script.agent("The queue keeps failed jobs for a week.")
    found = {c.text: [w.ordinal for w in c.words] for c in judged(script).proposed}
    assert sorted(found.values()) == [[1, 2, 3], [4]]


def test_at_most_forty_are_proposed() -> None:
    """The best ones."""
    script = Script()
    for number in range(60):
        script.agent(f"Word{number}a word{number}b word{number}c stays word{number}d for word{number}e.")
    assert len(judged(script).proposed) == ranking.MOST_PROPOSED


def test_a_request_that_was_withdrawn_is_not_asked_again() -> None:
    """It stays superseded and is neither counted nor proposed."""
    flat(0.9)
    script = Script()
    script.user("cap this run at $500")
    script.agent("Done.")
    script.user("actually, cap this run at $200")
    found = judged(script)
    assert [c.status for c in found.counted if "$500" in c.text] == ["superseded"]
    assert not any("$500" in c.text for c in found.proposed)


def test_pasted_output_and_bare_thanks_are_no_ones_statement() -> None:
    """They are no candidates at all."""
    fold = CandidateFold()
    script = Script()
    script.user("```\nfunc main() {}\n```\nERROR: connection refused by the host\nthanks, looks great")
    fold.take(script.events[0])
    assert not fold.candidates


def test_a_plan_proposed_again_is_asked_once() -> None:
    """Only its last version speaks."""
    fold = CandidateFold()
    script = Script()
    lines = "\n".join(f"- Keep the function number {n} of the old module as it is" for n in range(8))
    for _ in range(2):
        call(script, ToolAction.PLAN, f"# Plan\n\n{lines}", "ok")
    for event in script.events:
        fold.take(event)
    asked = [c for c in Outlook(fold, 0).candidates() if c.source == "plan"]
    assert asked
    assert {c.ordinal for c in asked} == {2}


def test_edits_wait_for_a_commit_and_a_check() -> None:
    """The sentence names whether a check ran since; a commit ends it."""
    script = Script()
    call(script, ToolAction.CHANGE, "src/a.py", "The file src/a.py has been updated.")
    assert states(script) == [
        "Edited and not committed: a.py; no check was run since the last edit",
    ]
    call(script, ToolAction.COMMAND, "pytest -q", "5 passed")
    assert "Edited and not committed: a.py" in states(script)
    call(script, ToolAction.COMMAND, "git commit -m x", "[main 1a2b3c4] x")
    assert not any("Edited" in each for each in states(script))
    call(script, ToolAction.CHANGE, "src/a.py", "The file src/a.py has been updated.")
    assert any(each.startswith("Edited after the last commit: a.py; no check") for each in states(script))


@pytest.mark.parametrize(
    ("command", "unrun"),
    [
        ("cd work && python test_alignment.py", False),
        ("python reproduce_issue.py", False),
        ("./build/app --once", False),
        ("cat test_alignment.py", True),
        ("git status", True),
        ("ls tests && cd ..", True),
    ],
)
def test_an_edit_was_tried_where_anything_ran_after_it(command: str, unrun: bool) -> None:
    """Viewing a file is not a check; any other command may have been one."""
    script = Script()
    call(script, ToolAction.CHANGE, "src/a.py", "The file src/a.py has been updated.")
    call(script, ToolAction.COMMAND, command, "done")
    (edited,) = (each for each in states(script) if each.startswith("Edited"))
    assert ("no check was run" in edited) is unrun


@pytest.mark.parametrize(
    ("command", "checks"),
    [
        ("python test_alignment.py", True),
        ("bash scripts/run_tests.sh", True),
        ("node e2e-test.js", True),
        ("python contest.py", False),
        ("cat test_alignment.py", False),
        ("python latest.py", False),
    ],
)
def test_a_script_named_as_a_test_is_a_check(command: str, checks: bool) -> None:
    """By the whole word in its name."""
    assert is_check(command) is checks


@pytest.mark.parametrize(
    ("command", "output", "left"),
    [
        ("git commit -qam x && git log --oneline -1", "1a2b3c4 x", []),
        ("git add src/a.py && git commit -q -m x", "", ["b.py"]),
        ("git add . && git commit -q -m x", "", []),
        ("git add src && git commit -q -m x", "", []),
        ("git add ./src/ && git commit -q -m x", "", []),
        ("git add docs && git commit -q -m x", "", ["a.py", "b.py"]),
        ("git commit -m x", "nothing to commit, working tree clean", ["a.py", "b.py"]),
        ("git commit --dry-run", "", ["a.py", "b.py"]),
    ],
)
def test_a_quiet_commit_ends_what_it_added(command: str, output: str, left: list[str]) -> None:
    """It prints nothing; files it did not add stay uncommitted."""
    script = Script()
    for name in ("src/a.py", "src/b.py"):
        call(script, ToolAction.CHANGE, name, f"The file {name} has been updated.")
    call(script, ToolAction.COMMAND, command, output)
    edited = [each for each in states(script) if each.startswith("Edited")]
    assert [name for name in ("a.py", "b.py") if any(name in each for each in edited)] == left


def test_checks_and_links_of_others_are_no_state() -> None:
    """A list of remote checks passes nothing here, and an address in a log is not this work's."""
    script = Script()
    call(script, ToolAction.COMMAND, "gh pr checks 7", "tests  pass  https://example.org/1")
    call(script, ToolAction.COMMAND, "cat build.log", "see https://github.com/else/where/issues/9")
    assert states(script) == []
    call(script, ToolAction.COMMAND, "gh pr create --fill", "https://github.com/own/work/pull/3")
    assert states(script) == ["Pull request or issue: https://github.com/own/work/pull/3"]


def test_a_script_of_its_own_does_not_replace_a_failed_suite() -> None:
    """Both are stated: what passed is not what failed."""
    script = Script()
    call(script, ToolAction.COMMAND, "python -m pytest desk", "TypeError: no field lineno", failed=True)
    call(script, ToolAction.COMMAND, "python verify_desk.py", "KeyError: desk", failed=True)
    call(script, ToolAction.COMMAND, "python verify_desk.py", "4 passed")
    assert states(script) == [
        "Failed when last run: python -m pytest desk",
        "Passed when last run: python verify_desk.py",
    ]
    call(script, ToolAction.COMMAND, "python -m pytest desk", "12 passed")
    assert "Failed" not in " ".join(states(script))


@pytest.mark.parametrize(
    ("failed", "output", "passed", "stands"),
    [
        ("go test ./...", "build failed", "go test ./rows", True),
        ("go test ./...", "FAIL\tdesk.org/shop/rows\t0.1s", "go test ./rows", False),
        ("go test ./...", "FAIL\tdesk.org/shop/rows\t0.1s", "cd shop && go test ./rows/... -count=1", False),
        ("go test ./...", "FAIL\tdesk.org/shop/rows\t0.1s", "go test ./prices", True),
        ("go test ./rows/...", "build failed", "go test ./...", False),
        ("python -m pytest", "1 error", "python -m pytest tests/test_rows.py", True),
        ("python -m pytest tests/test_rows.py", "1 error", "python -m pytest tests 2> /tmp/log", False),
        ("npx vitest run", "Error", "npx vitest run --config web/vitest.config.ts", False),
        ("make test", "Error", "./gradlew test -q", False),
        ("make test", "Error", "make test", False),
    ],
)
def test_a_run_of_a_part_clears_no_other_failure(
    failed: str, output: str, passed: str, *, stands: bool
) -> None:
    """It clears what it ran again, if the failed run says what failed."""
    script = Script()
    call(script, ToolAction.COMMAND, failed, output, failed=True)
    call(script, ToolAction.COMMAND, passed, "all good, 4 passed")
    assert any(each.startswith("Failed when last run") for each in states(script)) is stands


def test_a_failed_check_stands_until_one_of_its_sort_passes() -> None:
    """A passing linter says nothing about the tests."""
    script = Script()
    call(script, ToolAction.COMMAND, "pytest -q", "--- FAIL: test_a", failed=True)
    call(script, ToolAction.COMMAND, "ruff check .", "0 issues.")
    assert "Failed when last run: test_a" in states(script)
    call(script, ToolAction.COMMAND, "pytest -q tests", "5 passed")
    assert not any(each.startswith("Failed") for each in states(script))


def test_a_refused_call_is_reported_with_its_command() -> None:
    """The command is named even if no reason was given."""
    script = Script()
    said = "The user doesn't want to proceed with this tool use."
    call(script, ToolAction.COMMAND, "rm -r build", said, failed=True)
    assert "The user refused: rm -r build" in states(script)


def test_a_score_has_the_same_bits_in_any_order() -> None:
    """Weights and values are whole thousandths."""
    model = LinearModel("m", 0.1, weights={"a": 101, "b": -333, "c": 7})
    features = {"a": 0.1, "b": 0.7, "c": 1 / 3}
    backwards = dict(reversed(list(features.items())))
    assert model.score(features, (), "human") == model.score(backwards, (), "human")


def test_words_weigh_by_who_says_them() -> None:
    """A word's weight depends on its speaker; a source without weights adds nothing."""
    model = LinearModel("m", 0.1, words={"assistant": {"defer": 400, "parser": -50}, "plan": {"defer": -100}})
    scores = [
        model.score({}, frozenset({"defer", "parser", "new"}), s) for s in ("assistant", "plan", "human")
    ]
    assert scores == [450_000, 0, 100_000]


def test_how_many_statements_there_are_is_a_feature() -> None:
    """Of a long range a smaller share binds."""
    script = Script()
    script.user(REQUEST)
    short = ranking.describe(Outlook(FactsReading().through(script.events).settled().candidates, 0), [], 0)
    for number in range(20):
        script.agent(f"The cache of module {number} stays off, because stale pages were served.")
    long = ranking.describe(Outlook(FactsReading().through(script.events).settled().candidates, 0), [], 0)
    sizes = [{each.features["statements"] for each in found} for found in (short, long)]
    assert [len(size) for size in sizes] == [1, 1]
    assert max(sizes[0]) < max(sizes[1])
    assert all(each.features[f"{each.source}|statements"] in sizes[1] for each in long)


def test_each_source_has_its_own_calibration() -> None:
    """Equal scores give different probabilities for different sources."""
    model = LinearModel("m", 0.0, calibration={"state": (2.0, 0.5)})
    assert (model.likelihood(0, "human"), model.likelihood(0, "state")) == (0.5, 0.622)


def test_the_shipped_weights_are_those_of_this_version() -> None:
    """They name what they were fitted on, and are whole thousandths."""
    body = json.loads((files("workbench.facts.proposals") / "weights.json").read_text(encoding="utf-8"))
    assert body["version"] == RANKER_VERSION
    assert body["fitted_on"]["sessions"]
    assert all(round(value * 1_000) == pytest.approx(value * 1_000) for value in body["weights"].values())


def test_what_is_kept_is_bounded() -> None:
    """The oldest candidates go first."""
    fold = CandidateFold()
    assert fold.candidates.maxlen == MOST
    copied = fold.copy()
    script = Script()
    script.agent("The cache stays off, because stale pages were served.")
    copied.take(script.events[0])
    assert (len(copied.candidates), len(fold.candidates)) == (1, 0)


@pytest.mark.parametrize(
    ("asked", "reply", "proposed"),
    [
        ("why is the crate index written twice in the loader?", "ok, now pack the second crate", False),
        ("why is the crate index written twice in the loader", "ok, now pack the second crate", False),
        ("why is the crate index written twice in the loader?", "no, that is wrong, look again", True),
        ("should the crate index be written twice in the loader?", "ok, now pack the second crate", True),
    ],
)
def test_a_question_that_was_answered_is_not_proposed(asked: str, reply: str, proposed: bool) -> None:
    """The human continued; an objection shows that the question is still open."""
    flat(0.3)
    script = Script()
    call(script, ToolAction.COMMAND, "ls", "loader.py")
    script.user(asked)
    script.agent("The second pass adds the hinges to it.")
    script.user(reply)
    script.agent("Done.")
    assert any(asked == each.text for each in judged(script).proposed) is proposed


def test_a_question_without_an_answer_is_proposed() -> None:
    """It is proposed if no answer followed."""
    flat(0.3)
    script = Script()
    call(script, ToolAction.COMMAND, "ls", "loader.py")
    asked = "why is the crate index written twice in the loader?"
    script.user(asked)
    assert any(asked == each.text for each in judged(script).proposed)
    script.agent("The second pass adds the hinges to it.")
    assert any(asked == each.text for each in judged(script).proposed)
