"""A request that was carried out is listed once: as likely lost, or counted once a person says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from gates.capture import CapturedItem, make_capture
from gates.report import GateReport
from store.records import captures
from tests.services.test_drafting import environment, imported
from workbench.bootstrap import Env
from workbench.cli.views.sessions import capture_lines
from workbench.errors import UnknownId
from workbench.services.judgement.judge import judge_artifact
from workbench.services.lookup.range_capture import capture
from workbench.services.review_log import capture_reviews, reviews

SUMMARY = """\
Summary:
1. Primary Request and Intent:
   The upload client got its loop.

8. Current Work:
   The upload tests pass.
"""
LIMIT = "Never retry more than 3 times."


@pytest.fixture
def env(tmp_path: Path) -> Env:
    return environment(tmp_path)


@pytest.fixture
def session(env: Env, tmp_path: Path) -> str:
    """A session whose summary leaves out a request that was carried out."""
    found = imported(env, tmp_path, summary=SUMMARY)
    source = judged(env, found)
    start, end = source.source_start or 0, source.source_end or 0
    store = env.open_store()
    known = captures.current(store, found, start, end)
    assert known is not None
    items = [done(each) if each.text == LIMIT else each for each in known.capture.items]
    made = make_capture(known.capture.capture_version, items, known.capture.proposed)
    captures.put(store, found, start, end, made, events_digest=known.events_digest, now=env.now())
    return found


def done(item: CapturedItem) -> CapturedItem:
    """The item as a request that was carried out and probably still binds."""
    return item.model_copy(update={"carried_out": True, "likelihood": 0.95})


def judged(env: Env, session: str) -> GateReport:
    return judge_artifact(env, f"{session}:d-1").report


def rows(report: GateReport) -> list[bool]:
    """Whether the item counts, once for each row that lists it."""
    return [each.counted for each in report.retention if each.text == LIMIT and not each.retained]


def the_id(report: GateReport) -> str:
    return next(each.item_id for each in report.likely_lost if each.text == LIMIT)


def test_what_is_listed_as_likely_lost_can_be_counted_by_its_id(env: Env, session: str) -> None:
    """It is then lost, once, and the gate judges it; withdrawing restores the former state."""
    before = judged(env, session)
    assert rows(before) == [False]
    made = capture_reviews.confirm(env, the_id(before)[:12], reason="it still binds")
    assert made.about == f"carried-out decision added: {LIMIT}"
    after = judged(env, session)
    assert rows(after) == [True]
    count = [sum(each.counted for each in r.retention) for r in (before, after)]
    assert count[1] == count[0] + 1
    capture_reviews.withdraw(env, the_id(before), reason="it does not")
    assert rows(judged(env, session)) == [False]


def test_dismissing_it_removes_it_from_the_list(env: Env, session: str) -> None:
    """It is listed nowhere but among the dismissed."""
    reviews.dismiss(env, the_id(judged(env, session)), reason="it was a one-off")
    assert rows(judged(env, session)) == []


def test_counted_by_its_words_it_is_listed_once(env: Env, session: str) -> None:
    """The words that a person adds take the place of the request's own."""
    ordinal = next(e.evidence[0].ordinal for e in judged(env, session).likely_lost if e.text == LIMIT)
    text = LIMIT.rstrip(".")
    reviews.add(env, session, kind="decision", text=text, ordinal=ordinal, quote=None, reason="binds")
    report = judged(env, session)
    listed = [(e.text, e.counted) for e in report.retention if e.text.startswith(text) and not e.retained]
    assert listed == [(text, True)]


def test_a_capture_says_what_counts(env: Env, session: str) -> None:
    """The heading separates what counts from what was carried out, which `review add` counts."""
    report = judged(env, session)
    assert report.source_start is not None and report.source_end is not None
    whole = (report.source_start, report.source_end)

    def shown() -> str:
        lines = capture_lines(capture(env, session, whole), 100)
        return "\n".join("".join(piece.text for piece in each) for each in lines)

    assert "1 carried out" in shown() and "counts it anyway" in shown()
    capture_reviews.confirm(env, the_id(report), reason="it still binds")
    assert "carried out" not in shown()


def test_what_counts_already_is_not_added_again(env: Env, session: str) -> None:
    """The error says that it needs no adding."""
    counted = next(e for e in judged(env, session).retention if e.counted)
    with pytest.raises(UnknownId, match="no item that does not count yet"):
        capture_reviews.confirm(env, counted.item_id, reason="it binds")
