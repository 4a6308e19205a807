"""The snapshot draft: both tracks, conflicts with two sides, questions that wait."""

from __future__ import annotations

from gates.artifact import ConflictDetail, Item, ItemKind
from gates.evaluate import evaluate
from gates.report import Verdict
from gates.snapshot.builder import ActiveArtifact, SnapshotInput, build_snapshot
from gates.source import EventKind, ToolAction, ToolFact
from tests.facts.session import SESSION, Script
from tests.strategies.source import whole, work_session
from workbench.facts.answers.questions import waiting_questions
from workbench.facts.spans import GAP
from workbench.strategies.snapshot import SnapshotStrategy
from workbench.strategies.snapshot.delta import delta_narrative


def changed_mind() -> Script:
    """Return a session in which a rule is retracted explicitly, with an open question at the end."""
    script = work_session()
    script.user("please add the audit table for the nightly export")
    script.agent("The audit table is in the export now, which adds 14 rows to each batch of it.")
    script.user("please remove the audit table for the nightly export again")
    script.agent("The audit table left the export again. Should the changelog say why it was there at all?")
    return script


def test_a_statement_that_was_withdrawn_is_a_conflict_with_both_its_sides() -> None:
    """Each side has its own evidence with its literal words."""
    source = whole(changed_mind())
    artifact = source.draft(SnapshotStrategy())
    (item,) = [item for item in artifact.items if item.kind is ItemKind.CONFLICT]
    assert isinstance(item.detail, ConflictDetail)
    quotes = {link.evidence_id: link.quote for link in item.links}
    assert [quotes[side] for side in (*item.detail.side_a, *item.detail.side_b)] == [
        "please add the audit table for the nightly export",
        "please remove the audit table for the nightly export again",
    ]
    assert not source.judge(artifact).blocking


def test_an_accepted_draft_makes_a_snapshot_that_passes_every_check() -> None:
    """Its conflict, question and failures land in their places, and every claim of it is verified."""
    source = whole(changed_mind())
    artifact = source.draft(SnapshotStrategy())
    report = evaluate(artifact, source.index(), source.capture)
    links = {link.evidence_id for item in artifact.items for link in item.links}
    snapshot = build_snapshot(
        SnapshotInput(
            session_id=SESSION,
            sequence=1,
            created_at="2026-05-04T10:00:00Z",
            objective="Ship it",
            policy_version=report.policy_version,
            active=(ActiveArtifact(artifact, artifact.artifact_id, report),),
            ledger=links,
        )
    )
    assert snapshot["validation"]["status"] == "PASS"
    assert len(snapshot["state"]["conflicts"]) == 1
    assert snapshot["state"]["open_questions"] == ["Should the changelog say why it was there at all?"]
    assert {claim["status"] for claim in snapshot["state"]["claims"]} == {"verified"}


def test_the_narrative_says_what_changed_is_uncertain_and_comes_next() -> None:
    """Three sections out of the items; a failure that was repaired is no longer uncertain."""
    artifact = whole(changed_mind()).draft(SnapshotStrategy())
    stated = (artifact.narrative or "").splitlines()
    assert [line for line in stated if line.endswith(":")] == ["Changed:", "Uncertain:", "Next:"]
    assert "- write a changelog entry" in stated
    assert any("make deploy" in line for line in stated)
    assert not any("make test" in line for line in stated)


def test_every_sentence_of_the_narrative_is_covered_by_an_item() -> None:
    """Gate B finds no sentence of the second track that the first does not hold."""
    source = whole(changed_mind())
    report = source.judge(source.draft(SnapshotStrategy()))
    assert report.gates["B"].status is Verdict.PASS
    assert not [f for f in report.gates["B"].findings if f.rule == "narrative_uncovered"]


def test_the_narrative_is_cut_by_entries_and_never_in_the_middle_of_one() -> None:
    """A smaller limit leaves entries out; where not even one fits there is no narrative."""
    items = whole(changed_mind()).draft(SnapshotStrategy()).items
    whole_text = delta_narrative(items, 10_000)
    assert whole_text is not None
    smaller = delta_narrative(items, len(whole_text) - 1)
    assert smaller is not None
    assert set(smaller.splitlines()) < set(whole_text.splitlines())
    assert delta_narrative(items, 10) is None


def test_the_narrative_marks_a_cut_and_calls_no_wish_a_change() -> None:
    """The user's decision is not listed as a change; a shortened entry ends in a mark."""
    told = Item(kind=ItemKind.DECISION, text="Be thorough in the tests", speaker="user")
    long = Item(kind=ItemKind.OPEN_WORK, text="Port " + "the row of the ledger and " * 12, status="open")
    done = Item(kind=ItemKind.OPEN_WORK, text="Split the query", status="done")
    lines = (delta_narrative([told, long, done], 10_000) or "").splitlines()
    assert lines[:2] == ["Changed:", "- Done: Split the query"]
    assert lines[-1].startswith("- Port the row") and lines[-1].endswith(f" {GAP}")


def test_a_question_waits_until_the_human_speaks_or_the_tool_answers() -> None:
    """The last message's question waits; an answered one and one that the user passed by do not."""
    script = Script()
    script.user("please move the exporter")
    script.agent("Which folder should it move to?")
    assert [w.quote(script.events) for w in waiting_questions(script.events, 0)] == [
        "Which folder should it move to?"
    ]
    script.user("never mind, leave it")
    assert not waiting_questions(script.events, 0)
    tool = ToolFact("AskUserQuestion", "q1", ToolAction.QUESTION)
    script.add(EventKind.TOOL_CALL, "AskUserQuestion\nquestion: Which database is the copy?", tool=tool)
    assert len(waiting_questions(script.events, 0)) == 1
    script.add(EventKind.TOOL_RESULT, "the staging one", tool=tool)
    assert not waiting_questions(script.events, 0)


def test_a_question_that_the_agent_went_on_from_is_open() -> None:
    """It asked the user and used a tool before an answer came; once the user speaks it is over."""
    script = work_session()
    script.user("please look at the port of the service")
    script.agent("The tests expect another port. Should I change tests/test_port.py to 8080?")
    script.run("cat notes.txt", "nothing of it")
    asked = "Should I change tests/test_port.py to 8080?"

    def open_questions() -> list[str]:
        made = whole(script).draft(SnapshotStrategy())
        return [item.text for item in made.items if item.kind is ItemKind.OPEN_QUESTION]

    assert open_questions() == [asked]
    script.agent("What does the second line say? Which one of the two ports do you want?")
    script.run("cat notes.txt", "nothing of it")
    assert open_questions() == [asked, "Which one of the two ports do you want?"]
    script.agent("Shall I restart it then?")
    script.run("cat notes.txt", "nothing of it")
    assert open_questions() == ["Which one of the two ports do you want?", "Shall I restart it then?"]
    script.user("8080 it is")
    assert open_questions() == []
