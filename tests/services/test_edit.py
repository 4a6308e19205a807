"""Repairing by hand: the log, its result, its verdict, and two people on one draft."""

from __future__ import annotations

import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from gates.search.linking import SpanSearch
from store.errors import EditsMoved
from store.records import artifacts, edits
from store.verify import verify
from tests.tui.build import fixed_env
from workbench.bootstrap import Env
from workbench.edits import acts
from workbench.edits.changes import Act, Change
from workbench.errors import Refused, UsageError
from workbench.services.drafts.edit import Desk, Working
from workbench.services.drafts.repair import repair
from workbench.services.judgement.judge import judge_artifact
from workbench.services.transcript_files.import_transcripts import import_paths

SAMPLE = Path(__file__).parents[2] / "sample_sessions" / "lost-open-work.jsonl"


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the session whose summary loses open work, as d-1."""
    env = fixed_env(tmp_path_factory.mktemp("edit"))
    import_paths(env, [str(SAMPLE)])
    judge_artifact(env, "d-1")
    return Path(env.store_location)


@pytest.fixture
def env(imported: Path, tmp_path: Path) -> Env:
    """An environment on a copy of it."""
    shutil.copy(imported, tmp_path / "store.duckdb")
    return fixed_env(tmp_path)


def drop(env: Env, desk: Desk, number: int, **given: object) -> Working:
    """Drop the item at a place."""

    def made(working: Working) -> object:
        return acts.dropped(working.copy, [working.copy.items[number].item_id])

    return desk.change(env, "d-1", Act.DROP, made, **given)  # type: ignore[arg-type]


def change(env: Env, desk: Desk, act: Act, made: tuple[Change, ...]) -> Working:
    """Log these changes."""
    return desk.change(env, "d-1", act, lambda _working: made)


def test_an_edit_is_logged_at_once_and_there_again_in_another_process(env: Env) -> None:
    """Nothing has to be saved: a second desk, as after a kill, sees the edit."""
    desk = Desk()
    before = desk.open(env, "d-1")
    drop(env, desk, 0, reason="not ours")
    after = Desk().open(env, "d-1")
    assert [each.text for each in after.copy.items] == [each.text for each in before.copy.items[1:]]
    assert [(each.act, each.reason) for each in after.copy.done] == [(Act.DROP, "not ours")]
    assert after.judged.artifact_id == before.judged.artifact_id
    assert verify.verify(env.open_store()).ok


def test_undo_and_redo_are_logged_too(env: Env) -> None:
    """Both are refused if there is nothing to undo or redo."""
    desk = Desk()
    whole = drop(env, desk, 0).copy.items
    assert len(desk.undo(env, "d-1").copy.items) == len(whole) + 1
    assert Desk().redo(env, "d-1").copy.items == whole
    for step in (desk.redo, lambda env, given: [desk.undo(env, given) for _ in range(2)]):
        with pytest.raises(UsageError, match="there is no edit"):
            step(env, "d-1")
    log = edits.of_artifact(env.open_store(), desk.open(env, "d-1").stored.artifact_id)
    assert [each.action for each in log] == ["drop", "undo", "redo", "undo"]


def test_the_working_copy_is_judged_as_the_kept_artifact_is_in_full(env: Env) -> None:
    """After each of many edits of any kind the report equals one that a fresh evaluation makes of it."""
    desk, chance = Desk(), random.Random(7)
    for number in range(12):
        working = desk.open(env, "d-1")
        item = chance.choice(working.copy.items)
        way = chance.choice(("drop", "edit", "relink", "add", "undo"))
        if way == "undo" and working.copy.done:
            working = desk.undo(env, "d-1")
        elif way == "edit":
            made = acts.edited(working.copy, item.item_id, f"{item.text} and {number} more")
            working = change(env, desk, Act.EDIT, made)
        elif way == "relink":
            links = chance.choice(working.copy.items).links
            working = change(env, desk, Act.RELINK, acts.relinked(working.copy, item.item_id, links))
        elif way == "add":
            wanted = [each for each in working.judged.capture.items if each.counts]
            working = change(env, desk, Act.ADD, acts.added(working.copy, wanted, working.judged.index))
        else:
            working = drop(env, desk, working.copy.items.index(item))
    copy = working.copy.artifact
    stored = artifacts.put(env.open_store(), copy, now=env.now())
    assert judge_artifact(env, stored.artifact_id, unlisted=True).report == working.judged.report


def test_keeping_makes_a_new_artifact_of_the_old_ones_kind_and_range(env: Env) -> None:
    """Its parent is the old one, which stays as it was; the copy of the old one is empty again."""
    desk = Desk()
    before = desk.open(env, "d-1")
    working = drop(env, desk, 1)
    kept = desk.keep(env, "d-1")
    assert kept.judged is not None
    assert kept.judged.artifact == working.copy.artifact
    assert kept.report == working.judged.report
    assert kept.judged.artifact.parents == (before.stored.artifact_id,)
    assert kept.judged.artifact.source == before.stored.artifact.source
    assert [each.text for each in kept.removed] == [before.copy.items[1].text]
    assert not desk.open(env, "d-1").copy.changed
    with pytest.raises(Refused) as refused:
        desk.keep(env, "d-1")
    assert refused.value.code == "nothing_to_keep"


def test_a_second_person_is_told_who_edits_and_since_when(env: Env) -> None:
    """Each has a copy of their own, and neither sees the other's edits in it."""
    drop(env, Desk(), 0)
    ben = replace(env, actor="ben", now=lambda: "2026-11-20T15:00:00.000Z")
    seen = Desk().open(ben, "d-1")
    (other,) = seen.others
    assert (other.actor, other.since, other.edits) == ("ann", env.now(), 1)
    assert not seen.copy.changed
    drop(ben, Desk(), 1)
    assert [each.actor for each in Desk().open(env, "d-1").others] == ["ben"]
    Desk().keep(env, "d-1")
    assert Desk().open(ben, "d-1").others == ()


def test_a_second_window_of_one_person_is_refused_until_it_has_read_the_first(env: Env) -> None:
    """Nothing is logged on top of an edit that was not seen."""
    seen = Desk().open(env, "d-1")
    drop(env, Desk(), 0)
    with pytest.raises(EditsMoved):
        drop(env, Desk(), 1, expect=seen.last)
    assert Desk().open(env, "d-1").edits == 1


def test_from_a_blocked_summary_to_one_that_passes_by_hand(env: Env) -> None:
    """Add what counts and is lost, drop what has no source: the gates pass, as after a repair."""
    desk = Desk()
    first = desk.open(env, "d-1")
    assert first.judged.report.blocking
    lost = [each.item_id for each in first.judged.report.retention if each.counted and not each.retained]
    wanted = [each for each in first.judged.capture.items if each.item_id in lost]
    working = change(env, desk, Act.ADD, acts.added(first.copy, wanted, first.judged.index))
    for _ in range(3):
        gone = [each.item_id for each in acts.unsourced(working.copy, working.judged.report)]
        hard = [f.item_id for f in working.judged.report.gates["D"].findings if f.severity == "hard"]
        drops = [each for each in (*gone, *hard) if each is not None]
        working = change(env, desk, Act.DROP, acts.dropped(working.copy, drops, loose=True))
    assert repair(env, "d-1", drop_unsourced=True).report.replaceable
    assert working.judged.report.replaceable, working.judged.report.blocking


def test_the_nearest_passages_begin_with_where_a_statement_was_said(env: Env) -> None:
    """The words of an event find that event."""
    working = Desk().open(env, "d-1")
    linked = next(each for each in working.copy.items if each.links)
    found = acts.nearest(SpanSearch(working.judged.index), linked.links[0].quote)
    assert linked.links[0].ordinal in [span.ordinal for span in found]
    assert found[0].support == max(span.support for span in found)
