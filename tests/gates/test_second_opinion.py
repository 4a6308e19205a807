"""Second opinions are soft: gate D only gains warnings, whatever a checker answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gates.evaluate import Evaluator
from gates.report import GateReport
from gates.review import Review, ReviewAction
from gates.search.linking import SpanSearch
from gates.second_opinion import Checker, CheckerAnswer, Opinion, Opinions, Question, ask, questions_of
from gates.snapshot.claims import ClaimTable
from gates.source import EventKind, SourceEvent, make_link
from tests.gates.build import SESSION, artifact_of, capture_of, captured, index_of, item, link_to

INDEX = index_of()
NEVER = "Never touch the public API."
LIMIT = "The retry limit in billing/retry.py is 3 attempts."
ARTIFACT = artifact_of(
    item(NEVER, NEVER, kind="constraint", speaker="user"),
    item("The retry limit in billing/retry.py is 7 attempts.", LIMIT),
    item("The exporter keeps the old column order.", "keeps the old column order"),
    item("Two tests still fail.", "Two retry tests are left"),
    item("What comes next?", "Which tests are left?", kind="open_question"),
    item("Nothing of this is linked."),
)
JUDGE = Evaluator(INDEX, capture_of(captured(NEVER, NEVER)))
PLAIN = JUDGE.evaluate(ARTIFACT)
QUESTIONS = questions_of(ARTIFACT, JUDGE.search)

answers = st.builds(
    CheckerAnswer,
    st.sampled_from(Opinion),
    st.floats(0, 1).map(lambda score: round(score, 4)),
    st.text(st.characters(codec="utf-8"), max_size=20),
)
levels = st.none() | st.floats(0, 1)
checkers = st.builds(Checker, st.sampled_from(["vectors", "nli", "judge"]), st.just("1-ab"), levels, levels)


@st.composite
def opinions(draw: st.DrawFn) -> Opinions:
    asked = draw(st.lists(st.sampled_from([question.key for question in QUESTIONS]), unique=True))
    return Opinions(draw(checkers), tuple((key, draw(answers)) for key in sorted(asked)))


def claims(report: GateReport) -> list[dict[str, Any]]:
    """The claims that a snapshot would hold, with their states."""
    table = ClaimTable({link.evidence_id for each in ARTIFACT.items for link in each.links})
    table.add(ARTIFACT, PLAIN.artifact_id or "", report)
    return table.claims()


def without_added(report: GateReport) -> GateReport:
    """Return the report without what checkers may add to gate D and to its inputs."""
    own = report.gates["D"].findings[: len(PLAIN.gates["D"].findings)]
    gates = {**report.gates, "D": report.gates["D"].model_copy(update={"findings": own})}
    stated = {"input_digest": PLAIN.input_digest, "evaluator_version": PLAIN.evaluator_version}
    return report.model_copy(update={"gates": gates, **stated})


@settings(max_examples=40, deadline=None)
@given(st.lists(opinions(), min_size=1, max_size=3))
def test_no_answer_clears_or_makes_a_hard_finding(heard: list[Opinions]) -> None:
    """Every verdict, measure and finding stays with any answers; only warnings are added."""
    report = JUDGE.evaluate(ARTIFACT, opinions=tuple(heard))
    assert without_added(report) == PLAIN
    assert claims(report) == claims(PLAIN)
    added = report.gates["D"].findings[len(PLAIN.gates["D"].findings) :]
    assert all(finding.severity == "warning" for finding in added)
    assert all(finding.rule.partition("_")[0] in {h.checker.name for h in heard} for finding in added)
    assert report.input_digest != PLAIN.input_digest
    assert report == Evaluator(INDEX, JUDGE.capture).evaluate(ARTIFACT, opinions=tuple(heard))


class Fixed:
    """A checker that answers from a table, by the claim's first word."""

    checker = Checker("judge", "1-ab", contradicted_at=0.5, neutral_at=0.9)

    def __init__(self, **stated: CheckerAnswer) -> None:
        self.stated = stated
        self.asked: list[Question] = []

    def answers(self, questions: Sequence[Question]) -> list[CheckerAnswer]:
        self.asked += questions
        return [
            self.stated.get(q.claim.split()[1], CheckerAnswer(Opinion.UNJUDGED, reason="offline"))
            for q in questions
        ]


def test_a_claim_is_asked_about_with_the_sentences_around_its_links() -> None:
    """Only items with a whole link that state something are asked about, each with its surroundings."""
    assert [question.claim for question in QUESTIONS] == [each.text for each in ARTIFACT.items[1:4]]
    assert QUESTIONS[0].passages == (f"I will start with the exporter. {LIMIT}",)
    odd = SourceEvent(0, EventKind.USER, "Half a letter \ud83d of the exporter plan", "n0", tokens=9)
    half = make_link(SESSION, 0, odd.text, 0, len(odd.text))
    torn = artifact_of(ARTIFACT.items[2].model_copy(update={"links": (half,)}))
    (question,) = questions_of(torn, SpanSearch(index_of((odd,))))
    assert question.passages == ("Half a letter ? of the exporter plan",)
    assert question.key
    forged = link_to(LIMIT).model_copy(update={"quote_hash": "0" * 64})
    artifact = artifact_of(ARTIFACT.items[1].model_copy(update={"links": (forged,)}))
    assert not questions_of(artifact, JUDGE.search)[0].linked


def test_what_a_checker_says_is_in_gate_d_with_its_name_and_can_be_cleared() -> None:
    """An answer above the checker's threshold is reported, one below is not; unjudged claims are counted."""
    checker = Fixed(
        retry=CheckerAnswer(Opinion.CONTRADICTED, 0.93, "3, not 7"),
        exporter=CheckerAnswer(Opinion.NEUTRAL, 0.89, ""),
    )
    heard = (ask(checker, QUESTIONS),)
    report = JUDGE.evaluate(ARTIFACT, opinions=heard)
    found = [f for f in report.gates["D"].findings if f.rule.startswith("judge_")]
    assert [(f.rule, f.rule_version, f.item_id) for f in found] == [
        ("judge_contradicted", "1-ab", ARTIFACT.items[1].item_id),
        ("judge_unjudged", "1-ab", None),
    ]
    assert found[0].message == "judge (0.93): the linked source says otherwise: 3, not 7"
    assert found[0].evidence == ARTIFACT.items[1].links
    assert found[1].message == "judge left 1 of 3 claims unjudged (offline: 1)"
    assert report.evaluator_version == f"{PLAIN.evaluator_version}+judge/1-ab"
    review = Review(
        review_id="rev_1",
        session_id=SESSION,
        action=ReviewAction.CLEAR,
        target=found[0].finding_id,
        artifact_id=report.artifact_id,
        actor="ann",
        reason="read it",
    )
    again = JUDGE.evaluate(ARTIFACT, (review,), opinions=heard).gates["D"].findings
    assert [f.reviewed for f in again if f.finding_id == found[0].finding_id] == ["rev_1"]
