"""The context with an artifact accepted, read before anything is moved."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.errors import RangeOverlaps
from tests.cli.run import ROOT
from tests.services.test_drafting import environment
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.services.contexts.context import read_context
from workbench.services.drafts.draft_command import draft
from workbench.services.drafts.range_choice import choose_range
from workbench.services.moves.accept_rollback import accept, rollback
from workbench.services.transcript_files.import_transcripts import import_paths


@pytest.fixture(scope="module")
def drafted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Env, str, str, str]:
    """Environment, session, and two drafts whose ranges overlap in part."""
    folder: Path = tmp_path_factory.mktemp("proposed")
    env = environment(folder)
    imported = import_paths(env, [str(ROOT / "sample_sessions" / "kitchen-chat.json")])
    session = imported.imported[0].appended.session_id
    made = [
        draft(env, choose_range(env, session, span), strategy="memory").judged
        for span in ((0, 120), (60, 214))
    ]
    assert made[0] is not None
    assert made[1] is not None
    return env, session, made[0].artifact_id, made[1].artifact_id


def test_it_is_what_acceptance_makes(drafted: tuple[Env, str, str, str]) -> None:
    """Segments and text equal those after acceptance; nothing moves before."""
    env, session, artifact, _ = drafted
    active = read_context(env, session)
    proposed = read_context(env, session, proposed=artifact, output="text")
    assert proposed.view.segments != active.view.segments
    assert proposed.other.segments == active.view.segments
    assert proposed.to_json()["proposed"] == artifact
    assert read_context(env, session).view == active.view
    accept(env, artifact)
    accepted = read_context(env, session, output="text")
    assert (accepted.view.segments, accepted.exported) == (proposed.view.segments, proposed.exported)
    assert read_context(env, session, proposed=artifact).view.segments == accepted.view.segments
    rollback(env, artifact)


def test_what_could_not_be_accepted_is_refused_likewise(drafted: tuple[Env, str, str, str]) -> None:
    """An overlap is named before a person reads what could never be."""
    env, session, artifact, overlapping = drafted
    accept(env, artifact)
    with pytest.raises(RangeOverlaps):
        read_context(env, session, proposed=overlapping)
    rollback(env, artifact)


def test_a_number_names_a_draft_of_the_session(drafted: tuple[Env, str, str, str]) -> None:
    """`d-1` is short for the session's first."""
    env, session, artifact, _ = drafted
    assert read_context(env, session, proposed="d-1").to_json()["proposed"] == artifact


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"view": "native"}, "context of now"),
        ({"as_of": "ptr_0"}, "context of now"),
        ({"output": "codex"}, "what was accepted"),
    ],
)
def test_only_the_context_of_now_and_no_session_to_resume(
    drafted: tuple[Env, str, str, str], choices: dict[str, str], words: str
) -> None:
    """A session to resume never contains a draft that was not accepted."""
    env, session, artifact, _ = drafted
    with pytest.raises(UsageError, match=words):
        read_context(env, session, proposed=artifact, **choices)  # type: ignore[arg-type]  # one of its own
