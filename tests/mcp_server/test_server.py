"""An agent asks and reads; it cannot write, and text of a transcript stays data."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import pytest

from tests.cli.run import environment, inside
from tests.cli.samples import SESSION, write_transcript
from workbench.bootstrap import Env
from workbench.mcp_server.bounds import MOST_CHARACTERS, as_text, bounded, clipped
from workbench.mcp_server.transcripts import Transcripts
from workbench.services.lookup.sessions import session_line

mcp = pytest.importorskip("mcp", reason="the extra mcp is not installed")

TOOLS = ["context", "draft", "list_sessions", "score", "show", "what_was_lost"]
Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with one transcript of the project, by the agent's own rule of names."""
    project = tmp_path / "my_project"
    project.mkdir()
    encoded = "".join(letter if letter.isalnum() else "-" for letter in str(project.resolve()))
    folder = tmp_path / ".claude" / "projects" / encoded
    folder.mkdir(parents=True)
    write_transcript(folder / f"{SESSION}.jsonl")
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def ask(home: Path) -> Ask:
    """Ask one tool in process; a refusal is an `AssertionError` with its text."""

    def asked(tool: str, /, env: Env | None = None, **given: Any) -> dict[str, Any]:
        from workbench.mcp_server.answers import Answers
        from workbench.mcp_server.server import build_server

        there = Transcripts(env or Env(str(home / "s.duckdb")), project=home / "my_project")

        async def call() -> Any:
            async with mcp.Client(build_server(Answers(there))) as client:
                return await client.call_tool(tool, given)

        try:
            result = anyio.run(call)
        finally:
            there.close()
        (content,) = result.content
        text = content.text
        assert not result.is_error, text
        assert result.structured_content is None, "an answer is sent once"
        assert len(text) <= MOST_CHARACTERS
        body = json.loads(text)
        assert isinstance(body, dict)
        return body

    return asked


@pytest.fixture
def stored(home: Path) -> str:
    """The same transcript in the user's store, under its session id."""
    found = next((home / ".claude").rglob("*.jsonl"))
    done = inside("--store", home / "s.duckdb", "import", found, "--json", cwd=home)
    return str(done.json["sessions"][0]["session_id"])


def test_an_agent_asks_what_its_last_compaction_lost_and_gets_it_with_quotes(ask: Ask) -> None:
    stated = ask("what_was_lost")
    assert stated["read_from"].endswith(f"{SESSION}.jsonl") and stated["compaction"] == 1
    lost = {each["text"]: each["quotes"] for each in stated["lost"]}
    assert lost["Do not touch the download client."] == ["[e11] Do not touch the download client."]
    assert any("docs/upload.md" in text for text in lost)
    assert stated["lost_in_all"] == len(lost) and "never instructions" in stated["note"]
    wrong = {each["message"]: each["summary_says"] for each in stated["wrong"]}
    assert "MAX_RETRIES" in wrong["gives MAX_RETRIES the value 5; the session has 3"]
    assert not {"source_scattered", "no_source"} & {each["rule"] for each in stated["wrong"]}
    assert all(each["summary_says"] for each in stated["without_source"])
    assert len(ask("what_was_lost", limit=1)["lost"]) == 1


def test_an_argument_that_a_tool_does_not_have_is_refused(ask: Ask) -> None:
    """If it were ignored, the verdict would be about another session than the one requested."""
    with pytest.raises(AssertionError, match="score has no argument 'session'; it takes target"):
        ask("score", session="somebody-else")


def test_every_tool_reads_only_and_none_accepts(ask: Ask, home: Path) -> None:
    from workbench.mcp_server.answers import Answers
    from workbench.mcp_server.server import build_server

    there = Transcripts(Env(str(home / "s.duckdb")))

    async def listed() -> list[Any]:
        async with mcp.Client(build_server(Answers(there))) as client:
            return list((await client.list_tools()).tools)

    tools = anyio.run(listed)
    there.close()
    assert sorted(tool.name for tool in tools) == TOOLS
    assert all(tool.annotations.read_only_hint is True for tool in tools)
    assert all(tool.input_schema["additionalProperties"] is False for tool in tools)
    assert all(len(tool.description) > 60 for tool in tools)


def test_no_answer_writes_to_the_users_store(ask: Ask, home: Path, stored: str) -> None:
    before = hashlib.sha256((home / "s.duckdb").read_bytes()).hexdigest()
    for tool, given in (
        ("what_was_lost", {"session": stored}),
        ("score", {"target": stored}),
        ("score", {"target": f"{stored}:d-1"}),
        ("show", {"id": f"{stored}:d-1"}),
        ("context", {"session": stored}),
        ("draft", {"session": stored, "start": 0, "end": 16}),
        ("list_sessions", {}),
    ):
        ask(tool, **given)
        assert hashlib.sha256((home / "s.duckdb").read_bytes()).hexdigest() == before, tool
    assert [each.name for each in home.iterdir() if "duckdb" in each.name] == ["s.duckdb"]


def test_a_draft_is_returned_and_not_stored(ask: Ask, home: Path, stored: str) -> None:
    stated = ask("draft", session=stored, start=0, end=16)
    assert stated["stored"] is False and stated["text"].startswith("# Summary of events 0 to 16")
    assert set(stated["gates"]) == set("ABCDE") and "only a person" in stated["accept"]
    command = f"`workbench draft {stored[:12]} --range 0..16 --strategy intentional`"
    assert stated["accept"].endswith(f"in the store: {command}"), "this very draft, not the next one"
    shown = inside("--store", home / "s.duckdb", "show", stored, "--json", cwd=home).json
    assert len(shown["value"]["artifacts"]) == 1, "the transcript's own"
    assert ask("draft", start=0, end=16)["read_from"].endswith(".jsonl")


def test_show_and_context_give_pieces_with_where_to_read_on(ask: Ask, stored: str) -> None:
    stated = ask("show", id=f"{stored}:0")
    assert stated["type"] == "event" and stated["next_offset"] is None and "retry" in stated["text"]
    stated = ask("context", session=stored, view="native")
    assert stated["view"] == "native" and stated["parts"] and "5" in stated["text"]
    assert "never called" not in stated["text"]
    assert ask("context", session=stored, offset=stated["characters"])["text"] == ""


@pytest.mark.parametrize(
    ("tool", "given", "code"),
    [
        ("what_was_lost", {"session": "/etc/passwd"}, "not_allowed"),
        ("what_was_lost", {"session": "../../secret.jsonl"}, "not_allowed"),
        ("what_was_lost", {"compaction": 7}, "usage"),
        ("show", {"id": "nothing-like-it"}, "no_store"),
        ("context", {"session": "ses_ffffffff"}, "no_store"),
        ("context", {"view": "other"}, "usage: context: view: must be 'active' or 'native'"),
        ("list_sessions", {"limit": -3}, "usage: list_sessions: limit: must be at least 1"),
        ("list_sessions", {"limit": 61}, "usage: list_sessions: limit: must be at most 60"),
        ("what_was_lost", {"limit": 61}, "usage: what_was_lost: limit: must be at most 60"),
        ("what_was_lost", {"compaction": 0}, "usage: what_was_lost: compaction: must be at least 1"),
        ("list_sessions", {"limit": "many"}, "usage: list_sessions: limit: must be a whole number"),
        ("what_was_lost", {"limit": 0}, "usage: what_was_lost: limit: must be at least 1"),
        ("context", {"offset": -5}, "usage: context: offset: must be at least 0"),
        ("show", {"id": "x", "offset": -1}, "usage: show: offset: must be at least 0"),
        ("show", {}, "usage: show: id: is missing; it takes id, offset"),
        ("draft", {"strategy": "robot"}, "unknown_name"),
        ("draft", {"start": 3}, "usage"),
        ("draft", {"start": 3, "end": 9_999}, ""),
    ],
)
def test_a_refusal_says_what_to_do(ask: Ask, tool: str, given: dict[str, Any], code: str) -> None:
    with pytest.raises(AssertionError) as stated:
        ask(tool, **given)
    assert code in str(stated.value) and "Traceback" not in str(stated.value)
    assert "pydantic" not in str(stated.value)


@pytest.fixture
def there(home: Path) -> Iterator[Transcripts]:
    """The transcripts of the project."""
    found = Transcripts(Env(str(home / "s.duckdb")), project=home / "my_project")
    yield found
    found.close()


@pytest.fixture
def server(there: Transcripts) -> Any:
    """The server itself, without a client before it."""
    from workbench.mcp_server.answers import Answers
    from workbench.mcp_server.server import build_server

    return build_server(Answers(there))


def test_an_unknown_tool_is_an_error_of_the_protocol(server: Any) -> None:
    """As its specification has it: -32602, not a result of a tool."""
    with pytest.raises(mcp.MCPError, match=r"Unknown tool: accept; there are: .*score") as raised:
        anyio.run(server.call_tool, "accept", {})
    assert raised.value.code == -32602


def test_every_argument_is_described_to_the_agent(server: Any) -> None:
    described = {
        (tool.name, name): value.get("description", "")
        for tool in anyio.run(server.list_tools)
        for name, value in tool.input_schema["properties"].items()
    }
    assert ("score", "target") in described and [key for key, text in described.items() if not text] == []


def test_requests_at_once_read_a_transcript_once_and_what_it_gains_is_added(
    home: Path, there: Transcripts
) -> None:
    path = next((home / ".claude").rglob("*.jsonl"))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-2]))
    with ThreadPoolExecutor(4) as pool:
        before, *others = pool.map(lambda _: there.find(None), range(4))
    assert others == [before] * 3
    events = session_line(before.env, before.session).session.events
    path.write_bytes(b"".join(lines))
    after = there.find(None)
    assert after == before, "in the same scratch store"
    assert session_line(after.env, after.session).session.events == events + 2


def test_a_transcript_that_was_replaced_is_read_anew(home: Path, there: Transcripts) -> None:
    """After the file was replaced, the events come from its new content."""
    path = next((home / ".claude").rglob("*.jsonl"))
    first = there.find(None)
    events = session_line(first.env, first.session).session.events
    path.write_bytes(
        path.read_bytes().replace(b"Do not touch the download client.", b"Use the download client.")
    )
    second = there.find(None)
    assert second.session == first.session and second.env.store_location != first.env.store_location
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:4]))
    third = there.find(None)
    assert third.env.store_location != second.env.store_location
    assert session_line(third.env, third.session).session.events < events
    assert there.read_before() == (third,)


def test_a_file_of_several_sessions_is_rejected(ask: Ask, home: Path, stored: str) -> None:
    """It does not say which one is meant."""
    other = home / "other.jsonl"
    messages = [{"role": "user", "content": "Use SQLite."}, {"role": "assistant", "content": "I will."}]
    other.write_text("\n".join(json.dumps(each) for each in messages) + "\n")
    imported = inside("--store", home / "s.duckdb", "import", other, "--json", cwd=home)
    both = (stored, imported.json["sessions"][0]["session_id"])
    bundle = next((home / ".claude").rglob("*.jsonl")).parent / "two.json"
    assert inside("--store", home / "s.duckdb", "export", "--out", bundle, *both, cwd=home).code == 0
    with pytest.raises(AssertionError, match="holds 2 sessions"):
        ask("score", target=str(bundle))


def test_without_a_transcript_of_the_project_it_says_so(ask: Ask, home: Path) -> None:
    next((home / ".claude").rglob("*.jsonl")).unlink()
    with pytest.raises(AssertionError, match="no transcript of an agent"):
        ask("what_was_lost")


def test_a_rollout_of_the_project_is_found_by_its_working_directory(home: Path) -> None:
    folder = home / ".codex" / "sessions" / "2026" / "11" / "23"
    folder.mkdir(parents=True)
    for name, where in (("mine", home / "my_project"), ("other", home)):
        meta = {"type": "session_meta", "payload": {"id": name, "cwd": str(where.resolve())}}
        (folder / f"rollout-2026-11-23T06-00-00-{name}.jsonl").write_text(json.dumps(meta) + "\n")
    own = next((home / ".claude").rglob("*.jsonl"))
    (own.parent / "agent-1234.jsonl").write_bytes(own.read_bytes())  # a subagent's, which is not meant
    there = Transcripts(Env(str(home / "s.duckdb")), project=home / "my_project")
    assert {path.stem[-4:] for path in there.of_project()} == {"mine", SESSION[-4:]}
    there.close()


def test_hostile_text_and_secrets_never_come_through(ask: Ask, home: Path) -> None:
    path = next((home / ".claude").rglob("*.jsonl"))
    token = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    odd = f"Do not touch the download client.\x1b[2J\u202e Use {token} for it."
    path.write_text(path.read_text().replace("Do not touch the download client.", json.dumps(odd)[1:-1]))
    for stated in (ask("what_was_lost"), ask("context", view="native"), ask("draft", start=0, end=16)):
        text = json.dumps(stated, ensure_ascii=False)
        assert token not in text and "\u202e" not in text and "\\u001b" not in text
    assert "[masked: " in json.dumps(ask("what_was_lost"))


def test_an_answer_has_a_bound_whatever_it_holds() -> None:
    huge = {"items": [{"text": "word " * 900, "more": ["x" * 900] * 70} for _ in range(20)]}
    stated = json.dumps(bounded(huge))
    assert len(stated) <= MOST_CHARACTERS and "more are left out" in stated and "more characters" in stated
    piece, where = clipped("a" * 30_000, 12_000)
    assert len(piece) == 12_000 and where == {"characters": 30_000, "next_offset": 24_000}
    assert clipped("a" * 30_000, 24_000)[1]["next_offset"] is None


@pytest.mark.parametrize("letter", ["\x00", '"', "\u202e", "\\", "é"])
def test_a_text_and_what_is_beside_it_share_one_bound(letter: str) -> None:
    """The limit also applies to escaped characters, and the remaining text can be requested by offset."""
    piece, where = clipped(letter * 30_000, 0)
    huge = {"items": [{"text": "word " * 900, "more": ["x" * 900] * 70} for _ in range(20)], **where}
    assert len(as_text(bounded(huge, piece))) <= MOST_CHARACTERS
    assert where["next_offset"] == len(piece) > 1_000


def test_over_stdio_beside_an_open_store(home: Path, stored: str) -> None:
    """The command as an agent starts it, while a command of the same store runs."""
    from mcp.client.stdio import StdioServerParameters

    command = ["-m", "workbench", "--store", str(home / "s.duckdb"), "mcp"]
    surroundings = {**environment(HOME=str(home)), "PYTHONWARNINGS": "ignore"}
    started = StdioServerParameters(
        command=sys.executable, args=command, cwd=str(home / "my_project"), env=surroundings
    )

    async def talk() -> tuple[Any, Any]:
        async with mcp.Client(started) as client:
            first = await client.call_tool("what_was_lost", {})
            beside = inside("--store", home / "s.duckdb", "draft", stored, "--range", "0..16", cwd=home)
            assert beside.code == 0, beside.err
            return first, await client.call_tool("show", {"id": f"{stored}:d-2"})

    first, second = anyio.run(talk)
    assert "Do not touch the download client." in first.content[0].text
    assert not second.is_error and '"type": "artifact"' in second.content[0].text


def test_the_missing_extra_is_said_in_one_line(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    stated = inside("mcp", "--json", cwd=home)
    assert (stated.code, stated.json["code"]) == (2, "extra_missing") and "[mcp]" in stated.json["hint"]


def test_a_folder_that_is_not_there_is_said(home: Path) -> None:
    stated = inside("mcp", "--folder", home / "nowhere", cwd=home)
    assert stated.code == 2 and "is not a folder" in stated.err
