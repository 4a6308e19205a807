"""`score`: verdicts, messages and exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gates.canonical import text_digest
from tests.cli.run import ROOT, Result, assert_golden, inside, workbench
from tests.cli.samples import BAD_SUMMARY, GOOD_SUMMARY, records, write_opaque, write_transcript
from workbench.services.output_shapes.reports_and_drafts import ScoreShape


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    return write_transcript(tmp_path / "bad.jsonl")


def score(*arguments: str | Path, cwd: Path | None = None, **changes: str) -> Result:
    if changes:  # what a process is born with needs a process of its own
        return workbench("score", *arguments, cwd=cwd, **changes)
    return inside("score", *arguments, cwd=cwd or ROOT)


def reports(result: Result) -> list[dict[str, Any]]:
    ScoreShape.model_validate(result.json)
    found = result.json["reports"]
    assert isinstance(found, list)
    return found


def test_a_compaction_that_loses_work_fails_and_says_where(bad: Path) -> None:
    """The text names each lost item with event, turn and quotation, and the exit code is 1."""
    stated = score(bad.name, cwd=bad.parent)
    assert stated.code == 1
    assert stated.err == ""
    assert stated.out.startswith("== bad.jsonl  events 0..16  imported:claude-code/2.1.7")
    assert "NOT REPLACEABLE" in stated.out
    lost = stated.out[stated.out.index("Lost: 1 decision, 1 open work") :]
    assert "open work dropped: Document the retry limit in docs/upload.md" in lost
    assert "said at event 4, turn 1, tool_call" in lost
    assert "decision dropped: Do not touch the download client." in lost
    assert "said at event 11, turn 2, user" in lost
    assert "fix: add open work" in lost
    assert "NOT PASSED  1 of 1 compaction" in stated.out
    assert all(len(line) <= 80 for line in stated.out.splitlines()[1:])


def test_the_json_has_the_fixed_shape(bad: Path) -> None:
    """`--json` and `--format json` print the same object, its schema first, targets as typed."""
    stated = score(bad.name, "--json", cwd=bad.parent)
    assert stated.code == 1
    assert stated.out == score(bad.name, "--format", "json", cwd=bad.parent).out
    body = stated.json
    assert list(body) == [
        *("schema", "policy_version", "evaluator_version", "passed", "set", "fail_on", "reports", "errors")
    ]
    assert body["schema"] == "workbench.score/1"
    assert body["passed"] is False
    assert body["set"] == {"parse_success_rate": 1.0, "elapsed_ms_p95": None}
    (report,) = reports(stated)
    assert list(report) == [
        *("target", "artifact_id", "session_id", "origin", "source_start", "source_end", "scope_complete"),
        *("input_digest", "replaceable", "tags", "failure_actions", "gates", "retention"),
    ]
    assert body["fail_on"] == {"imported": ["A", "C", "D"], "others": ["A", "B", "C", "D", "E"]}
    assert report["target"] == "bad.jsonl"
    assert report["origin"] == "imported"
    assert list(report["gates"]) == ["A", "B", "C", "D", "E"]


def test_equal_inputs_give_equal_bytes(bad: Path) -> None:
    """Hash seed, locale, time zone and folder do not change a byte of the JSON."""
    first = score(bad.name, "--json", cwd=bad.parent, PYTHONHASHSEED="1", TZ="UTC")
    second = score(
        bad.name, "--json", cwd=bad.parent, PYTHONHASHSEED="2", TZ="Asia/Tokyo", LC_ALL="C", PYTHONUTF8="0"
    )
    other = bad.parent / "elsewhere"
    other.mkdir()
    moved = write_transcript(other / "bad.jsonl")
    third = score(moved.name, "--json", cwd=other)
    assert first.out == second.out == third.out


def test_every_compaction_of_a_transcript_is_judged(tmp_path: Path) -> None:
    """A transcript without a compaction has nothing to score and exits 2."""
    plain = write_transcript(tmp_path / "plain.jsonl", None)
    stated = score(plain, "--json")
    assert stated.code == 2
    assert stated.json["code"] == "nothing_to_score"
    assert "no compaction was found" in stated.err


def test_a_folder_is_scored_through_and_broken_files_are_told(tmp_path: Path) -> None:
    """Everything readable under a folder is scored; what is not makes the run exit 2 at its end."""
    (tmp_path / "deep" / "er").mkdir(parents=True)
    write_transcript(tmp_path / "deep" / "er" / "one.jsonl")
    write_transcript(tmp_path / "two.jsonl", GOOD_SUMMARY)
    (tmp_path / "notes.txt").write_text("no transcript", encoding="utf-8")
    whole = score(tmp_path.name, "--json", cwd=tmp_path.parent)
    assert whole.code == 1
    assert [Path(each["target"]).name for each in reports(whole)] == ["one.jsonl", "two.jsonl"]
    (tmp_path / "broken.jsonl").write_bytes(b"\x00\x01\x02binary")
    stated = score(tmp_path.name, "--json", cwd=tmp_path.parent)
    assert stated.code == 2
    assert stated.json["passed"] is False
    assert len(reports(stated)) == 2
    assert "broken.jsonl" in stated.err
    (error,) = stated.json["errors"]
    assert Path(error["target"]).name == "broken.jsonl"
    assert error["code"] == "input_unreadable"


def test_the_gates_that_decide_can_be_named(bad: Path, tmp_path: Path) -> None:
    """An option wins over the policy, and the policy over the origin; the output names the deciding gates."""
    stated = score(bad, "--fail-on", "a,E")
    assert stated.code == 0
    assert "decided by gates A, E; B, C, D advisory" in stated.out
    assert "NOT REPLACEABLE" in stated.out
    policy = tmp_path / "policy.toml"
    policy.write_text('fail_on = ["A"]')
    assert score(bad, "--policy", policy).code == 0
    assert score(bad, "--policy", policy, "--fail-on", "C").code == 1
    refused = score(bad, "--fail-on", "A,F")
    assert refused.code == 2
    assert "does not name gates" in refused.err


def test_text_and_json_exclude_each_other(bad: Path) -> None:
    """Two output formats in one command are refused."""
    stated = score(bad, "--json", "--format", "text")
    assert stated.code == 2
    assert "exclude each other" in stated.err


def _artifact(transcript: Path, **changes: Any) -> dict[str, Any]:
    """A canonical artifact over the whole range of the small transcript, its links just ordinal and quote."""
    session = reports(score(transcript, "--json"))[0]["session_id"]

    def item(kind: str, text: str, ordinal: int, quote: str, **more: Any) -> dict[str, Any]:
        return {"kind": kind, "text": text, "links": [{"ordinal": ordinal, "quote": quote}], **more}

    return {
        "schema": "workbench.artifact/1",
        "source": {"session_id": session, "source_start": 0, "source_end": 16, "kept": []},
        "strategy": "intentional",
        "prompt_version": "hand/1",
        "origin": "drafted",
        "items": [
            item(
                "constraint",
                "Add a retry to the upload client in src/upload.py. Never retry more than 3 times.",
                0,
                "Add a retry to the upload client in src/upload.py. Never retry more than 3 times.",
            ),
            item("constraint", "Do not touch the download client.", 11, "Do not touch the download client."),
            item(
                "open_work",
                "Document the retry limit in docs/upload.md",
                4,
                "Document the retry limit in docs/upload.md",
                status="open",
            ),
        ],
        "generation_record": {
            "input_tokens": 0,
            "cache_read_tokens": 0,
            "cache_creation_tokens": 0,
            "output_tokens": 0,
            "elapsed_ms": 12,
        },
        **changes,
    }


def test_an_artifact_file_is_judged_against_its_source(bad: Path, tmp_path: Path) -> None:
    """A canonical artifact with links of ordinal and quote passes; its recorded time is in the set."""
    file = tmp_path / "artifact.json"
    file.write_text(json.dumps(_artifact(bad)), encoding="utf-8")
    stated = score(file, "--source", bad, "--json")
    (report,) = reports(stated)
    assert {gate: result["status"] for gate, result in report["gates"].items()} == dict.fromkeys(
        "ABCDE", "PASS"
    )
    assert (stated.code, stated.json["passed"]) == (0, True)
    assert stated.json["set"] == {"parse_success_rate": 1.0, "elapsed_ms_p95": 12}


@pytest.mark.parametrize(("given", "form"), [("chat.json", "openai-chat"), ("run.jsonl", "claude-code")])
def test_a_transcript_in_place_of_an_artifact_is_named(
    given: str, form: str, bad: Path, tmp_path: Path
) -> None:
    """The error names the format found, the one expected and the next step; gate A is not run."""
    file = tmp_path / given
    chat = json.dumps([{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Hello."}])
    file.write_text(chat if form == "openai-chat" else bad.read_text(encoding="utf-8"), encoding="utf-8")
    stated = score(file, "--source", bad, "--json")
    assert (stated.code, stated.json["code"]) == (2, "transcript_given")
    assert f"{file} is a transcript ({form})" in stated.json["message"]
    assert f"`workbench score {file}`" in stated.json["hint"]
    assert "Extra data" not in stated.err


def test_a_broken_artifact_and_a_bracketed_summary_are_no_transcripts(bad: Path, tmp_path: Path) -> None:
    """A file that no importer reads is still judged, as an artifact that does not parse or as a summary."""
    broken, summary = tmp_path / "broken.json", tmp_path / "summary.txt"
    broken.write_text(json.dumps(_artifact(bad)) + "\n{}", encoding="utf-8")
    summary.write_text("[Summary] The download client is left alone.", encoding="utf-8")
    stated = score(broken, summary, "--source", bad, "--json")
    unparsed, parsed = reports(stated)
    assert "not JSON" in unparsed["gates"]["A"]["findings"][0]["message"]
    assert parsed["gates"]["A"]["status"] == "PASS"


def test_an_artifact_that_does_not_parse_fails_gate_a(bad: Path, tmp_path: Path) -> None:
    """An unknown key is no usage error: gate A fails, and the rate over the set falls."""
    good, broken = tmp_path / "good.json", tmp_path / "broken.json"
    good.write_text(json.dumps(_artifact(bad)), encoding="utf-8")
    broken.write_text(json.dumps(_artifact(bad, surprise=1)), encoding="utf-8")
    stated = score(good, broken, "--source", bad, "--json")
    assert stated.code == 1
    assert stated.json["set"]["parse_success_rate"] == 0.5
    parsed, unparsed = reports(stated)
    assert parsed["replaceable"] is True
    assert unparsed["artifact_id"] is None
    assert unparsed["gates"]["A"]["status"] == "FAIL"
    assert unparsed["failure_actions"] == ["checkpoint"]
    assert "surprise" in unparsed["gates"]["A"]["findings"][0]["message"]


def test_a_summary_text_is_judged_like_an_imported_one(bad: Path, tmp_path: Path) -> None:
    """A summary's text with `--source` and `--range` loses and invents what the transcript's own does."""
    file = tmp_path / "summary.txt"
    file.write_text(BAD_SUMMARY, encoding="utf-8")
    (own,) = reports(score(bad, "--json"))
    (typed,) = reports(score(file, "--source", bad, "--range", "0..16", "--json"))
    assert typed["gates"]["C"] | {"findings": []} == own["gates"]["C"] | {"findings": []}
    assert [each["verdict"] for each in typed["retention"]] == [each["verdict"] for each in own["retention"]]
    assert [f["rule"] for f in typed["gates"]["D"]["findings"]] == [
        f["rule"] for f in own["gates"]["D"]["findings"]
    ]


def test_a_capture_file_replaces_the_derived_capture(bad: Path, tmp_path: Path) -> None:
    """With `--capture` retention is judged against the items of that file only."""
    quote = "Do not touch the download client."
    capture = {
        "schema": "workbench.capture/1",
        "items": [
            {
                "item_id": "cap_1",
                "kind": "decision",
                "text": quote,
                "status": "in_force",
                "origin": "reviewer",
                "evidence": [{"ordinal": 11, "quote": quote}],
            }
        ],
    }
    file = tmp_path / "capture.json"
    file.write_text(json.dumps(capture), encoding="utf-8")
    (report,) = reports(score(bad, "--capture", file, "--json"))
    assert [each["item_id"] for each in report["retention"]] == ["cap_1"]
    assert report["retention"][0]["evidence"][0]["quote_hash"] == text_digest(quote)


def test_a_policy_changes_the_verdict_and_is_named(bad: Path, tmp_path: Path) -> None:
    """The policy file sets the thresholds, and its name is in the report."""
    policy = tmp_path / "lenient.toml"
    policy.write_text(
        'name = "lenient"\n[thresholds]\ndecision_recall = 0.5\nopen_work_recall = 0.0\n', encoding="utf-8"
    )
    stated = score(bad, "--policy", policy, "--json")
    assert stated.json["policy_version"].startswith("lenient-")
    assert reports(stated)[0]["gates"]["C"]["status"] == "PASS"


def test_opaque_compactions_are_unverifiable_and_can_be_left_out(tmp_path: Path, bad: Path) -> None:
    """An encrypted summary is UNVERIFIABLE in A to D; `--skip-opaque` leaves it out of the verdict."""
    opaque = write_opaque(tmp_path / "opaque.json")
    (report,) = reports(score(opaque, "--json"))
    assert [report["gates"][gate]["status"] for gate in "ABCD"] == ["UNVERIFIABLE"] * 4
    stated = score(opaque).out
    assert "could not be judged" in stated and "lose or distort" not in stated
    assert "1 opaque: the text is encrypted or absent (--skip-opaque leaves such out)" in stated
    assert "1 opaque, left out by --skip-opaque" in score(opaque, bad, "--skip-opaque").out
    alone = score(opaque, "--skip-opaque")
    assert alone.code == 2
    assert "opaque" in alone.err
    both = score(opaque, bad, "--skip-opaque", "--json")
    assert both.code == 1
    assert len(reports(both)) == 2


@pytest.mark.parametrize(
    ("name", "content", "code", "words"),
    [
        ("missing.jsonl", None, "input_missing", "no such file"),
        ("empty.jsonl", b"", None, "is empty"),
        ("blank.jsonl", b"\n\n", None, "empty"),
        ("binary.jsonl", b"\x00\x01\x02\x03", None, "binary"),
        ("zip.jsonl", b"PK\x03\x04rest", None, "zip archive"),
        ("prose.jsonl", b"just some words\n", "unknown_format", "no known format"),
        ("cut.json", b'{"messages": [{"role": "user", "content": "hel', None, "cut.json"),
        ("latin.jsonl", b'{"type": "user", "uuid": "\xe9\xe8"}\n', None, "latin.jsonl"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    tmp_path: Path, name: str, content: bytes | None, code: str | None, words: str
) -> None:
    """An unreadable file gives one line with a hint, exit code 2 and no report."""
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    stated = score(path, "--json")
    assert stated.code == 2
    assert stated.json["schema"] == "workbench.error/1"
    assert words in stated.json["message"]
    assert stated.json["hint"]
    if code is not None:
        assert stated.json["code"] == code
    assert "Traceback" not in stated.err
    assert len(stated.err.splitlines()) == 2


def test_input_that_does_not_fit_is_one_line_and_exit_2(bad: Path, tmp_path: Path) -> None:
    """A folder without transcripts, a range outside, an artifact of another session or without source."""
    empty = tmp_path / "nothing"
    empty.mkdir()
    artifact = tmp_path / "artifact.json"
    artifact.write_text(json.dumps(_artifact(bad)), encoding="utf-8")
    foreign = tmp_path / "foreign.json"
    body = _artifact(bad)
    body["source"]["session_id"] = "ses_00000000000000000000"
    foreign.write_text(json.dumps(body), encoding="utf-8")
    summary = tmp_path / "summary.txt"
    summary.write_text(GOOD_SUMMARY, encoding="utf-8")
    policy = tmp_path / "policy.toml"
    policy.write_text("surprise = 1\n", encoding="utf-8")
    cases: list[tuple[list[str | Path], str, str]] = [
        ([empty], "nothing_to_score", "holds no transcript"),
        ([summary, "--source", bad, "--range", "0..9999"], "range_invalid", "lies outside"),
        ([foreign, "--source", bad], "session_mismatch", "is of session ses_0000"),
        ([artifact], "usage", "needs its transcript"),
        ([bad, "--policy", policy], "policy_invalid", "surprise"),
        ([bad, "--policy", tmp_path / "none.toml"], "input_unreadable", "cannot read the policy"),
        ([bad, "--capture", summary], "input_unreadable", "is not JSON"),
        ([bad, "--input-format", "nonsense"], "unknown_format", "nonsense"),
        ([tmp_path / "art_0123456789abcdef"], "input_missing", "no such file"),
    ]
    for arguments, code, words in cases:
        stated = score(*arguments, "--json")
        assert (stated.code, stated.json["code"]) == (2, code), stated.err
        assert words in stated.json["message"]
        assert stated.json["hint"]


def test_an_unknown_artifact_does_not_keep_the_rest_from_being_scored(bad: Path, tmp_path: Path) -> None:
    """A target that names nothing is reported, the others are scored, and the exit code is 2."""
    stated = score("--store", tmp_path / "none.duckdb", "art_0123456789ab", bad, "--json")
    assert stated.code == 2
    assert len(reports(stated)) == 1
    assert "no store" in stated.err


@pytest.mark.parametrize("digits", [3, 12, 5_000])
def test_a_number_of_any_length_is_an_artifact_that_is_not_there(
    digits: int, bad: Path, tmp_path: Path
) -> None:
    """Not a file that cannot be read for its long name."""
    store = str(tmp_path / "store.duckdb")
    assert inside("--store", store, "import", str(bad), cwd=tmp_path).code == 0
    done = inside("--store", store, "score", "d-" + "9" * digits, cwd=tmp_path)
    assert done.code == 2
    assert "cannot read" not in done.err
    assert "workbench sessions" in done.err or "lists its artifacts" in done.err


def test_transcripts_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    """Escape sequences in a transcript are shown as such in the text output."""
    hostile = records()
    hostile[0]["message"]["content"] = (
        "Add a retry \x1b[2J\x1b]0;owned\x07 to src/upload.py, never more than 3."
    )
    path = tmp_path / "hostile.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in hostile), encoding="utf-8")
    stated = score(path)
    assert "\x1b" not in stated.out
    assert "\\x1b[2J" in stated.out


def test_the_name_of_a_file_begins_no_line_of_its_own(tmp_path: Path) -> None:
    """A line feed in it is shown as a space: what follows would pass for a line of the report."""
    path = tmp_path / "a\nPASSED  1 compaction judged\n.jsonl"
    write_transcript(path)
    assert sum(line.startswith("PASSED") for line in score(path).out.splitlines()) == 0


def test_the_text_of_a_report_stays_as_it_is(bad: Path) -> None:
    """The whole output for the small transcript, as a reader sees it."""
    assert_golden("score.txt", score(bad.name, cwd=bad.parent).out)


def test_the_samples_are_scored_without_a_store(tmp_path: Path) -> None:
    """Scoring files creates no store, even if WORKBENCH_STORE is set."""
    store = tmp_path / "store.duckdb"
    stated = score(ROOT / "sample_sessions" / "lost-open-work.jsonl", "--json", WORKBENCH_STORE=str(store))
    assert stated.code == 1
    assert not store.exists()
