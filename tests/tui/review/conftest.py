"""A store with the session that loses open work: its own compaction as d-1, a good draft as d-2 and d-3."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.made_once import made_once
from tests.tui.build import fixed_env
from workbench.bootstrap import Env
from workbench.services.drafts import draft_command, range_choice
from workbench.services.drafts.draft_page import DraftPage, draft_page
from workbench.services.lookup.sessions import sessions_listing
from workbench.services.moves.accept_rollback import accept
from workbench.services.transcript_files.import_transcripts import import_paths
from workbench.tui.state.session import SessionState

SAMPLE = Path(__file__).parents[3] / "sample_sessions" / "lost-open-work.jsonl"


@pytest.fixture(scope="session")
def reviewed_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the store file, made once a run."""

    def make(folder: Path) -> None:
        env = fixed_env(folder)
        session = import_paths(env, [str(SAMPLE)]).imported[0].appended
        first = session.compactions[0]
        for wanted in ((first.source_start, first.source_end), None):
            draft_command.draft(env, range_choice.choose_range(env, session.session_id, wanted))

    made = made_once(tmp_path_factory, "review", make)
    return Path(shutil.copy(made / "store.duckdb", tmp_path_factory.mktemp("review")))


@pytest.fixture
def store(reviewed_store: Path, tmp_path: Path) -> Env:
    """Return an environment on a copy of that store."""
    shutil.copy(reviewed_store, tmp_path / "store.duckdb")
    return fixed_env(tmp_path)


@pytest.fixture(scope="session")
def pages(reviewed_store: Path) -> dict[int, DraftPage]:
    """Return the pages of the three drafts by number, read once."""
    env = fixed_env(reviewed_store.parent)
    session = sessions_listing(env)[0].session.session_id
    newest = draft_page(env, session)
    return {each.number: draft_page(env, session, each.artifact_id) for each in newest.drafts}


@pytest.fixture(scope="session")
def states(pages: dict[int, DraftPage]) -> dict[int, SessionState]:
    """Return the session opened at each of its drafts."""
    return {
        number: SessionState(
            page.session.session_id,
            "lost-open-work",
            page.judged.artifact_id if page.judged else None,
            number,
        )
        for number, page in pages.items()
    }


@pytest.fixture(scope="session")
def moved_store(
    reviewed_store: Path, states: dict[int, SessionState], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return the same store after d-2 and d-3 were accepted."""

    def make(folder: Path) -> None:
        shutil.copy(reviewed_store, folder / "store.duckdb")
        env = fixed_env(folder)
        for number in (2, 3):
            accept(env, str(states[number].artifact_id))

    return made_once(tmp_path_factory, "moved", make) / "store.duckdb"


@pytest.fixture
def moved(moved_store: Path, tmp_path: Path) -> Env:
    """Return an environment on a copy of that."""
    shutil.copy(moved_store, tmp_path / "store.duckdb")
    return fixed_env(tmp_path)
