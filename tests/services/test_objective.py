"""One rule for a session's objective: `show`, `diff`, drafts and snapshots say the same of it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.services.test_drafting import environment
from workbench.services.drafts.draft_command import draft
from workbench.services.drafts.range_choice import choose_range
from workbench.services.lookup.diff import compare
from workbench.services.lookup.show import show
from workbench.services.moves.accept_rollback import accept
from workbench.services.transcript_files.import_transcripts import import_paths

TASK = "Move the exporter to src/export.py. Never touch the invoices table."


def test_a_greeting_is_no_objective_to_anyone(tmp_path: Path) -> None:
    """The first informative message is used, in the session, its draft, a comparison and the snapshot."""
    talk = [("user", "Hello there!"), ("assistant", "Hello. What is to be done?"), ("user", TASK)]
    talk += [("assistant", "The weather in the valley was fine that day. " * 40), ("user", "Go on.")] * 9
    chat = tmp_path / "chat.json"
    chat.write_text(json.dumps({"messages": [{"role": role, "content": words} for role, words in talk]}))
    env = environment(tmp_path)
    session = import_paths(env, [str(chat)]).imported[0].appended.session_id
    made = draft(env, choose_range(env, session, (0, 12)), strategy="checkpoint")
    assert made.judged is not None
    name = made.judged.artifact_id
    moved = accept(env, name, confirm=("C",))
    said = [
        show(env, session).value["objective"],
        made.judged.artifact.objective,
        compare(env, name, name).a.snapshot["objective"],
        show(env, moved.snapshot_id).value["objective"],
    ]
    assert said == [TASK] * 4
