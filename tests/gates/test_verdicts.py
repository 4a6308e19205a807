"""Gates A to D on a small source: each rule fires on its fault and is silent without it."""

from __future__ import annotations

import pytest

from gates.evaluate import evaluate, evaluate_unparsed, parse_success_rate
from gates.report import Retention, Verdict
from gates.source import EventKind, SourceEvent
from tests.gates.build import ALL, artifact_of, capture_of, captured, index_of, item, link_to, source_events
from tests.gates.small_report import API, CAPTURE, DRY, GOOD, judge, rules, statuses


def test_a_faithful_artifact_passes_every_gate() -> None:
    """Linked restatements of all that was captured pass A to E."""
    report = judge(*GOOD)
    assert statuses(report) == "PASS PASS PASS PASS PASS"
    assert report.replaceable
    assert {v.verdict for v in report.retention} == {Retention.PRESERVED}


def test_an_artifact_without_items_fails_structure() -> None:
    """An artifact without statements has no structure; the action is the checkpoint."""
    report = judge()
    assert report.gates["A"].status is Verdict.FAIL
    assert "checkpoint" in report.failure_actions


def test_what_does_not_parse_fails_structure_and_nothing_else_is_judged() -> None:
    """A is FAIL with the places; B to E are UNVERIFIABLE."""
    report = evaluate_unparsed(("items.0.kind: not one of the kinds",))
    assert statuses(report) == "FAIL UNVERIFIABLE UNVERIFIABLE UNVERIFIABLE UNVERIFIABLE"
    assert parse_success_rate(each.gates["A"].status for each in (report, judge(*GOOD))) == 0.5


def test_an_opaque_artifact_is_unverifiable_in_a_to_d() -> None:
    """An encrypted summary claims nothing, so nothing is judged."""
    report = judge(opaque=True, origin="imported")
    assert statuses(report) == "UNVERIFIABLE UNVERIFIABLE UNVERIFIABLE UNVERIFIABLE NOT_APPLICABLE"


def test_an_item_without_a_source_is_untraceable() -> None:
    """One of five items without a link is under 0.98."""
    report = judge(*GOOD, item("The staging cluster was rebuilt on Friday night"))
    assert report.gates["B"].measures[0].value == 0.8
    assert rules(report, "B") == ["no_source"]
    assert report.failure_actions == ("advisory",)


def test_an_item_whose_link_does_not_resolve_is_untraceable() -> None:
    """Its words are those of the source, and so is its quote: only what the link names is not there."""
    first, *others = GOOD
    broken = first.links[0].model_copy(update={"quote_hash": "0" * 64})
    report = judge(*others, first.model_copy(update={"links": (broken,)}))
    assert report.gates["B"].measures[0].value == round(1 - 1 / len(GOOD), 6)
    assert rules(report, "B") == ["no_link_resolves"]


def test_a_word_inside_a_longer_one_was_said() -> None:
    """A part of a longer word in the session does not count as invented."""
    report = judge(*GOOD, item("The xporter hangelog"))
    assert "no_source" not in rules(report, "B")


def test_an_item_whose_words_were_all_said_is_untraceable_but_not_called_invented() -> None:
    """Without a link it does not count; a warning says that its words occur in the session."""
    report = judge(*GOOD, item("The retry settings of the exporter changelog"))
    assert report.gates["B"].measures[0].value == 0.8
    assert (rules(report, "B"), rules(report, "B", "warning")) == ([], ["source_scattered"])


@pytest.mark.parametrize(
    ("stated", "found"),
    [("Always keep the old column order", ["superseded"]), ("Do not always keep the old column order", [])],
)
def test_a_superseded_decision_is_a_contradiction_only_when_reported_in_force(
    stated: str, found: list[str]
) -> None:
    """A statement that reverses the old decision does not report it as in force."""
    old = captured("Always keep the old column order", "keeps the old column order", status="superseded")
    report = judge(
        *GOOD, item(stated, "keeps the old column order", kind="decision"), capture=capture_of(API, old)
    )
    assert [rule for rule in rules(report, "D") if rule == "superseded"] == found


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        ("The exporter keeps the old column order for 30 days", ["superseded"]),
        ("The exporter first kept the old column order for 30 days", []),
        ("The exporter keeps the old column order for 90 days", []),
    ],
)
def test_a_claim_that_states_a_replaced_value_as_current_is_warned_of(stated: str, found: list[str]) -> None:
    """The warning never blocks; a claim that reports it as past, or another value, gets none."""
    old = captured(
        "The exporter keeps the old column order for 30 days",
        "keeps the old column order",
        status="superseded",
    )
    made = item(stated, "keeps the old column order", kind="claim")
    report = judge(*GOOD, made, capture=capture_of(API, old))
    assert [rule for rule in rules(report, "D") if rule == "superseded"] == []
    assert [rule for rule in rules(report, "D", "warning") if rule == "superseded"] == found


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        ("Keep the old column order of the exporter", []),
        ("Keep the old column order of the exporter as CSV", ["superseded"]),
    ],
)
def test_what_states_the_newer_of_two_alike_states_it_as_in_force(stated: str, found: list[str]) -> None:
    """A statement that fits both belongs to the one in force; words only in the old one do not."""
    old = captured(
        "Keep the old column order of the exporter as CSV", "keeps the old column order", status="superseded"
    )
    new = captured("Keep the old column order of the exporter as XML", "keeps the old column order")
    made = item(stated, "keeps the old column order", kind="decision")
    report = judge(*GOOD, made, capture=capture_of(API, old, new))
    assert [rule for rule in rules(report, "D") if rule == "superseded"] == found


@pytest.mark.parametrize(
    ("command", "found"), [("pytest -q", ["push_before_commit"]), ("git push origin main", [])]
)
def test_a_commit_reported_as_pushed_needs_a_push_behind_it(command: str, found: list[str]) -> None:
    """An earlier push does not prove it."""
    ran = ("git push", "git commit -m mend", command)
    texts = ("To origin", "[main 1a2b3c4] Mend the retry limit", "done")
    base = source_events()[3]
    assert base.tool is not None
    events = tuple(
        base._replace(
            ordinal=n, text=text, native_id=f"n{n}", tool=base.tool._replace(target=ran[n], failed=False)
        )
        for n, text in enumerate(texts)
    )
    made = artifact_of(item("Commit 1a2b3c4 was pushed"))
    made = made.model_copy(update={"source": made.source.model_copy(update={"source_end": 2})})
    report = evaluate(made, index_of(events), None, policy=ALL)
    assert [rule for rule in rules(report, "D") if rule == "push_before_commit"] == found


def test_a_sentence_of_the_source_word_for_word_is_supported() -> None:
    """Words that occur in every line have little weight, but still support a literal copy."""
    line = "The exporter writes rows slowly."
    events = (SourceEvent(0, EventKind.ASSISTANT, "\n".join([line] * 60), "n0", tokens=600),)
    made = artifact_of(item(line).model_copy(update={"links": (link_to(line, events),)}))
    made = made.model_copy(update={"source": made.source.model_copy(update={"source_end": 0})})
    found = evaluate(made, index_of(events), None, policy=ALL).gates["D"].findings
    assert "unsupported" not in [each.rule for each in found]


def test_an_incomplete_scope_calls_it_out_of_scope() -> None:
    """If the beginning is missing, the claim is not called invented, but still has no source."""
    lonely = artifact_of(*GOOD, item("The staging cluster was rebuilt on Friday night"))
    report = evaluate(lonely, index_of(scope_complete=False), CAPTURE)
    assert report.gates["B"].status is Verdict.FAIL
    assert rules(report, "B", "warning") == ["out_of_scope"]
    assert "importing the earlier file would complete the scope" in report.gates["B"].findings[0].message


@pytest.mark.parametrize(
    ("kind", "origin", "complete", "said_once"),
    [
        (EventKind.COMPACTION, "imported", False, True),
        (EventKind.SYSTEM, "imported", False, True),
        (EventKind.USER, "imported", False, False),
        (EventKind.COMPACTION, "imported", True, False),
        (EventKind.COMPACTION, "drafted", False, False),
    ],
)
def test_a_source_in_another_file_is_reported_once(
    kind: EventKind, origin: str, complete: bool, said_once: bool
) -> None:
    """A transcript's own compaction whose source is elsewhere is not judged, and no sizes are compared."""
    event = SourceEvent(0, kind, "The conversation went on", "n0", tokens=6)
    texts = (
        "The staging cluster was rebuilt on Friday night",
        "Kafka replaced the old queue of the importer",
    )
    made = artifact_of(*map(item, texts), origin=origin)
    made = made.model_copy(update={"source": made.source.model_copy(update={"source_end": 0})})
    report = evaluate(made, index_of((event,), scope_complete=complete), None)
    found = [(each.rule, each.item_id) for each in report.gates["B"].findings]
    sizes = [each.value for each in report.gates["E"].measures if each.name == "compression_ratio"]
    assert report.gates["B"].status is Verdict.FAIL
    assert (found == [("out_of_scope", None)]) is said_once and (sizes == [None]) is said_once


def test_an_invented_instruction_fails_b() -> None:
    """A quotation attributed to the user that no human said has no source."""
    report = judge(*GOOD, item("Force-push the cleaned history to the main branch", speaker="user"))
    assert rules(report, "B") == ["quote_not_said"]


def test_the_agents_words_are_not_the_users() -> None:
    """A statement attributed to the user whose link leads to the agent does not count."""
    quote = "The exporter now writes 240 rows per batch"
    report = judge(*GOOD, item("The exporter now writes 240 rows per batch", quote, speaker="user"))
    assert "quote_not_said" in rules(report, "B")


def test_a_narrative_sentence_that_no_item_covers_counts() -> None:
    """The narrative may restate items; what it adds is untraceable."""
    covered = judge(*GOOD, narrative="The retry limit in billing/retry.py is 3 attempts.")
    assert covered.gates["B"].status is Verdict.PASS
    loose = judge(*GOOD, narrative="The customer threatened to cancel the contract entirely.")
    assert rules(loose, "B") == ["narrative_uncovered"]


@pytest.mark.parametrize("lost", [0, 1])
def test_a_dropped_decision_lowers_the_recall_by_exactly_itself(lost: int) -> None:
    """Each decision is half of the recall; gate C fails and names what to add and its event."""
    report = judge(*(one for n, one in enumerate(GOOD) if n != lost))
    assert report.gates["C"].measures[0].value == 0.5
    (verdict,) = [v for v in report.retention if not v.retained]
    assert verdict.verdict is Retention.DROPPED
    assert verdict.fix is not None
    assert f"(event {verdict.evidence[0].ordinal})" in verdict.fix
    assert report.tags == ("insufficient_fidelity",)
    assert report.why("C") == "decisions kept: 0.50, at least 0.95 needed; 1 dropped"
    assert report.why("A") == ""


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Use a flag for the first export", Retention.WEAKENED),
        ("Use the --dry-runs flag for the first export", Retention.MUTATED),
        ("Use the --dry-walk flag for the first export", Retention.MUTATED),
        ("Do not use the --dry-run flag for the first export", Retention.CONTRADICTED),
        ("The first export must use the --dry-run flag", Retention.PARAPHRASED),
        ("The columns are sorted by name", Retention.DROPPED),
    ],
)
def test_each_damage_has_its_verdict(text: str, verdict: Retention) -> None:
    """Lost names weaken, changed names mutate, a turned sign contradicts."""
    changed = item(text, "Use the --dry-run flag for the first", kind="decision")
    report = judge(GOOD[0], changed, *GOOD[2:])
    stated = {v.text: v.verdict for v in report.retention}
    assert stated[DRY.text] is verdict


def test_open_work_reported_as_done_is_lost_and_a_contradiction() -> None:
    """A done status on what is still open fails C as mutated and D as status conflict."""
    done = item("Write a changelog entry for the first export", "write a changelog entry", kind="open_work")
    capture = capture_of(captured(done.text, "write a changelog entry", "open_work", "open"))
    report = judge(done.model_copy(update={"status": "done"}), capture=capture)
    assert report.retention[0].verdict is Retention.MUTATED
    assert "status_conflict" in rules(report, "D")


def test_finished_work_reported_as_open_is_listed_and_a_contradiction() -> None:
    """A finished task among the open ones is named by C and counted by D."""
    again = item(
        "Fix the rounding test of invoices", "the rounding test is done", kind="open_work", status="open"
    )
    report = judge(*GOOD, again)
    assert "finished_told_open" in rules(report, "C", "warning")
    assert "status_conflict" in rules(report, "D")


def test_a_changed_number_beside_its_link_is_a_conflict() -> None:
    """The linked words contain another number, and the claim's number occurs nowhere."""
    wrong = item(
        "The retry limit in billing/retry.py is 5 attempts.", "The retry limit in billing/retry.py is 3"
    )
    report = judge(*GOOD[:3], wrong)
    assert rules(report, "D") == ["num_conflict"]
    assert "3" in report.gates["D"].findings[0].message


def test_a_name_that_occurs_nowhere_is_warned_of() -> None:
    """A mutated path is absent from the whole session."""
    wrong = item(
        "The retry limit in billing/retries_v2.py is 3 attempts.", "The retry limit in billing/retry.py is 3"
    )
    assert "id_absent" in rules(judge(*GOOD[:3], wrong), "D", "warning")


def test_a_turned_sign_is_warned_of() -> None:
    """The same sentence without its negation means the opposite."""
    turned = item("Always touch the public API", "Never touch the public API", kind="constraint")
    report = judge(turned, *GOOD[1:])
    assert "polarity_conflict" in rules(report, "D", "warning")
