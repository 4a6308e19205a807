"""Marks of a person from the keyboard: settle an uncertain match, reject a draft, which bars accepting it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gates.artifact import Artifact, ArtifactSource, Item, ItemKind, Origin
from gates.report import Retention
from store.records import artifacts
from tests.tui.drive import name_of, press, screen_text
from tests.tui.review.walk import on_screen, say, toast_texts
from workbench.bootstrap import Env
from workbench.services.drafts.draft_page import DraftPage, draft_page
from workbench.services.judgement.judge import judge_artifact
from workbench.services.moves.accept_rollback import history
from workbench.services.review_log.reviews import reject
from workbench.tui.screens.moves.accept import AcceptDialog
from workbench.tui.state.session import SessionState

pytestmark = pytest.mark.anyio
VAGUE = ("Write {}", "Update {}", "Look at {}", "The {} part")


def vaguely(env: Env, session: str, page: DraftPage) -> tuple[str, str]:
    """Keep an artifact that only names the subject of a captured item; return its id and the item's."""
    assert page.judged is not None
    source = page.judged.artifact.source
    for lost in page.judged.report.retention:
        for form in VAGUE:
            words = " ".join(lost.text.split()[-2:])
            item = Item(
                item_id="itm_00000000000000000000",
                kind=ItemKind(lost.kind),
                text=form.format(words),
                status="open",
            )
            made = Artifact(
                source=ArtifactSource(
                    session_id=session, source_start=source.source_start, source_end=source.source_end
                ),
                strategy="intentional",
                prompt_version="by hand/1",
                origin=Origin.DRAFTED,
                objective=f"{form} {lost.item_id}",
            ).with_items((item,))
            stored = artifacts.put(env.open_store(), made, now=env.now())
            report = judge_artifact(env, stored.artifact_id).report
            for verdict in report.retention:
                if verdict.verdict is Retention.UNCERTAIN:
                    return stored.artifact_id, verdict.item_id
    raise AssertionError("no wording of any captured item is uncertain")


async def test_an_uncertain_match_is_settled_with_a_reason(
    store: Env, states: dict[int, SessionState], pages: dict[int, DraftPage]
) -> None:
    """`s` asks why, and the item counts as retained from then on."""
    session = str(states[1].session_id)
    artifact, item = vaguely(store, session, pages[1])
    state = replace(states[1], artifact_id=artifact, number=None, item_id=item)
    async with on_screen(store, state, "claims") as pilot:
        assert "uncertain" in screen_text(pilot.app)
        await press(pilot, "s")
        await say(pilot, "it is meant")
    judged = draft_page(store, session, artifact).judged
    assert judged is not None
    (verdict,) = (each for each in judged.report.retention if each.item_id == item)
    assert verdict.retained


async def test_what_is_not_uncertain_cannot_be_settled(store: Env, states: dict[int, SessionState]) -> None:
    """The message gives the reason."""
    async with on_screen(store, states[1], "claims") as pilot:
        await press(pilot, "s")
        assert name_of(pilot.app) == "claims"
        assert "Only an uncertain match can be settled" in toast_texts(pilot.app)


async def test_what_was_rejected_is_not_accepted(store: Env, states: dict[int, SessionState]) -> None:
    """The dialog names who rejected it, the reason, and how to withdraw that; nothing moves."""
    reject(replace(store, actor="ben"), str(states[3].artifact_id), reason="it reads badly")
    async with on_screen(store, states[3], "draft") as pilot:
        await press(pilot, "a")
        assert isinstance(pilot.app.screen, AcceptDialog)
        assert "ben rejected it: it reads badly" in screen_text(pilot.app)
        assert "it was rejected" in screen_text(pilot.app)
        await press(pilot, "y")
    assert not history(store, states[3].session_id).pointers
