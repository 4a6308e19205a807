"""The plot of context use begins and ends at what the agent reported, where it reported anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.records import sessions
from tests.importers.build import Log, text
from tests.tui.build import SUMMARY, fixed_env
from workbench.bootstrap import Env
from workbench.services.lookup.timeline import context_use, outline
from workbench.services.transcript_files.import_transcripts import import_paths


def grown(log: Log, turns: int) -> None:
    for turn in range(turns):
        log.user(f"Turn {turn}: the login test still fails on CI. " + "It prints the same words. " * 20)
        log.assistant(text("The cookie is set with another flag now. " * 20))


def twice_compacted(folder: Path, *, after: bool) -> tuple[Env, str]:
    """Two compactions, the first found 9,000 tokens and left 5,000, the second found 8,000."""
    log, left = Log(), {"postTokens": 5_000} if after else {}
    for before in (9_000, 8_000):
        grown(log, 6)
        log.compact(SUMMARY, trigger="auto", preTokens=before, **left)
        left = {}
    grown(log, 3)
    env = fixed_env(folder)
    import_paths(env, [str(log.write(folder, "log.jsonl"))])
    return env, sessions.listing(env.open_store())[0].session_id


def test_a_part_begins_at_what_its_compaction_left_and_ends_at_what_the_next_one_found(
    tmp_path: Path,
) -> None:
    env, session_id = twice_compacted(tmp_path, after=True)
    read = outline(env, session_id)
    first, second = read.compactions
    assert (first.tokens_before, first.tokens_after, second.tokens_before) == (9_000, 5_000, 8_000)
    use = read.use
    assert len(use) == read.session.events
    assert first.summary is not None
    assert use[first.source_end] == pytest.approx(9_000, abs=1)
    assert use[first.summary] == pytest.approx(5_000, abs=1)
    assert use[second.source_end] == pytest.approx(8_000, abs=1)
    between = use[first.summary : second.source_end + 1]
    assert list(between) == sorted(between)


def test_a_closer_look_shows_the_same_figures(tmp_path: Path) -> None:
    env, session_id = twice_compacted(tmp_path, after=True)
    whole = outline(env, session_id).use
    for start in range(len(whole)):
        assert context_use(env, session_id, start, len(whole) - 1).tokens == whole[start:]


def test_without_a_report_of_what_was_left_the_next_compaction_shows_it(tmp_path: Path) -> None:
    env, session_id = twice_compacted(tmp_path, after=False)
    read = outline(env, session_id)
    first, second = read.compactions
    assert first.tokens_after is None
    assert read.use[first.source_end] == 9_000
    assert read.use[second.source_end] == 8_000
    assert 0 < read.use[second.source_end + 1] < 8_000
