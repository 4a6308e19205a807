"""The contents of a draft, and what it loses when an item is removed."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gates.artifact import Artifact, Item, Origin, parse
from gates.evaluate import Evaluator
from gates.render import NEXT
from gates.report import GateReport, RetentionVerdict, Verdict
from gates.source import EventKind, SourceRange
from tests.facts.session import SESSION, Script
from tests.strategies.source import NAMES, SAMPLES, Source, ranges, whole, work_session
from workbench.strategies.base import DraftRequest, candidate
from workbench.strategies.checkpoint import CheckpointStrategy
from workbench.strategies.intentional import IntentionalStrategy
from workbench.strategies.page import page


def texts(artifact: Artifact, kind: str) -> list[str]:
    """Texts of the items of a kind."""
    return [item.text for item in artifact.items if item.kind.value == kind]


@pytest.fixture(scope="module")
def draft() -> Artifact:
    """The default draft of the scripted session."""
    return whole(work_session()).draft(IntentionalStrategy())


def test_directives_plans_answers_and_refusals_are_held(draft: Artifact) -> None:
    """Decisions are stated in their original words."""
    assert texts(draft, "constraint") == ["never touch the invoices table"]
    assert texts(draft, "decision") == [
        '"please move the exporter to src/export.py." (the agent: "The export now takes 2 seconds. '
        'The changelog entry is still missing.")',
        "Approved plan: Batch export. Write the rows in batches of 40.",
        'Which database should the first run use? "the staging copy" (the user answered)',
        '"not before the review, push to the fork instead" (said to refuse Bash git push origin main)',
    ]


def test_failed_commands_say_what_they_said(draft: Artifact) -> None:
    """A failure names its command and its words, and whether the same command later passed."""
    assert texts(draft, "failure") == [
        "`make test` failed: src/export.py:3: error: undefined name total (the same command passed later)",
        "`make deploy` failed: error: no credentials for the registry",
    ]
    first = next(item for item in draft.items if item.kind.value == "failure")
    assert first.detail is not None
    assert first.detail.model_dump() == {
        "category": "test",
        "where": "make test",
        "why": "src/export.py:3: error: undefined name total",
    }


def test_changed_files_stand_by_their_names(draft: Artifact) -> None:
    """Each path once, without what its change put in."""
    assert texts(draft, "artifact_ref") == ["src/export.py (last Edit)"]


def test_open_work_is_reported_and_finished_work_is_not(draft: Artifact) -> None:
    """Completed work takes no space on the page."""
    work = [(item.text, item.status) for item in draft.items if item.kind.value == "open_work"]
    assert (f"{NEXT}write a changelog entry", "open") in work
    assert "split the query" not in [text for text, _ in work]


def test_the_state_at_the_end_is_reported(draft: Artifact) -> None:
    """The agent's last statement is kept or reported; so is the rejected plan, marked as rejected."""
    session = whole(work_session())
    last = "The changelog entry is still missing."
    said = [session.events[ordinal].text for ordinal in draft.source.kept]
    assert any(last in text for text in [*said, *texts(draft, "claim")])
    assert "Rejected plan: Retry. Try a failed batch three times." in texts(draft, "claim")


def test_a_checkpoint_keeps_only_what_was_said_and_holds_what_binds() -> None:
    """Decisions, constraints, what is open and what failed; no call and no result stays verbatim."""
    source = whole(work_session())
    full, small = source.draft(IntentionalStrategy()), source.draft(CheckpointStrategy())
    kept = {source.events[ordinal].kind for ordinal in small.source.kept}
    assert kept <= {EventKind.USER, EventKind.PLAN, EventKind.ASSISTANT}
    for kind in ("constraint", "failure"):
        assert texts(small, kind) == texts(full, kind)
    assert set(texts(full, "decision")) <= set(texts(small, "decision"))


def test_carried_items_are_held() -> None:
    """Earlier rules still in force are in the draft, linked to their events."""
    script = work_session()
    begin = len(script.events)
    script.agent("The review of the export has begun, and 3 comments came in.")
    script.run("cat comments.txt", "the batch size should be a setting of the exporter\n" * 40)
    source = whole(script, begin)
    artifact = source.draft(IntentionalStrategy())
    assert "never touch the invoices table" in texts(artifact, "constraint")
    assert f"{NEXT}write a changelog entry" in texts(artifact, "open_work")
    assert "split the query" not in texts(artifact, "open_work")
    assert not source.judge(artifact).blocking


def test_what_a_kept_event_says_in_full_is_not_repeated() -> None:
    """Text that stays verbatim is not on the page too, except open or refused work."""
    source = whole(work_session())
    artifact = source.draft(IntentionalStrategy())
    kept = set(artifact.source.kept)
    assert kept
    for item in artifact.items:
        if item.kind.value in ("decision", "claim") and not item.text.startswith(("Passed", "Rejected")):
            inside = {link.ordinal for link in item.links}
            assert not inside <= kept or "said to refuse" in item.text, item.text


def test_a_draft_is_never_empty() -> None:
    """If nothing is decided, done or stated, the last words of the range are used."""
    script = Script()
    script.run("cat a.txt", "alpha beta gamma delta\n" * 30)
    assert len(whole(script).draft(CheckpointStrategy()).items) == 1


def test_a_small_chat_gets_a_smaller_draft() -> None:
    """A draft of a short conversation is smaller than the conversation."""
    (source,) = ranges(SAMPLES / "kitchen-chat.json")
    short = Source(source.events, SourceRange(SESSION, 0, 60))
    report = short.judge(short.draft(IntentionalStrategy()))
    assert report.gates["E"].status is Verdict.PASS


def statements_only(source: Source) -> Artifact:
    """A page beside which nothing is kept, so that every captured item is held by a statement."""
    made = page(DraftRequest(source.range, source.events), decisive=frozenset())
    return parse(candidate(made.kept_request(), made.items, "intentional", Origin.DRAFTED).payload)


@cache
def source_of(name: str) -> Source:
    """The first range of a sample."""
    return ranges(SAMPLES / name)[0]


@cache
def judge_of(name: str) -> Evaluator:
    """What judges drafts of that range."""
    return Evaluator(source_of(name).index(), source_of(name).capture)


@cache
def draft_of(name: str) -> Artifact:
    """The page of that range."""
    return statements_only(source_of(name))


def without(name: str, artifact: Artifact, target: str) -> tuple[Artifact, GateReport]:
    """The artifact without every statement that retains one captured item, and its report."""
    while True:
        report = judge_of(name).evaluate(artifact)
        verdict = verdict_of(report, target)
        if not verdict.retained:
            return artifact, report
        left = tuple(item for item in artifact.items if item.item_id != verdict.matched_item_id)
        assert len(left) < len(artifact.items)
        artifact = artifact.with_items(left)


def verdict_of(report: GateReport, target: str) -> RetentionVerdict:
    """The verdict of one captured item."""
    return next(v for v in report.retention if v.item_id == target)


def kept_of(report: GateReport) -> dict[str, bool]:
    """Of each counted item, whether it is retained."""
    return {v.item_id: v.retained for v in report.retention if v.counted}


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_deleting_a_captured_item_lowers_recall_by_exactly_it(data: st.DataObject) -> None:
    """Its verdict changes, and that of items whose words it contains; gate C fails below its recall.

    Losing a proposed item decides nothing, and a request that was carried out counts only if something is
    stated of it.
    """
    name = data.draw(st.sampled_from(NAMES))
    before = judge_of(name).evaluate(draft_of(name))
    over = {item.item_id for item in source_of(name).capture.items if item.carried_out}
    target = data.draw(st.sampled_from(sorted(kept_of(before).keys() - over)))
    _, after = without(name, draft_of(name), target)
    was = {key: kept for key, kept in kept_of(before).items() if key not in over}
    now = {key: kept for key, kept in kept_of(after).items() if key not in over}
    assert was.keys() == now.keys()
    turned = {item_id for item_id in was if was[item_id] != now[item_id]}
    lost = verdict_of(before, target)
    told_with_it = {key for key in turned if verdict_of(before, key).text.casefold() in lost.text.casefold()}
    assert turned == {target} | told_with_it
    kind = lost.kind
    of_kind = [v.retained for v in after.retention if v.counted and v.kind == kind]
    measure = next(m for m in after.gates["C"].measures if m.name == f"{kind}_recall")
    assert measure.value == round(sum(of_kind) / len(of_kind), 6)
    assert measure.threshold is not None
    failed = measure.value < measure.threshold
    assert after.gates["C"].status is (Verdict.FAIL if failed else Verdict.PASS)


def test_work_that_is_done_is_never_reported_as_open() -> None:
    """No draft of a sample tells finished work as open."""
    for name in NAMES:
        source = source_of(name)
        done = {i.text for i in source.capture.items if i.kind == "open_work" and i.status == "done"}
        stated = {item.text for item in draft_of(name).items if item.status == "open"}
        assert not done & stated


def test_every_human_message_kind_is_attributed() -> None:
    """Statements in the user's name lead to the user's own events."""
    for name in NAMES:
        source = source_of(name)
        for item in draft_of(name).items:
            if item.speaker == "user":
                assert spoken_by_user(source, item), item.text


def spoken_by_user(source: Source, item: Item) -> bool:
    """Whether a link leads to a human message, an answer or a reason."""
    kinds = {source.events[link.ordinal].kind for link in item.links}
    return bool(kinds & {EventKind.USER, EventKind.TOOL_RESULT})
