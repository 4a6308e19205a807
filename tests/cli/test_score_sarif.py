"""`score --format sarif`: it fits its schema, points to the words, and its fingerprints hold."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from jsonschema.validators import validator_for

from tests.cli.run import ROOT, inside
from tests.cli.samples import GOOD_SUMMARY, write_transcript
from tests.cli.score_files import write_files, written


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a compaction that fails, one that passes, a hostile one and an unreadable file."""
    return write_files(tmp_path_factory.mktemp("formats"))


@pytest.fixture(scope="session")
def sarif_schema(shared_data: Path) -> dict[str, Any]:
    place = shared_data / "schemas" / "sarif-schema-2.1.0.json"
    if not place.is_file():
        pytest.skip(f"no SARIF schema at {place}")
    body = json.loads(place.read_text(encoding="utf-8"))
    assert isinstance(body, dict)
    return body


@pytest.mark.shared_data
def test_sarif_fits_its_schema(files: Path, sarif_schema: dict[str, Any]) -> None:
    """With failures, passes, hostile text and a target that cannot be read; a broken log does not fit."""
    check = validator_for(sarif_schema)(sarif_schema)
    for target in ("in", "in/good one.jsonl", "in/broken.jsonl"):
        log = json.loads(written(files, target, "sarif"))
        assert [error.message for error in check.iter_errors(log)] == []
    log["runs"][0]["results"] = [{"level": "fatal"}]
    assert list(check.iter_errors(log))


def test_sarif_points_to_the_line_where_it_was_said(files: Path) -> None:
    """The line of each lost item is that of its words in the transcript; paths are encoded."""
    run = json.loads(written(files, "in", "sarif"))["runs"][0]
    lines = (files / "in" / "bad.jsonl").read_text(encoding="utf-8").splitlines()
    lost = {
        each["message"]["text"].partition(". ")[0]: each["locations"][0]["physicalLocation"]
        for each in run["results"]
        if each["ruleId"] == "retention_dropped"
        and each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "in/bad.jsonl"
    }
    for text, said in (
        ("decision dropped: Do not touch the download client", "Do not touch the download client"),
        ("open work dropped: Document the retry limit in docs/upload", "Document the retry limit"),
    ):
        (place,) = (where for key, where in lost.items() if key.startswith(text.partition(". ")[0]))
        assert said in lines[place["region"]["startLine"] - 1]
    uris = {each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in run["results"]}
    assert "in/good%20one.jsonl" in uris
    levels = {each["level"] for each in run["results"]}
    assert levels <= {"error", "warning", "note"}
    assert run["invocations"][0]["executionSuccessful"] is False
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert note["level"] == "error"
    known = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert {each["ruleId"] for each in run["results"]} <= known


def test_what_gate_b_fails_by_is_no_warning_of_the_report(tmp_path: Path) -> None:
    """A statement without a passage lowers the share of sourced ones and is counted under the findings."""
    scattered = "the client tests fail after the upload call"
    write_transcript(
        tmp_path / "a.jsonl", GOOD_SUMMARY.replace("Exponential backoff in src/upload.py", scattered)
    )
    page = inside("score", "a.jsonl", cwd=tmp_path).out
    assert re.search("B traceability +ADVISORY", page)
    assert "B traceability, findings: 1\n  -  source_scattered: 1 statement, " in page
    assert "B traceability, warnings" not in page


def test_a_gate_that_only_misses_its_threshold_has_a_rule_and_a_word(tmp_path: Path) -> None:
    """The measured and the required values are named.

    A gate that decides nothing is advisory in every table.
    """
    scattered = "the client tests fail after the upload call"
    summary = GOOD_SUMMARY.replace("Exponential backoff in src/upload.py", scattered)
    write_transcript(tmp_path / "a.jsonl", summary)
    run = json.loads(inside("score", "a.jsonl", "--format", "sarif", cwd=tmp_path).out)["runs"][0]
    assert [each["ruleId"] for each in run["results"]] == ["threshold_missed", "source_scattered"]
    said = run["results"][0]["message"]["text"]
    assert re.match(r"threshold_missed: sourced items: 0\.\d+, at least 0\.98 needed\. Fix: Read ", said)
    assert "threshold_missed" in {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    page = inside("score", "a.jsonl", "--format", "markdown", cwd=tmp_path).out
    assert "| pass | advisory | pass |" in page
    assert "| B traceability | ADVISORY |" in page


def test_sarif_messages_are_sentences(tmp_path: Path) -> None:
    """With one full stop each, though the words of the transcript bring theirs."""
    for name in ("lost-open-work", "invented-instruction"):
        shutil.copy(ROOT / "sample_sessions" / f"{name}.jsonl", tmp_path)
    found = inside("score", ".", "--format", "sarif", cwd=tmp_path)
    messages = [each["message"]["text"] for each in json.loads(found.out)["runs"][0]["results"]]
    kept = [each for each in messages if "and they fine us above it" in each]
    assert kept and "above it. Said at event 23, turn 2, user, line 27, in these words. Artifact" in kept[0]
    for each in messages:
        assert re.search(r"[.!?…][\"'”’]*$", each) and not re.search(r"(?<!\.)\.\.(?!\.)|\.[\"']\.", each), (
            each
        )


def test_sarif_fingerprints_hold_while_a_transcript_grows(files: Path, tmp_path: Path) -> None:
    """A line before the compaction and one after it change no fingerprint."""
    first = json.loads(written(files, "in/bad.jsonl", "sarif"))["runs"][0]["results"]
    text = (files / "in" / "bad.jsonl").read_text(encoding="utf-8")
    grown = tmp_path / "elsewhere.jsonl"
    grown.write_text('{"type":"summary","summary":"x","leafUuid":"y"}\n' + text, encoding="utf-8")
    second = json.loads(inside("score", grown.name, "--format", "sarif", cwd=tmp_path).out)["runs"][0][
        "results"
    ]

    def prints(results: list[dict[str, Any]]) -> list[str]:
        return [each["partialFingerprints"]["compactionProblem/v1"] for each in results]

    assert prints(first) == prints(second)
    moved = [each["locations"][0]["physicalLocation"]["region"]["startLine"] for each in second]
    assert moved != [each["locations"][0]["physicalLocation"]["region"]["startLine"] for each in first]
