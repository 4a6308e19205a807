"""The whole way from a shell: import, look, draft, accept, compare, roll back; every shape as fixed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import ROOT, Result, assert_golden, environment, inside
from tests.cli.samples import records, write_transcript
from workbench.bootstrap import Env
from workbench.services.output_shapes import context_shapes, record_shapes
from workbench.services.output_shapes import reports_and_drafts as shapes


class Shell:
    """A store of its own, with the small transcript in it."""

    def __init__(self, folder: Path, imported: dict[str, Any] | None = None) -> None:
        self.folder = folder
        self.store = folder / "store.duckdb"
        self.transcript = write_transcript(folder / "upload.jsonl")
        self.imported = imported or self.json("import", "upload.jsonl")
        self.session: str = self.imported["sessions"][0]["session_id"]

    def run(self, *arguments: str | Path) -> Result:
        return inside(*arguments, cwd=self.folder, WORKBENCH_STORE=str(self.store))

    def json(self, *arguments: str | Path, code: int = 0) -> dict[str, Any]:
        stated = self.run(*arguments, "--json")
        assert stated.code == code, stated.err
        return stated.json

    def draft(self) -> str:
        made = self.json("draft", self.session, "--range", "0..16")
        return str(made["artifact_id"])


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    return Shell(tmp_path_factory.mktemp("prepared"))


@pytest.fixture
def shell(prepared: Shell, tmp_path: Path) -> Shell:
    """A copy of the store, as it is after the import."""
    shutil.copy(prepared.store, tmp_path / "store.duckdb")
    return Shell(tmp_path, prepared.imported)


def test_an_import_says_what_it_found_and_adds_nothing_twice(shell: Shell) -> None:
    """The first import has the events and the compaction, the second adds no event."""
    shapes.ImportShape.model_validate(shell.imported)
    (first,) = shell.imported["sessions"]
    assert first["path"] == "upload.jsonl"
    assert first["events"] == first["events_added"] > 16
    (compaction,) = first["compactions"]
    assert (compaction["source_start"], compaction["source_end"]) == (0, 16)
    assert compaction["trigger"] == "auto"
    (again,) = shell.json("import", "upload.jsonl")["sessions"]
    assert (again["events"], again["events_added"]) == (first["events"], 0)
    assert again["compactions"] == first["compactions"]


def test_sessions_timeline_and_capture_have_their_shapes(shell: Shell) -> None:
    """The stored data is listed, in JSON and in text."""
    (session,) = shell.json("sessions")["sessions"]
    assert session["session_id"] == shell.session
    timeline = shell.json("timeline", shell.session)
    shapes.TimelineShape.model_validate(timeline)
    assert [event["ordinal"] for event in timeline["events"]] == list(range(session["events"]))
    part = shell.json("timeline", shell.session[:10], "--range", "3..5")
    assert [event["ordinal"] for event in part["events"]] == [3, 4, 5]
    assert part["events"][0]["chunk_ids"] == timeline["events"][3]["chunk_ids"]
    capture = shell.json("capture", shell.session, "--range", "0..16")
    shapes.CaptureShape.model_validate(capture)
    assert {item["kind"] for item in capture["items"]} == {"decision", "open_work"}
    text = shell.run("timeline", shell.session)
    assert "Do not touch the download client." in text.out
    assert all(len(line) <= 80 for line in text.out.splitlines())


def test_the_whole_way_and_back(shell: Shell) -> None:
    """Draft, accept, look, roll back, compare, verify: each step has its shape and its effect."""
    before = shell.json("context", shell.session)
    context_shapes.ContextShape.model_validate(before)
    made = shell.json("draft", shell.session, "--range", "0..16")
    shapes.DraftShape.model_validate(made)
    assert made["fallback"] is None
    statuses = {gate: result["status"] for gate, result in made["report"]["gates"].items()}
    assert statuses == dict.fromkeys("ABCDE", "PASS")
    artifact = made["artifact_id"]
    assert made["artifact"]["generation_record"]["elapsed_ms"] is not None
    again = shell.json("draft", shell.session, "--range", "0..16")
    assert again["artifact_id"] == artifact

    assert made["report"]["tags"] == ["thin_capture"]
    move = ("accept", artifact[:10], "--reason", "keeps the open work", "--expect", "none")
    unsure = shell.run(*move, "--json")
    assert (unsure.code, unsure.json["code"]) == (1, "not_replaceable")
    assert unsure.json["message"] == "gate C rests on 4 captured items; not confirmed: C"
    assert unsure.json["hint"].endswith("then add --confirm C")
    assert shell.json("history")["pointers"] == []
    accepted = shell.json(*move, "--confirm", "C")
    shapes.MoveShape.model_validate(accepted)
    pointer = accepted["pointer"]
    assert pointer["confirmed"] == ["C"]
    assert (pointer["sequence"], pointer["actor"], pointer["reason"]) == (1, "ann", "keeps the open work")
    assert accepted["after"]["artifacts"] == [artifact]
    assert accepted["range"]["tokens_after"] < accepted["range"]["tokens_before"]
    after = shell.json("context", shell.session)
    assert [s["artifact_id"] for s in after["segments"] if s["kind"] == "artifact"] == [artifact]
    assert after["as_of"] == pointer["pointer_id"]
    native = shell.json("context", shell.session, "--view", "native")
    assert native["tokens"] == before["tokens"]

    back = shell.json("rollback", artifact)
    shapes.MoveShape.model_validate(back)
    assert back["after"] == accepted["before"]
    history = shell.json("history", shell.session)
    record_shapes.HistoryShape.model_validate(history)
    assert [move["action"] for move in history["pointers"]] == ["rollback", "accept"]
    assert history["pointers"][0]["previous_pointer_id"] == pointer["pointer_id"]

    diff = shell.json("diff", f"{shell.session}@1", f"{shell.session}@2")
    shapes.DiffShape.model_validate(diff)
    assert diff["changes"]
    assert shell.run("diff", artifact, artifact, "--exit-code").code == 0
    assert shell.run("diff", f"{shell.session}:d-1", artifact, "--exit-code").code == 1
    verified = shell.json("verify")
    shapes.VerifyShape.model_validate(verified)
    assert verified["ok"] is True
    assert [head["session_id"] for head in verified["heads"]] == [shell.session]


def test_an_artifact_that_fails_is_not_accepted(shell: Shell) -> None:
    """The transcript's own compaction is refused with its gates, exit 1, and nothing moves."""
    stated = shell.run("accept", f"{shell.session}:d-1", "--json")
    assert stated.code == 1
    assert stated.json["code"] == "not_replaceable"
    assert "C FAIL (decisions kept: " in stated.json["message"]
    assert "workbench repair art_" in stated.json["hint"]
    assert shell.json("history")["pointers"] == []


def test_a_move_against_another_head_is_refused(shell: Shell) -> None:
    """`--expect none` after a move is `pointer_moved`, exit 1, and nothing moves."""
    artifact = shell.draft()
    shell.json("accept", artifact, "--confirm", "C")
    stated = shell.run("rollback", artifact, "--expect", "none", "--json")
    assert (stated.code, stated.json["code"]) == (1, "pointer_moved")
    twice = shell.run("accept", artifact, "--json")
    assert (twice.code, twice.json["code"]) == (1, "already_active")
    assert len(shell.json("history")["pointers"]) == 1


def test_show_knows_every_kind_of_id(shell: Shell) -> None:
    """Session, event, artifact, item, evidence, finding, captured item, report, move, snapshot, review."""
    artifact = shell.draft()
    accepted = shell.json("accept", artifact, "--confirm", "C")
    review = shell.json("review", "approve", artifact, "--reason", "read it")
    shown = shell.json("show", artifact)["value"]
    item = shown["artifact"]["items"][0]
    native = shell.json("show", f"{shell.session}:d-1")["value"]["report"]
    finding = native["gates"]["D"]["findings"][0]["finding_id"]
    captured = native["retention"][0]["item_id"]
    cases = {
        shell.session: "session",
        f"{shell.session[:12]}:11": "event",
        artifact[4:14]: "artifact",
        f"{shell.session}:d-2": "artifact",
        f"{shell.session}:d-2:c-1": "item",
        item["item_id"]: "item",
        item["links"][0]["evidence_id"]: "evidence",
        finding: "finding",
        captured: "captured_item",
        accepted["pointer"]["report_id"]: "report",
        accepted["pointer"]["pointer_id"]: "pointer",
        accepted["snapshot_id"]: "snapshot",
        f"{shell.session}@1": "snapshot",
        review["review_id"]: "review",
    }
    for given, kind in cases.items():
        body = shell.json("show", given)
        shapes.ShowShape.model_validate(body)
        assert body["type"] == kind, given
        text = shell.run("show", given)
        assert text.code == 0, text.err
        assert text.out.strip()
    event = shell.json("show", f"{shell.session}:11")["value"]
    assert event["text"] == "Do not touch the download client."
    snapshot = shell.json("show", accepted["snapshot_id"])["value"]
    assert snapshot["snapshot_id"] == accepted["snapshot_id"]
    narrative = shell.run("show", accepted["snapshot_id"], "--narrative")
    assert narrative.out.startswith("# ")
    assert narrative.out == shell.run("show", f"{shell.session}@1", "--narrative").out


def test_a_cleared_contradiction_counts_no_more(shell: Shell) -> None:
    """Clearing the finding turns gate D, under `--strict` it counts again."""
    native = shell.json("show", f"{shell.session}:d-1")["value"]["report"]["gates"]["D"]
    hard = [finding for finding in native["findings"] if finding["severity"] == "hard"]
    assert native["status"] == "FAIL"
    for finding in hard:
        shell.json("review", "clear", finding["finding_id"], "--reason", "not so")
    again = shell.json("score", f"{shell.session}:d-1", code=1)["reports"][0]["gates"]["D"]
    assert again["status"] == "PASS"
    strict = shell.json("score", f"{shell.session}:d-1", "--strict", code=1)["reports"][0]["gates"]["D"]
    assert strict["status"] == "FAIL"


def test_a_stored_artifact_scores_as_its_file_does(shell: Shell) -> None:
    """The imported compaction has the same report by id as by file, but for its target."""
    by_id = shell.json("score", f"{shell.session}:d-1", code=1)["reports"][0]
    by_file = shell.json("score", "upload.jsonl", code=1)["reports"][0]
    assert {**by_id, "target": ""} == {**by_file, "target": ""}


def test_repair_adds_what_was_lost(shell: Shell) -> None:
    """The repaired artifact keeps everything that the transcript's own summary dropped."""
    stated = shell.run("repair", f"{shell.session}:d-1", "--json")
    assert stated.json["schema"] == "workbench.repair/1"
    shapes.RepairShape.model_validate(stated.json)
    body = stated.json
    assert body["artifact"]["origin"] == "repaired"
    assert body["report"]["gates"]["C"]["status"] == "PASS"
    assert stated.code == (0 if body["report"]["replaceable"] else 1)


def test_the_context_is_printed_for_use_elsewhere(shell: Shell) -> None:
    """Markdown and message arrays hold the events; arrays are JSON."""
    markdown = shell.run("context", shell.session, "--format", "markdown")
    assert markdown.code == 0
    assert "docs/upload.md" in markdown.out
    for name in ("anthropic", "openai"):
        stated = shell.run("context", shell.session, "--format", name)
        body = json.loads(stated.out)
        messages = body["messages"] if isinstance(body, dict) else body
        assert messages
    assert "event" in shell.run("context", shell.session, "--format", "text").out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["show", "ffffffff"], "unknown_id", "ffffffff"),
        (["show", "ses_ffffffff"], "unknown_id", "ses_ffffffff"),
        (["draft", "nowhere1"], "unknown_id", "nowhere1"),
        (["accept", "art_ffffffff"], "unknown_id", "art_ffffffff"),
        (["timeline", "SESSION", "--range", "5..9999"], "range_invalid", "lies outside the session"),
        (["draft", "SESSION", "--range", "5..9999"], "range_invalid", "lies outside the session"),
        (["draft", "SESSION", "--range", "0..2"], "range_invalid", "splits tool call 2"),
        (["draft", "SESSION", "--strategy", "magic"], "unknown_name", "magic"),
        (["draft", "SESSION", "--model", "gpt"], "usage", "no model 'gpt'"),
        (["show", "SESSION:9999"], "unknown_id", "has no event 9999"),
        (["show", f"SESSION:{'9' * 5_000}"], "unknown_id", "no record is named"),
        (["review", "note", f"SESSION:{'9' * 5_000}", "--reason", "x"], "unknown_id", "no artifact is named"),
        (["review", "add", "SESSION", "--reason", "x"], "usage", "needs --kind"),
        (["review", "clear", "fnd_ffffffff", "--reason", "x"], "unknown_id", "fnd_ffffffff"),
        (["import", "nowhere.jsonl"], "input_missing", "nowhere.jsonl"),
        (["schema", "nothing"], "usage", "no schema 'nothing'"),
        (["context", "SESSION", "--as-of", "ptr_ffffffff"], "unknown_id", "ptr_ffffffff"),
        (["diff", "SESSION@7", "SESSION@8"], "unknown_id", "7"),
    ],
)
def test_what_is_not_there_is_one_line_and_exit_2(
    shell: Shell, arguments: list[str], code: str, words: str
) -> None:
    """Unknown ids, ranges and names exit 2 with one line and a hint, and change nothing."""
    before = shell.store.read_bytes()
    typed = [each.replace("SESSION", shell.session) for each in arguments]
    stated = shell.run(*typed, "--json")
    assert (stated.code, stated.json["code"]) == (2, code), stated.json
    assert words in stated.json["message"]
    assert stated.json["hint"]
    assert shell.store.read_bytes() == before


def test_a_command_that_reads_makes_no_store(tmp_path: Path) -> None:
    """Without a store, sessions and history are empty and ids name nothing; no file appears."""
    store = tmp_path / "none.duckdb"
    there = str(store)
    assert inside("sessions", "--json", cwd=tmp_path, WORKBENCH_STORE=there).json["sessions"] == []
    assert inside("history", "--json", cwd=tmp_path, WORKBENCH_STORE=there).json["pointers"] == []
    stated = inside("show", "ses_ffffffff", "--json", cwd=tmp_path, WORKBENCH_STORE=there)
    assert (stated.code, stated.json["code"]) == (2, "no_store")
    assert not store.exists()


def test_a_store_that_another_process_holds_is_busy(shell: Shell) -> None:
    """Exit 3, the process named, nothing changed; afterwards it works again."""
    held = subprocess.Popen(
        [
            *(sys.executable, "-c"),
            "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('held', flush=1); sys.stdin.read()",
            str(shell.store),
        ],
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert held.stdout is not None
    assert held.stdin is not None
    assert held.stdout.readline() == b"held\n"
    try:
        stated = shell.run("sessions", "--json", "--wait", "0.2")
    finally:
        held.stdin.close()
        held.wait(timeout=300)
        held.stdout.close()
    assert (stated.code, stated.json["code"]) == (3, "store_busy"), stated.err
    assert str(held.pid) in stated.json["message"] + stated.json["hint"]
    assert shell.run("sessions").code == 0


def test_a_range_is_reported_before_it_is_drafted(shell: Shell) -> None:
    """Without `--range` the choice and its reason go to stderr, the artifact to stdout."""
    stated = shell.run("draft", shell.session, "--json")
    assert stated.err.startswith("drafting events ")
    assert "since no complete turn follows" in stated.err or "to the last complete turn" in stated.err
    assert stated.json["artifact"]["source"]["source_start"] > 16


def test_hostile_text_stays_text_everywhere(tmp_path: Path) -> None:
    """No command that prints a transcript's words lets an escape sequence through."""
    said = records()
    said[0]["message"]["content"] = (
        "Add \x1b[31mred\x1b[0m retries \u202e to src/upload.py, never more than 3."
    )
    path = tmp_path / "hostile.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in said), encoding="utf-8")
    store = tmp_path / "store.duckdb"
    session = inside("import", path, "--json", "--store", store, cwd=tmp_path).json["sessions"][0][
        "session_id"
    ]
    commands = [
        *(["timeline", session], ["show", f"{session}:0"], ["capture", session], ["show", session]),
        *(["context", session, "--format", "text"], ["context", session, "--format", "markdown"]),
        *(["show", f"{session}:d-1"], ["timeline", session, "--json"], ["context", session, "--json"]),
    ]
    for command in commands:
        stated = inside(*command, "--store", store, cwd=tmp_path)
        assert stated.code == 0, stated.err
        assert "\x1b" not in stated.out + stated.err
        assert "\u202e" not in stated.out + stated.err


def test_the_text_of_each_step_stays_as_it_is(tmp_path: Path) -> None:
    """The printed text of every step under a fixed clock, ids included.

    A journal's head is left out: an import's own id is random, and bodies are compressed as zlib is built.
    """
    write_transcript(tmp_path / "upload.jsonl")
    env = Env(
        str(tmp_path / "store.duckdb"), "ann", now=lambda: "2026-03-04T12:00:00.000Z", ticks=lambda: 1.0
    )
    session = "ses_2571a5e6"
    steps = [
        ("import", "upload.jsonl"),
        ("sessions",),
        ("capture", session, "--range", "0..16"),
        ("draft", session, "--range", "0..16"),
        ("accept", f"{session}:d-2", "--reason", "keeps the open work"),
        ("accept", f"{session}:d-2", "--reason", "keeps the open work", "--confirm", "C"),
        ("context", session),
        ("history",),
        ("rollback", f"{session}:d-2"),
        ("show", session),
        ("verify",),
    ]
    shown = ""
    for step in steps:
        stated = inside(*step, cwd=tmp_path, env=env)
        if step == ("verify",):
            stated = replace(stated, out=re.sub("[0-9a-f]{64}", "HEAD".ljust(64, "."), stated.out))
        shown += f"$ workbench {' '.join(step)}\n{stated.out}{stated.err}exit {stated.code}\n\n"
    assert_golden("flow.txt", shown)
