"""The app notices what other processes did, by looking at the file, without opening it needlessly."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.build import chat_log, fixed_env
from tests.tui.drive import name_of, press, running, screen_text, settle, until_shown
from workbench.bootstrap import Env
from workbench.services.drafts.draft_command import draft
from workbench.services.drafts.range_choice import choose_range
from workbench.services.moves.accept_rollback import accept
from workbench.services.transcript_files.import_transcripts import import_paths
from workbench.tui import watching
from workbench.tui.screens.base import BaseScreen
from workbench.tui.watching import FileWatch

SAMPLE = Path(__file__).parents[2] / "sample_sessions" / "clean-run.jsonl"
pytestmark = pytest.mark.anyio


def touched(path: Path, size: int) -> None:
    """Another size, and so another state."""
    path.write_bytes(b"x" * size)


def test_a_change_counts_once_the_file_is_still(tmp_path: Path) -> None:
    """Not while it still grows, and only once; its log, its disappearance and its return count as well."""
    path = tmp_path / "store.duckdb"
    touched(path, 1)
    watch = FileWatch(str(path))
    assert not watch.changed()
    for size in (2, 3):
        touched(path, size)
        assert not watch.changed()
    assert [watch.changed(), watch.changed()] == [True, False]
    touched(path.with_name("store.duckdb.wal"), 1)
    assert [watch.changed(), watch.changed()] == [False, True]
    path.unlink()
    assert [watch.changed(), watch.changed(), watch.changed()] == [False, True, False]
    assert not FileWatch("duckdb:///x").changed()


async def test_an_import_beside_the_app_appears_by_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library lists the session without a key; while nobody writes, the store is not opened."""
    monkeypatch.setattr("workbench.tui.screens.base.EVERY_SECONDS", 0.05)
    env = fixed_env(tmp_path)
    async with running(env) as pilot:
        assert "Sessions (0)" in screen_text(pilot.app)
        import_paths(env, [str(chat_log().write(tmp_path, "chat.jsonl"))])
        await until_shown(pilot, "Sessions (1)")
        await settle(pilot)
        opened: list[str] = []
        monkeypatch.setattr("store.lifecycle.open.reopen_store", lambda *_, **__: opened.append("again"))
        await pilot.pause(0.5)
        assert opened == []
    assert watching.EVERY_SECONDS >= 1


async def test_a_store_removed_under_the_app_is_said_to_be_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not that there are no sessions yet; once it is back, so are they."""
    monkeypatch.setattr("workbench.tui.screens.base.EVERY_SECONDS", 0.05)
    env = fixed_env(tmp_path)
    import_paths(env, [str(chat_log().write(tmp_path, "chat.jsonl"))])
    place = Path(env.store_location)
    async with running(env) as pilot:
        assert "Sessions (1)" in screen_text(pilot.app)
        place.rename(place.with_name("elsewhere"))
        await until_shown(pilot, "The store is gone.")
        assert "No sessions yet" not in screen_text(pilot.app)
        place.with_name("elsewhere").rename(place)
        await until_shown(pilot, "Sessions (1)")


async def test_a_move_beside_the_app_is_seen_by_the_screen_on_top(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not by the one below, which would take the change for its own."""
    monkeypatch.setattr("workbench.tui.screens.base.EVERY_SECONDS", 0.05)
    env = fixed_env(tmp_path)
    session = import_paths(env, [str(SAMPLE)]).imported[0].appended.session_id
    made = draft(env, choose_range(env, session)).judged
    assert made is not None
    async with running(env) as pilot:
        await press(pilot, "enter", "3")
        assert "a accepts" in screen_text(pilot.app)
        accept(env, made.artifact_id, confirm=("C", "E"))
        await until_shown(pilot, "ACTIVE")


@pytest.mark.parametrize("keys", [(), ("2",), ("2", "enter")], ids=["library", "timeline", "event"])
async def test_a_screen_begins_to_watch_once(
    env: Env, monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...]
) -> None:
    """Two watches a moment apart would take a file that grows for one that is still, and read it twice."""
    begun: list[str] = []
    mounted = BaseScreen.on_mount

    def counted(screen: BaseScreen) -> None:
        begun.append(screen.NAME)
        mounted(screen)

    monkeypatch.setattr(BaseScreen, "on_mount", counted)
    async with running(env) as pilot:
        await press(pilot, *keys)
        assert len(begun) == len(set(begun)) and name_of(pilot.app) in begun
