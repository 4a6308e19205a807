"""The context of a chat completion: S4's order over what the accepted moves say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.run import ROOT
from tests.services.test_drafting import environment
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.services.contexts.context import read_context
from workbench.services.contexts.context_export import Completion
from workbench.services.drafts.draft_command import draft
from workbench.services.drafts.range_choice import choose_range
from workbench.services.moves.accept_rollback import accept, rollback
from workbench.services.transcript_files.import_transcripts import import_paths


@pytest.fixture(scope="module")
def chat(tmp_path_factory: pytest.TempPathFactory) -> tuple[Env, str, str]:
    """The chat sample with a memory drafted of all but its last events; environment, session, artifact."""
    folder: Path = tmp_path_factory.mktemp("order")
    env = environment(folder)
    session = import_paths(env, [str(ROOT / "sample_sessions" / "kitchen-chat.json")])
    name = session.imported[0].appended.session_id
    made = draft(env, choose_range(env, name, (0, 214)), strategy="memory")
    assert made.judged is not None
    return env, name, made.judged.artifact_id


def messages(env: Env, session: str, completion: Completion | None = None) -> list[tuple[str, str]]:
    """Roles and contents as an OpenAI request has them."""
    found = read_context(env, session, output="openai", completion=completion)
    return [(m["role"], m["content"]) for m in json.loads(found.exported or "")["messages"]]


def test_the_order_is_the_contracts_and_follows_the_moves(chat: tuple[Env, str, str]) -> None:
    """System prompt, memory, the newest messages it keeps, the events after it, the new message; and back."""
    env, session, artifact = chat
    before = messages(env, session)
    accept(env, artifact)
    stated = messages(env, session, Completion(message="And the tiles?"))
    assert stated[0] == before[0]
    assert stated[0][0] == "system"
    assert stated[1][0] == "user"
    assert stated[1][1].startswith("<summary>")
    assert stated[-7:-1] == before[-6:]
    assert [each for each in before if each in stated[2:-7]] == stated[2:-7]
    assert stated[-1] == ("user", "And the tiles?")
    rollback(env, artifact)
    assert messages(env, session) == before


def test_a_given_system_prompt_stands_first(chat: tuple[Env, str, str]) -> None:
    """The system prompt comes first in both message formats."""
    env, session, _ = chat
    assert messages(env, session, Completion("Be brief."))[0] == ("system", "Be brief.")
    found = read_context(env, session, output="anthropic", completion=Completion("Be brief.", "Hello"))
    body = json.loads(found.exported or "")
    assert body["system"].startswith("Be brief.")
    assert body["messages"][-1]["role"] == "user"
    assert body["messages"][-1]["content"][-1]["text"] == "Hello"


def test_only_a_message_array_is_added_to(chat: tuple[Env, str, str]) -> None:
    """Anything else is refused with what would do."""
    env, session, _ = chat
    for output in (None, "text", "markdown"):
        with pytest.raises(UsageError, match="message array only"):
            read_context(env, session, output=output, completion=Completion(message="Hello"))
