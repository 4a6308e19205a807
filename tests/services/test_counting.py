"""An artifact has the same number of tokens wherever it is counted."""

from __future__ import annotations

from pathlib import Path

from gates.artifact import ArtifactSource
from gates.render import given_text
from store import pointers
from store.context import fold
from store.context.what_if import prospect
from store.lifecycle.open import open_store
from store.records import artifacts, sessions
from tests.cli.samples import GOOD_SUMMARY
from tests.services.test_drafting import environment, imported
from tests.store import build
from workbench.services.contexts.context import read_context
from workbench.services.drafts.draft_command import draft
from workbench.services.drafts.draft_page import draft_page
from workbench.services.drafts.range_choice import choose_range
from workbench.services.judgement.judge import build_index, judge_artifact
from workbench.services.lookup.sessions import sessions_listing
from workbench.services.moves.accept_rollback import accept
from workbench.services.moves.move_preview import foresee_acceptance


def test_draft_acceptance_and_context_say_one_number(tmp_path: Path) -> None:
    """The draft's own, its page's, the foreseen, the move's, the context's and the library's."""
    env = environment(tmp_path)
    session = imported(env, tmp_path)
    judged = draft(env, choose_range(env, session, (0, 16))).judged
    assert judged is not None
    page = draft_page(env, session)
    foreseen = foresee_acceptance(env, judged.artifact_id)
    moved = accept(env, judged.artifact_id, confirm=("C",))
    shown = read_context(env, session).view
    (segment,) = (each for each in shown.segments if each.artifact_id is not None)
    assert segment.tokens == judged.tokens
    assert page.artifact_tokens == moved.range_after.tokens == judged.tokens + judged.kept_tokens
    assert foreseen.after.tokens == moved.after.tokens == shown.tokens
    assert sessions_listing(env)[0].context_tokens == shown.tokens
    ratio = next(m for m in judged.report.gates["E"].measures if m.name == "compression_ratio")
    assert ratio.value == round(page.artifact_tokens / page.source_tokens, 6)


def test_the_links_made_for_judging_count_nowhere(tmp_path: Path) -> None:
    """An imported artifact is counted in the form that an agent would receive."""
    env = environment(tmp_path)
    session = imported(env, tmp_path, summary=GOOD_SUMMARY)
    judged = judge_artifact(env, f"{session}:d-1")
    assert any(item.links for item in judged.artifact.items)
    store = env.open_store()
    with store.reading() as opened:
        assert fold.stand_in(opened, judged.artifact_id).tokens == judged.tokens


def test_the_store_counts_with_the_ranges_own_factor(tmp_path: Path) -> None:
    """Long texts kept apart, other alphabets, sidechains and kept events weigh as for the gates."""
    store = open_store(tmp_path / "store.duckdb")
    events = build.events_of(6)
    events[5] = events[5]._replace(text="größer als 3 Äpfel\n" * 9_000, tokens=60_000)
    events[9] = events[9]._replace(text="x" * 9_000, tokens=1, sidechain="side")
    events[13] = events[13]._replace(text="日本語 " * 500, tokens=1_700)
    events[17] = events[17]._replace(text="y" * 8_000, tokens=10)
    session_id = build.keep(store, events, tmp_path).session_id
    made = build.artifact_of(session_id, 1, 4)
    source = ArtifactSource(session_id=session_id, source_start=4, source_end=19, kept=(17,))
    artifact_id = build.put(store, made.model_copy(update={"source": source}))
    stored = artifacts.get(store, artifact_id)
    index = build_index(store, sessions.get(store, session_id), stored.artifact)
    with store.reading() as opened:
        counted = fold.stand_in(opened, artifact_id).tokens
    assert counted == index.estimate_tokens(given_text(stored.artifact))
    (segment, *_) = (s for s in prospect(store, session_id).fold([artifact_id]) if s.artifact_id)
    assert segment.tokens == counted
    assert pointers.active(store, session_id) == ()
