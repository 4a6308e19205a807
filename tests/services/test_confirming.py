"""A proposed item counts for gate C once a person confirmed it, and not before."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.services.test_drafting import environment
from workbench.bootstrap import Env
from workbench.errors import UnknownId, UsageError
from workbench.services.lookup.range_capture import capture
from workbench.services.review_log import capture_reviews, reviews
from workbench.services.transcript_files.import_transcripts import import_paths

CHAT = (
    ("user", "Keep the retry limit at 3 in src/upload.py."),
    ("assistant", "The limit stands. Want me to do the rest?"),
    ("user", "yes"),
)


@pytest.fixture
def env(tmp_path: Path) -> Env:
    return environment(tmp_path)


@pytest.fixture
def session(env: Env, tmp_path: Path) -> str:
    path = tmp_path / "chat.json"
    path.write_text(json.dumps({"messages": [{"role": r, "content": c} for r, c in CHAT]}), encoding="utf-8")
    return import_paths(env, [str(path)]).imported[0].appended.session_id


def test_confirming_makes_a_proposed_item_count(env: Env, session: str) -> None:
    """It leaves the proposals with its id and words, and is an item of the reviewer."""
    before = capture(env, session).capture
    (waiting,) = before.proposed
    capture_reviews.confirm(env, waiting.item_id[:12], reason="agreed")
    after = capture(env, session).capture
    assert after.proposed == ()
    (confirmed,) = (item for item in after.items if item.item_id == waiting.item_id)
    assert (confirmed.text, confirmed.origin, confirmed.counts) == (waiting.text, "reviewer", True)
    assert len(after.items) == len(before.items) + 1


def test_a_dismissed_proposal_is_gone(env: Env, session: str) -> None:
    """`review dismiss` takes proposals too, before any draft was scored."""
    (waiting,) = capture(env, session).capture.proposed
    reviews.dismiss(env, waiting.item_id, reason="it was small talk")
    assert capture(env, session).capture.proposed == ()


def test_an_unknown_proposal_is_refused(env: Env, session: str) -> None:
    """The error names the place where the ids are listed."""
    assert capture(env, session).capture.proposed
    with pytest.raises(UnknownId, match="no item that does not count yet"):
        capture_reviews.confirm(env, "cap_ffffffff", reason="agreed")


def test_an_empty_reason_is_refused_in_one_way(env: Env, session: str) -> None:
    """An empty reason is refused for every review; nothing is recorded, and no option is named."""
    (waiting,) = capture(env, session).capture.proposed
    refused: tuple[Callable[[], object], ...] = (
        lambda: reviews.dismiss(env, waiting.item_id, reason=" "),
        lambda: capture_reviews.dismiss(env, session, waiting.item_id, waiting.text, reason=""),
        lambda: capture_reviews.confirm(env, waiting.item_id, reason="\n"),
    )
    stated = set()
    for act in refused:
        with pytest.raises(UsageError) as error:
            act()
        stated.add((error.value.message, error.value.hint))
    assert stated == {("the reason is empty", "say why, for whoever reads the record later")}
    with pytest.raises(UsageError, match="the text is empty"):
        reviews.add(env, session, kind="decision", text=" ", ordinal=0, quote=None, reason="r")
    assert capture(env, session).capture.proposed == (waiting,)
    reviews.dismiss(env, waiting.item_id, reason="it was small talk")
    with pytest.raises(UsageError, match="the reason is empty"):
        capture_reviews.withdraw(env, waiting.item_id, reason=" ")
