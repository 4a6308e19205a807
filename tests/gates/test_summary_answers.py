"""A model's report of what a summary states orders and ends the likely losses, and decides no verdict."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gates.capture import CapturedItem, make_capture
from gates.evaluate import Evaluator
from gates.report import GateReport
from gates.second_opinion import Checker, CheckerAnswer, Opinion, Opinions
from gates.summary_answers import summary_digest, summary_item_key
from tests.gates.build import artifact_of, captured, index_of, item

INDEX = index_of()
NEVER = "Never touch the public API."
LIMIT = "The retry limit in billing/retry.py is 3 attempts."
ARTIFACT = artifact_of(
    item(NEVER, NEVER, kind="constraint", speaker="user"), item("Two tests still fail.", LIMIT)
)
TESTS = "Two retry tests are left"


def proposal(text: str, quote: str, likelihood: float) -> CapturedItem:
    return captured(text, quote).model_copy(
        update={"likelihood": likelihood, "origin": "model", "by": "openai:m"}
    )


KEPT = captured(NEVER, NEVER)
LOST = captured(LIMIT, LIMIT)
SURE = proposal(TESTS, TESTS, 0.9)
DOUBTED = proposal("Which tests are left?", "Which tests are left?", 0.4)
LITERAL = proposal("Two tests still fail.", LIMIT, 0.9)
CAPTURE = make_capture("test/1", [KEPT, LOST], [DOUBTED, SURE, LITERAL])
JUDGE = Evaluator(INDEX, CAPTURE)
PLAIN = JUDGE.evaluate(ARTIFACT)
SUMMARY = summary_digest(JUDGE.linked(ARTIFACT))
OPINIONS = {"reported": Opinion.ENTAILED, "altered": Opinion.CONTRADICTED, "omitted": Opinion.NEUTRAL}


def heard(*said: tuple[CapturedItem, str]) -> tuple[Opinions, ...]:
    """A judge's answers about items."""
    words = {"reported": "tests still fail", "altered": "tests still fail"}
    found = [
        (summary_item_key(SUMMARY, w), CheckerAnswer(OPINIONS[how], 1.0, words.get(how, "")))
        for w, how in said
    ]
    return (Opinions(Checker("judge", "2-ab"), (), tuple(sorted(found))),)


def rows(report: GateReport, *, counted: bool) -> list[tuple[str, str, str]]:
    return [
        (r.text, r.verdict.value, r.rule) for r in report.retention if r.counted is counted and not r.retained
    ]


def test_a_reported_proposal_is_no_likely_loss_and_an_omitted_one_is() -> None:
    """The verdict names the reader; what it altered is named so, with the statement that does."""
    gone = JUDGE.evaluate(ARTIFACT, opinions=heard((SURE, "omitted")))
    assert rows(gone, counted=False) == [(TESTS, "dropped", "judge_omitted")]
    changed = JUDGE.evaluate(ARTIFACT, opinions=heard((SURE, "altered")))
    assert rows(changed, counted=False) == [(TESTS, "mutated", "judge_altered")]
    reported = JUDGE.evaluate(ARTIFACT, opinions=heard((SURE, "reported")))
    assert rows(reported, counted=False) == []
    (kept,) = [r for r in reported.retention if r.text == TESTS]
    assert (kept.verdict.value, kept.rule) == ("paraphrased", "judge_reported")
    assert kept.matched_item_id == JUDGE.linked(ARTIFACT).items[1].item_id


def test_what_hardly_binds_is_not_listed_and_what_is_there_word_for_word_is_reported() -> None:
    """A list of likely losses ends where the next one is unlikely to bind, whatever the reader answers."""
    report = JUDGE.evaluate(ARTIFACT, opinions=heard((DOUBTED, "omitted"), (LITERAL, "omitted")))
    assert all(row[2] != "judge_omitted" for row in rows(report, counted=False))


def test_of_counted_items_it_only_warns() -> None:
    """A disagreement is a warning with the quoted words; verdicts, measures and losses stay."""
    report = JUDGE.evaluate(ARTIFACT, opinions=heard((LOST, "reported"), (KEPT, "omitted")))
    warned = [f for f in report.gates["C"].findings if f.rule.startswith("judge_")]
    assert [(f.rule, f.severity, f.rule_version) for f in warned] == [("judge_reported", "warning", "2-ab")]
    assert warned[0].message == f"judge: the artifact reports this (“tests still fail”): {LIMIT}"
    assert rows(report, counted=True) == rows(PLAIN, counted=True)
    assert report.gates["C"].measures == PLAIN.gates["C"].measures
    other = Evaluator(INDEX, make_capture("test/1", [captured("Do not touch the public API.", NEVER)]))
    missed = other.capture
    assert missed is not None
    for how, said in (
        ("omitted", "does not report this in any words"),
        ("altered", "reports this otherwise"),
    ):
        warned = [
            f
            for f in other.evaluate(ARTIFACT, opinions=heard((missed.items[0], how))).gates["C"].findings
            if f.rule == f"judge_{how}"
        ]
        assert len(warned) == 1
        assert said in warned[0].message


answers = st.lists(
    st.tuples(st.sampled_from([KEPT, LOST, SURE, DOUBTED, LITERAL]), st.sampled_from(sorted(OPINIONS))),
    unique_by=lambda pair: pair[0].item_id,
)


@settings(max_examples=40, deadline=None)
@given(answers)
def test_no_answer_decides_a_gate_or_a_counted_item(said: list[Any]) -> None:
    """Every verdict, measure, hard finding and counted item stays with any answers."""
    opinions = heard(*said)
    report = JUDGE.evaluate(ARTIFACT, opinions=opinions)
    for name, result in report.gates.items():
        plain = PLAIN.gates[name]
        assert (result.status, result.measures) == (plain.status, plain.measures)
        assert [f for f in result.findings if f.severity == "hard"] == [
            f for f in plain.findings if f.severity == "hard"
        ]
    assert report.replaceable == PLAIN.replaceable
    assert [r for r in report.retention if r.counted] == [r for r in PLAIN.retention if r.counted]
    assert report == Evaluator(INDEX, CAPTURE).evaluate(ARTIFACT, opinions=opinions)
    assert (report.input_digest != PLAIN.input_digest) or not opinions


def test_contradicted_claims_come_before_those_of_which_nothing_is_said() -> None:
    """A checker's first warnings are those that a source contradicts."""
    from gates.second_opinion import questions_of

    given = artifact_of(item("Two tests still fail.", LIMIT), item("Seven attempts are the limit.", LIMIT))
    first, second = questions_of(given, JUDGE.search)
    found = sorted(
        [
            (first.key, CheckerAnswer(Opinion.NEUTRAL, 1.0)),
            (second.key, CheckerAnswer(Opinion.CONTRADICTED, 1.0)),
        ]
    )
    checker = Checker("judge", "2-ab", contradicted_at=0.0, neutral_at=0.0)
    report = JUDGE.evaluate(given, opinions=(Opinions(checker, tuple(found)),))
    rules = [f.rule for f in report.gates["D"].findings if f.rule.startswith("judge_")]
    assert rules == ["judge_contradicted", "judge_neutral"]
