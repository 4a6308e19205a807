"""A session made of attacks, all at once, on every screen and dialog of the app and in what leaves it."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.corpus import ATTACKS
from tests.attacks.transcripts import hostile
from tests.tui.build import fixed_env
from tests.tui.drive import NARROW, keeping_pager, name_of, press, running, settle, text_of
from tests.tui.style_rules import parse_once
from tests.tui.unseen import draw_without_a_terminal
from workbench.bootstrap import Env
from workbench.escaping import HOSTILE
from workbench.services.drafts.draft_command import draft
from workbench.services.drafts.range_choice import choose_range
from workbench.services.moves import accept_rollback
from workbench.services.review_log.reviews import reject
from workbench.services.transcript_files.import_transcripts import import_paths
from workbench.tui.keyboard.keys import SCREENS

pytestmark = pytest.mark.anyio
OSC_52 = re.compile("\x1b\\]52;c;([A-Za-z0-9+/=]*)")
TITLE = re.compile("\x1b\\][012];")
PLACES: dict[str, tuple[str, ...]] = {
    "timeline": ("j", "j", "shift+down", "c", "escape", "slash", "m", "a", "r", "k", "enter", "n"),
    "event": ("right_square_bracket", "w"),
    "capture": ("j", "x", "escape"),
    "draft": ("n", "tab", "j", "enter", "x", "escape", "question_mark", "escape", "ctrl+p", "escape"),
    "claims": ("j", "l", "tab", "j", "tab", "s", "escape"),
    "compare": ("m", "s", "w"),
    "history": ("enter", "z", "escape"),
    "context": ("v", "tab", "j"),
    "replay": ("m", "m"),
    "library": ("slash", "m", "escape", "i", "escape"),
    "run": ("j", "tab", "j", "a"),
}
"""Keys pressed on each screen: cursors, searches and every dialog that opens there."""


@pytest.fixture(scope="module")
def env(tmp_path_factory: pytest.TempPathFactory) -> Env:
    """Attacks in every event, in a draft, in the reasons and actors of a review and of two moves."""
    folder = tmp_path_factory.mktemp("attacked")
    env = fixed_env(folder)
    name, body = hostile("claude-code")
    path = folder / f"\u202e[bold]{name}"
    path.write_bytes(body)
    done = import_paths(env, [str(path)]).imported[0].appended
    said = " ".join(attack.text for attack in ATTACKS if attack.name != "surrogate")
    chosen = choose_range(env, done.session_id, (0, done.events - 1))
    for strategy in ("intentional", "checkpoint"):
        made = draft(env, chosen, strategy=strategy)
        judged = made.judged
        assert judged is not None
        if made.report.replaceable:
            accept_rollback.accept(env, judged.artifact_id, confirm=made.report.unjudged, reason=said)
            accept_rollback.rollback(env, judged.artifact_id, reason=said)
        last = judged.artifact_id
    reject(env, last, reason=said)
    return env


def obeyed(app: Any) -> list[str]:
    """Return the parts of the screen that a terminal, or Textual itself, would execute."""
    strips = app.screen._compositor.render_strips()
    found = [HOSTILE.findall(text_of(app, strips).replace("\n", ""))]
    for strip in strips:
        for segment in strip:
            if segment.style is not None:
                found.append([segment.style.link] if segment.style.link else [])
                found.append(
                    [str(each) for each in (segment.style.meta or {}).values() if "app.quit" in str(each)]
                )
    return [each for some in found for each in some]


async def test_every_screen_shows_attacks_and_obeys_none(
    env: Env, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Screens, dialogs, toasts, the window's title, the clipboard and the pager."""
    draw_without_a_terminal(monkeypatch)
    parse_once(monkeypatch)
    paged = keeping_pager(tmp_path, monkeypatch)
    assert set(PLACES) == set(SCREENS)
    sent: list[str] = []
    async with running(env) as pilot:
        app: Any = pilot.app
        monkeypatch.setattr(app._driver, "write", sent.append)
        await press(pilot, "enter")
        for name, keys in PLACES.items():
            if name == "event":
                await press(pilot, "2", "g", "j", "enter")
            elif name == "capture":
                await press(pilot, "2", "d")
            else:
                app.go(name)
                await settle(pilot)
            assert name_of(app) == name
            for key in (*keys, "y", "o"):
                await press(pilot, key)
                assert obeyed(app) == [], (name, key)
            if name in ("event", "claims"):
                await pilot.resize_terminal(*NARROW)
                await settle(pilot)
                assert obeyed(app) == [], name
            while name_of(app) not in SCREENS:
                await press(pilot, "escape")
        app.action_recent()
        await settle(pilot)
        assert obeyed(app) == []
        assert not any("fault in the program" in text for _, _, text in app.recent)
    everything = "".join(sent)
    copied = [base64.b64decode(each).decode() for each in OSC_52.findall(everything)]
    assert len(copied) >= 6 and not any(map(HOSTILE.search, copied)), copied
    assert not TITLE.search(everything)
    assert not HOSTILE.search(paged.read_text(encoding="utf-8"))
