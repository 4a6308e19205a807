"""Possibly binding statements are found in every kind of event, judged by one model and ranked."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from importlib.resources import files

import pytest

from gates.source import ToolAction
from tests.facts.proposals.calls import call
from tests.facts.session import SESSION, Script
from workbench.capture import capture_range
from workbench.facts.proposals import Bound, Outlook, ranking
from workbench.facts.proposals.fold import MOST, CandidateFold
from workbench.facts.proposals.model import MODEL_IN_USE, RANKER_VERSION, LinearModel
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


def working() -> Script:
    """A session in which the agent has looked at something: no plain talk."""
    script = Script()
    call(script, ToolAction.OTHER, "ls", "a b")
    return script


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
