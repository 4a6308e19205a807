"""`context` as a session file: its location, its content, and the files it never overwrites."""

from __future__ import annotations

import errno
import json
from pathlib import Path

import pytest

from gates.source import EventKind
from tests.cli.run import ROOT, Result, inside
from tests.exporters.session_files import NEW, claude_problems, records, resumed
from workbench import plugin_registry
from workbench.importers.base import Importer
from workbench.importers.claude_code import ClaudeCodeImporter
from workbench.services.output_shapes.context_shapes import ContextShape

SAMPLE = ROOT / "sample_sessions" / "lost-open-work.jsonl"
RANGE = "0..200"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the sample session and an accepted draft of its first events."""
    path = tmp_path_factory.mktemp("resume") / "s.duckdb"
    run(path, "import", SAMPLE)
    made = run(path, "draft", session(path), "--range", RANGE, "--json").json
    assert run(path, "accept", made["artifact_id"], "--confirm", "C", "--confirm", "D").code == 0
    return path


def run(store: Path, *arguments: str | Path, **changes: str) -> Result:
    return inside("--store", store, *arguments, cwd=store.parent, env=None, **changes)


def session(store: Path) -> str:
    name: str = run(store, "sessions", "--json").json["sessions"][0]["session_id"]
    return name


def written(store: Path, agent: str, *more: str | Path, **changes: str) -> tuple[Path, str]:
    """Write a session file; its path and the new session's id."""
    stated = run(store, "context", session(store), "--format", agent, "--json", *more, **changes)
    assert stated.code == 0, stated.out
    body = ContextShape.model_validate(stated.json)
    assert body.written is not None and body.written.session_id is not None
    return Path(body.written.path), body.written.session_id


def test_a_folder_gets_the_file_under_the_agents_own_name(store: Path, tmp_path: Path) -> None:
    path, name = written(store, "claude-code", "--out", tmp_path)
    assert path == tmp_path / f"{name}.jsonl" and path.stat().st_mode & 0o777 == 0o600
    other, again = written(store, "claude-code", "--out", tmp_path)
    assert other != path and again != name, "every export is a session of its own"
    path, name = written(store, "codex", "--out", tmp_path)
    assert path.name.startswith("rollout-") and path.name.endswith(f"-{name}.jsonl")


def test_a_file_named_by_a_uuid_is_that_session(store: Path, tmp_path: Path) -> None:
    given = "0e7d4f5e-6b1c-4f0a-9d53-2f1f5a2f8a11"
    assert written(store, "claude-code", "--out", tmp_path / f"{given}.jsonl")[1] == given


def test_nothing_is_overwritten_unless_asked_for_and_the_original_never(store: Path, tmp_path: Path) -> None:
    path = tmp_path / "context.jsonl"
    path.write_text("mine")
    stated = run(store, "context", session(store), "--format", "claude-code", "--out", path, "--json")
    assert (stated.code, stated.json["code"]) == (2, "file_exists") and path.read_text() == "mine"
    written(store, "claude-code", "--out", path, "--replace")
    assert len(records(path.read_text())) > 100 and list(tmp_path.iterdir()) == [path]
    original = tmp_path / "original.jsonl"
    original.write_bytes(SAMPLE.read_bytes())
    stated = run(
        store, "context", session(store), "--format", "claude-code", "--out", original, "--replace", "--json"
    )
    assert (stated.code, stated.json["code"]) == (2, "original_session")
    assert original.read_bytes() == SAMPLE.read_bytes()


def test_a_short_id_is_no_reason_to_take_any_file_for_the_original(tmp_path: Path) -> None:
    """Whose id is `1` is found by reading the file: not in every name and every text with a 1 in it."""
    messages = [
        {"type": "human", "content": "Fix row 1", "id": "h"},
        {"type": "ai", "content": "Ok.", "id": "a"},
    ]
    state = {"config": {"configurable": {"thread_id": "1"}}, "values": {"messages": messages}}
    original, place, out = tmp_path / "history.json", tmp_path / "store.duckdb", tmp_path / "out-1.json"
    original.write_text(json.dumps([state]), encoding="utf-8")
    assert run(place, "import", original).code == 0
    words = ("context", session(place), "--format", "openai", "--json", "--out")
    out.write_text("1, mine")
    assert run(place, *words, out).json["code"] == "file_exists"
    assert run(place, *words, out, "--replace").code == 0
    assert "Fix row 1" in out.read_text(encoding="utf-8")
    assert run(place, *words, original, "--replace").json["code"] == "original_session"
    assert json.loads(original.read_text(encoding="utf-8")) == [state]


@pytest.mark.parametrize("replace", [(), ("--replace",)])
def test_a_session_file_appears_whole(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, replace: tuple[str, ...]
) -> None:
    """An agent that looks in the middle of it finds no file, or the one before; a failure leaves no part."""
    out, before = tmp_path / "context.jsonl", "one before" if replace else None
    if before is not None:
        out.write_text(before)
    seen: list[str | None] = []

    def full(_: int) -> None:
        seen.append(out.read_text() if out.exists() else None)
        raise OSError(errno.ENOSPC, "No space left on device")

    words: tuple[str | Path, ...] = ("context", session(store), "--format", "claude-code", "--out", out)
    with monkeypatch.context() as patched:
        patched.setattr("workbench.services.contexts.session_files.os.fsync", full)
        stated = run(store, *words, "--json", *replace)
    assert (stated.code, stated.json["code"]) == (2, "not_writable")
    assert seen == [before]
    assert [each.name for each in tmp_path.iterdir()] == ([out.name] if replace else [])


def test_a_new_session_never_takes_the_id_of_the_original(store: Path, tmp_path: Path) -> None:
    original = json.loads(SAMPLE.read_text().splitlines()[0])["sessionId"]
    chosen = ("--format", "claude-code", "--out", tmp_path / f"{original}.jsonl", "--json")
    stated = run(store, "context", session(store), *chosen)
    assert (stated.code, stated.json["code"]) == (2, "original_session") and not list(tmp_path.iterdir())


def test_a_folder_named_like_a_session_names_none(store: Path, tmp_path: Path) -> None:
    """An agent keeps files of a session in a folder named by its id, the original's among them."""
    original = tmp_path / run(store, "sessions", "--json").json["sessions"][0]["native_id"]
    other = tmp_path / NEW.session_id
    for folder in (original, other):
        folder.mkdir()
        path, name = written(store, "claude-code", "--out", folder)
        assert path == folder / f"{name}.jsonl"
        assert name != folder.name


def test_place_is_where_the_agent_looks(store: Path, tmp_path: Path) -> None:
    project = tmp_path / "a project_1"
    home = tmp_path / "home"
    for folder in (project, home / ".claude", home / "codex"):
        folder.mkdir(parents=True)
    surroundings = {"HOME": str(home), "CODEX_HOME": str(home / "codex")}
    path, name = written(store, "claude-code", "--place", "--project", project, **surroundings)
    encoded = "".join(letter if letter.isalnum() else "-" for letter in str(project.resolve()))
    assert path == home / ".claude" / "projects" / encoded / f"{name}.jsonl"
    lines = records(path.read_text())
    (boundary,) = [each for each in lines if each.get("subtype") == "compact_boundary"]
    assert boundary["cwd"] == str(project.resolve())
    path, name = written(store, "codex", "--place", "--project", project, **surroundings)
    assert path.is_relative_to(home / "codex" / "sessions") and name in path.name
    missing = run(store, "context", session(store), "--format", "codex", "--place", "--json", HOME=str(home))
    assert (missing.code, missing.json["code"]) == (2, "no_agent_folder")
    missing = run(
        store, "context", session(store), "--format", "claude-code", "--place", "--json", **surroundings
    )
    assert (missing.code, missing.json["code"]) == (2, "no_project"), (
        "the transcript's own is not on this machine"
    )


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("--out", "x"), "needs a format"),
        (("--format", "text", "--place"), "are for session files"),
        (("--format", "openai", "--without-history"), "are for session files"),
        (("--format", "codex", "--place", "--out", "x"), "exclude each other"),
        (("--format", "codex", "--replace"), "needs --out or --place"),
        (("--format", "codex", "--project", "nowhere"), "is not a folder here"),
        (("--format", "codex", "--out", "nowhere/x.jsonl"), "cannot write"),
        (("--format", "codex", "--json"), "exclude each other"),
    ],
)
def test_what_does_not_go_together_is_said(store: Path, more: tuple[str, ...], message: str) -> None:
    stated = run(store, "context", session(store), *more)
    assert stated.code == 2 and message in stated.err and "Traceback" not in stated.err


def test_any_format_can_be_written_to_a_file(store: Path, tmp_path: Path) -> None:
    stated = run(store, "context", session(store), "--format", "markdown", "--out", tmp_path / "handoff.md")
    assert "handoff.md" in stated.out and "resume" not in stated.out
    assert (tmp_path / "handoff.md").read_text().startswith("# ")


def test_a_readers_lines_name_the_file_and_how_to_go_on(store: Path, tmp_path: Path) -> None:
    stated = run(store, "context", session(store), "--format", "claude-code", "--out", tmp_path)
    (file,) = tmp_path.iterdir()
    assert f"claude --resume {file}" in stated.out and "bytes" in stated.out
    stated = run(store, "context", session(store), "--format", "codex", "--out", tmp_path)
    assert "--place writes it there" in stated.out and "codex resume " not in stated.out


def test_the_transcripts_own_records_go_over(store: Path, tmp_path: Path) -> None:
    path, _ = written(store, "claude-code", "--out", tmp_path)
    inputs = [
        block["input"]
        for record in records(path.read_text())
        for block in (record.get("message", {}).get("content") or [])
        if isinstance(block, dict) and block["type"] == "tool_use"
    ]
    original = [json.loads(line) for line in SAMPLE.read_text().splitlines()]
    known = [
        block["input"]
        for record in original
        if isinstance(record.get("message", {}).get("content"), list)
        for block in record["message"]["content"]
        if block["type"] == "tool_use"
    ]
    assert len(inputs) > 50 and all(given in known for given in inputs)
    assert not {each["uuid"] for each in original if "uuid" in each} & set(
        json.dumps(path.read_text()).split('"')
    )


def test_the_history_can_be_left_out(store: Path, tmp_path: Path) -> None:
    whole, _ = written(store, "claude-code", "--out", tmp_path / "whole.jsonl")
    short, _ = written(store, "claude-code", "--out", tmp_path / "short.jsonl", "--without-history")
    assert short.stat().st_size < whole.stat().st_size / 2
    stated = [[each["message"] for each in resumed(records(path.read_text()))] for path in (whole, short)]
    assert [_contents(each) for each in stated[:1]] == [_contents(each) for each in stated[1:]]


def _contents(messages: list[dict[str, object]]) -> list[object]:
    return [message["content"] for message in messages]


def test_secrets_are_masked_in_records_too(tmp_path: Path) -> None:
    token = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    lines = SAMPLE.read_text().splitlines()
    record = next(json.loads(line) for line in lines if '"name":"Bash"' in line or '"name": "Bash"' in line)
    body = "\n".join(lines).replace(record["sessionId"], "99999999-2222-4333-8444-555555555555")
    (tmp_path / "t.jsonl").write_text(body.replace("git status", f"git push https://{token}@x.example"))
    assert token in (tmp_path / "t.jsonl").read_text()
    store = tmp_path / "s.duckdb"
    run(store, "import", tmp_path / "t.jsonl")
    stated = run(store, "context", session(store), "--format", "claude-code")
    assert token not in stated.out and "[masked: " in stated.out and "masked" in stated.err


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_what_is_written_is_read_back_with_its_compaction(store: Path, tmp_path: Path, agent: str) -> None:
    """The same words in the same order: what was replaced, the summary, what stays."""
    path, name = written(store, agent, "--out", tmp_path)
    reading = _importer(agent).read(path)
    events = tuple(reading.events())
    assert reading.header.native_id == name and not reading.totals.skipped
    assert reading.header.scope_complete
    found = reading.totals.compactions[-1]
    assert found.summary is not None and not found.opaque and found.source_start == 0
    shown = run(store, "context", session(store), "--json").json["segments"]
    assert "Summary of the earlier events" in events[found.summary].text
    assert found.items, "the summary is read as items"
    original = tuple(ClaudeCodeImporter().read(SAMPLE).events())
    left = [
        e for e in original[: shown[0]["end"] + 1] if e.kind is not EventKind.THINKING and e.sidechain is None
    ]
    back = [e for e in events[found.source_start : found.source_end + 1] if e.kind is not EventKind.SYSTEM]
    assert [e.text.strip() for e in back if e.kind is EventKind.USER] == [
        e.text.strip() for e in left if e.kind is EventKind.USER
    ]
    called = [e.tool.name for e in back if e.tool and e.kind is EventKind.TOOL_CALL]
    assert called == [e.tool.name for e in left if e.tool and e.kind is EventKind.TOOL_CALL]
    stated = run(store, "timeline", session(store), "--json").json["events"]
    kept = [n for each in shown[1:] for n in range(each["start"], each["end"] + 1)]
    wanted = [stated[n]["text"].strip() for n in kept if stated[n]["kind"] in ("user", "assistant")]
    stays = [*(events[n] for n in found.kept), *events[found.summary + 1 :]]
    assert [e.text.strip() for e in stays if e.kind in ("user", "assistant")] == wanted


@pytest.mark.shared_data
@pytest.mark.parametrize(
    "name", ["cc-2.1.12-plan-ask-small", "cipher-box-2.1.38-25903799", "cc-2.1.29-2compactions", "edge_cases"]
)
def test_a_real_transcript_comes_back_with_its_words_and_compactions(
    shared_data: Path, tmp_path: Path, name: str
) -> None:
    """No draft was accepted: the new session contains the transcript's own summary."""
    original = shared_data / "sessions" / "claude-code" / f"{name}.jsonl"
    store = tmp_path / "s.duckdb"
    run(store, "import", original)
    path, new = written(store, "claude-code", "--out", tmp_path)
    stated = [{**each, "sessionId": NEW.session_id} for each in records(path.read_text())]
    assert claude_problems(stated) == []
    reading, again = ClaudeCodeImporter().read(original), ClaudeCodeImporter().read(path)
    before, after = ([e for e in each.events() if e.sidechain is None] for each in (reading, again))
    assert again.header.native_id == new
    words = [[e.text.strip() for e in events if e.kind is EventKind.USER] for events in (before, after)]
    assert set(words[0]) == set(words[1])
    assert len(again.totals.compactions) == len(reading.totals.compactions)


def _importer(name: str) -> Importer:
    if name not in plugin_registry.names("importers"):
        pytest.skip(f"there is no importer for {name} yet")
    loaded = plugin_registry.load("importers", name)
    made: Importer = loaded()
    return made
