"""What `score` is given: artifacts, summaries, files of the wrong kind, and targets that are not there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import ROOT, Result, inside
from tests.cli.samples import BAD_SUMMARY, GOOD_SUMMARY, write_transcript
from tests.cli.score_files import reports


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    return write_transcript(tmp_path / "bad.jsonl")


def score(*arguments: str | Path) -> Result:
    return inside("score", *arguments, cwd=ROOT)


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
