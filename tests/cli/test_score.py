"""`score`: verdicts, messages and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gates.canonical import text_digest
from tests.cli.run import ROOT, Result, assert_golden, inside, workbench
from tests.cli.samples import GOOD_SUMMARY, records, write_opaque, write_transcript
from tests.cli.score_files import reports


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    return write_transcript(tmp_path / "bad.jsonl")


def score(*arguments: str | Path, cwd: Path | None = None, **changes: str) -> Result:
    if changes:  # what a process is born with needs a process of its own
        return workbench("score", *arguments, cwd=cwd, **changes)
    return inside("score", *arguments, cwd=cwd or ROOT)


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
        *("input_digest", "replaceable", "tags", "failure_actions", "gates", "retention", "unlisted"),
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


def test_a_folder_is_scored_through_and_broken_files_are_reported(tmp_path: Path) -> None:
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
