"""An import that is stopped in the middle of a file leaves nothing behind, and can be repeated."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.build import fixed_env, login_log
from workbench.services.lookup.sessions import sessions_listing
from workbench.services.transcript_files import import_transcripts


class Stopped(Exception):
    """The exception raised by a person's esc."""


def test_a_stop_in_the_middle_of_a_file_keeps_none_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The listener receives the reading's progress, and an exception it raises ends the import."""
    monkeypatch.setattr(import_transcripts, "STATED_EVERY", 10)
    path = str(login_log().write(tmp_path, "login.jsonl"))
    env = fixed_env(tmp_path)
    heard: list[str] = []

    def stop(text: str) -> None:
        heard.append(text)
        if "20 events" in text:
            raise Stopped

    with pytest.raises(Stopped):
        import_transcripts.import_paths(env, [path], on_progress=stop)
    assert heard == [
        f"importing 1 of 1: {each}" for each in (path, f"10 events of {path}", f"20 events of {path}")
    ]
    assert sessions_listing(env) == ()
    done = import_transcripts.import_paths(env, [path], on_progress=heard.append)
    assert done.imported[0].appended.events_added == sessions_listing(env)[0].session.events > 20
