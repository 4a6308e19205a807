"""`score --baseline`, `--write-baseline`, `--max-warnings` and the policy's budget: what makes a run fail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import Result, inside
from tests.cli.samples import BAD_SUMMARY, GOOD_SUMMARY, SESSION, records, write_transcript
from workbench.services.output_shapes.reports_and_drafts import ScoreShape
from workbench.services.scores.baseline import BaselineShape


def put(folder: Path, name: str, summary: str, first: str = "1") -> Path:
    """A transcript of a session of its own."""
    path = write_transcript(folder / name, summary)
    path.write_text(path.read_text(encoding="utf-8").replace(SESSION, first + SESSION[1:]), encoding="utf-8")
    return path


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Two compactions that fail and one that passes, and their baseline."""
    put(tmp_path, "a.jsonl", BAD_SUMMARY, "1")
    put(tmp_path, "b.jsonl", BAD_SUMMARY.replace("limit", "bound"), "2")
    put(tmp_path, "c.jsonl", GOOD_SUMMARY, "3")
    stated = score(tmp_path, "a.jsonl", "b.jsonl", "c.jsonl", "--write-baseline", "base.json")
    assert stated.code == 1  # writing changes no exit code
    assert "written to base.json" in stated.err
    return tmp_path


def score(folder: Path, *arguments: str) -> Result:
    return inside("score", *arguments, cwd=folder)


def against(stated: Result) -> dict[str, Any]:
    ScoreShape.model_validate(stated.json)
    found = stated.json["baseline"]
    assert isinstance(found, dict)
    return found


def test_what_is_known_fails_nothing(files: Path) -> None:
    """The same files pass again, and the text says that nothing is new."""
    stated = score(files, "a.jsonl", "b.jsonl", "c.jsonl", "--baseline", "base.json")
    assert stated.code == 0
    assert "nothing new or worse than the baseline" in stated.out
    assert "PASSED  3 compactions judged" in stated.out
    assert "0 new or worse" in stated.out
    assert score(files, "a.jsonl").code == 1


def test_order_paths_and_growth_change_nothing(files: Path) -> None:
    """Files in another order, elsewhere, with a line before and events after the compaction."""
    other = files / "deep" / "er"
    other.mkdir(parents=True)
    text = (files / "a.jsonl").read_text(encoding="utf-8")
    last = json.loads(text.splitlines()[-1])
    later = json.dumps({**last, "uuid": "00000000-0000-4000-8000-00000000ffff", "parentUuid": last["uuid"]})
    (other / "z.jsonl").write_text('{"type":"summary","summary":"x","leafUuid":"y"}\n' + text + later + "\n")
    (files / "b.jsonl").rename(other / "y.jsonl")
    stated = score(files, "deep", "c.jsonl", "--baseline", "base.json", "--json")
    assert stated.code == 0
    assert against(stated)["new"] == 0
    assert against(stated)["known"] > 6
    assert against(stated)["fixed"] == 0
    assert against(stated)["gone"] == []


def test_a_baseline_is_the_same_in_any_order(files: Path) -> None:
    """Its bytes do not depend on the order of the files; its shape is registered."""
    score(files, "c.jsonl", "b.jsonl", "a.jsonl", "--write-baseline", "other.json")
    assert (files / "other.json").read_bytes() == (files / "base.json").read_bytes()
    BaselineShape.model_validate_json((files / "base.json").read_text())
    assert inside("schema", "baseline", cwd=files).json["properties"]["compactions"]


def test_what_is_new_fails_and_stands_first(files: Path) -> None:
    """Another loss in the same compaction exits 1 and is listed first; known ones stay known."""
    put(files, "a.jsonl", BAD_SUMMARY.replace("Never retry more than 3 times.", "Fine."), "1")
    stated = score(files, "a.jsonl", "--baseline", "base.json")
    assert stated.code == 1
    head = stated.out.splitlines()[1:3]
    assert head[0] == "new or worse than the baseline:"
    assert "Never retry more than 3 times." in "".join(stated.out.splitlines()[2:5])
    found = against(score(files, "a.jsonl", "--baseline", "base.json", "--json"))
    assert found["new"] >= 1
    assert found["known"] >= 3
    assert len(found["gone"]) == 2


def test_what_is_worse_fails(files: Path) -> None:
    """A loss that the baseline has as less bad."""
    body = json.loads((files / "base.json").read_text())
    for compaction in body["compactions"]:
        for problem in compaction["problems"]:
            if problem["rule"] == "retention_lost":
                problem["weight"] = 2.0
    (files / "base.json").write_text(json.dumps(body))
    stated = score(files, "a.jsonl", "--baseline", "base.json")
    assert stated.code == 1
    assert "1. worse, gate C: " in stated.out


def test_what_was_repaired_is_counted(files: Path) -> None:
    """Problems that are gone are fixed; the run passes."""
    put(files, "a.jsonl", GOOD_SUMMARY, "1")
    stated = score(files, "a.jsonl", "--baseline", "base.json", "--json")
    assert stated.code == 0
    assert against(stated)["fixed"] >= 3


def test_a_new_compaction_is_new(files: Path) -> None:
    """A session that the baseline does not know fails as it would without one."""
    put(files, "d.jsonl", BAD_SUMMARY, "4")
    assert score(files, "d.jsonl", "--baseline", "base.json").code == 1
    put(files, "e.jsonl", GOOD_SUMMARY, "5")
    assert score(files, "e.jsonl", "--baseline", "base.json").code == 0


def test_other_gates_may_decide_over_the_same_baseline(files: Path) -> None:
    """A baseline holds what fails in any gate: `--fail-on B` passes over it too."""
    assert score(files, "a.jsonl", "--fail-on", "B").code == 1
    assert score(files, "a.jsonl", "--fail-on", "B", "--baseline", "base.json").code == 0


def test_two_summaries_of_one_range_are_distinguished(files: Path) -> None:
    """Summaries are distinguished by their file; a loss of one is new for the other."""
    (files / "one.md").write_text("- The upload client retries, never more than 3 times.\n")
    (files / "two.md").write_text("- Do not touch the download client.\n")
    given = ("--source", "c.jsonl", "--range", "0..16", "--fail-on", "C")
    score(files, "one.md", *given, "--write-baseline", "one.json")
    assert score(files, "one.md", *given, "--baseline", "one.json").code == 0
    assert score(files, "./one.md", *given, "--baseline", "one.json").code == 0
    assert score(files, "two.md", *given, "--baseline", "one.json").code == 1


def test_another_policy_or_evaluator_is_said(files: Path) -> None:
    """The run continues, and a line names what differs from the baseline."""
    (files / "p.toml").write_text('name = "mine"\n')
    body = json.loads((files / "base.json").read_text())
    body["evaluator_version"] = "tier0/1"
    (files / "base.json").write_text(json.dumps(body))
    stated = score(files, "a.jsonl", "--baseline", "base.json", "--policy", "p.toml")
    assert "the baseline was written under policy default-" in stated.out
    assert "the baseline was written by evaluator tier0/1" in stated.out


@pytest.mark.parametrize("name", ["junit", "sarif", "markdown", "html", "github"])
def test_every_format_marks_what_is_known(files: Path, name: str) -> None:
    """No known problem is reported as a failure; a SARIF log marks it `unchanged`."""
    out = score(files, "a.jsonl", "--baseline", "base.json", "--format", name).out
    assert "0 new or worse" in out or name == "junit"
    if name == "junit":
        assert "<failure" not in out
        assert "every problem of this gate is in the baseline" in out
    if name == "sarif":
        found = json.loads(out)["runs"][0]["results"]
        assert {each["baselineState"] for each in found if each["level"] == "warning"} == {"unchanged"}
        assert not [each for each in found if each["level"] == "error"]
    if name == "github":
        assert "::error" not in out


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (None, "cannot read the baseline base.json: no such file"),
        ("{", "base.json is not a baseline: is not JSON"),
        (
            '{"schema": "workbench.score/1"}',
            "is not a baseline: schema: must be 'workbench.baseline/1'",
        ),
        ("[" * 100_000, "base.json is not a baseline"),
        ("\udcff", "base.json is not a baseline: it is not valid UTF-8"),
    ],
)
def test_what_is_no_baseline_is_refused(tmp_path: Path, body: str | None, message: str) -> None:
    """Exit 2, one line with how to write one."""
    put(tmp_path, "a.jsonl", BAD_SUMMARY)
    if body is not None:
        (tmp_path / "base.json").write_bytes(body.encode("utf-8", "surrogateescape"))
    stated = score(tmp_path, "a.jsonl", "--baseline", "base.json")
    assert stated.code == 2
    assert message in stated.err
    assert "--write-baseline FILE" in stated.err


def test_a_baseline_that_cannot_be_written_is_refused_first(tmp_path: Path) -> None:
    """Before anything is judged."""
    put(tmp_path, "a.jsonl", BAD_SUMMARY)
    stated = score(tmp_path, "a.jsonl", "--write-baseline", "no/such/base.json")
    assert stated.code == 2
    assert stated.out == ""
    assert "cannot write no/such/base.json" in stated.err


def test_secrets_do_not_enter_a_baseline(tmp_path: Path) -> None:
    """A token in a lost item is masked there as in every report."""
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    text = "\n".join(json.dumps(each) for each in records())
    said = "Do not touch the download client."
    assert said in text
    (tmp_path / "a.jsonl").write_text(text.replace(said, f"Never use the token {secret} in tests."))
    score(tmp_path, "a.jsonl", "--write-baseline", "base.json")
    body = (tmp_path / "base.json").read_text()
    assert "Never use the token" in body
    assert secret not in body


def test_warnings_have_a_limit(files: Path) -> None:
    """`--max-warnings` and the budget of a policy, which the option overrides; known ones are not counted."""
    put(files, "c.jsonl", f"{GOOD_SUMMARY}\n- The upload queue lives in `src/fluxcap.py`", "3")
    score(files, "c.jsonl", "--write-baseline", "base.json")
    assert score(files, "c.jsonl").code == 0
    stated = score(files, "c.jsonl", "--max-warnings", "0")
    assert stated.code == 1
    assert "NOT PASSED  1 compaction judged; 1 warning, at most 0 allowed" in stated.out
    assert score(files, "c.jsonl", "--max-warnings", "1").code == 0
    assert score(files, "c.jsonl", "--max-warnings", "0", "--baseline", "base.json").code == 0
    (files / "p.toml").write_text("[budget]\nwarnings = 0\n")
    assert score(files, "c.jsonl", "--policy", "p.toml").code == 1
    assert score(files, "c.jsonl", "--policy", "p.toml", "--max-warnings", "3").code == 0
    assert score(files, "c.jsonl", "--max-warnings", "-1").code == 2


def test_compactions_that_may_fail_have_a_budget(files: Path) -> None:
    """This many may fail; one more fails the run. The JSON contains both numbers."""
    (files / "p.toml").write_text("[budget]\nfailed = 1\n")
    stated = score(files, "a.jsonl", "c.jsonl", "--policy", "p.toml", "--json")
    assert stated.code == 0
    ScoreShape.model_validate(stated.json)
    assert stated.json["passed"] is True
    assert stated.json["budget"]["failed"] == {"found": 1, "allowed": 1}
    over = score(files, "a.jsonl", "b.jsonl", "--policy", "p.toml")
    assert over.code == 1
    assert "2 compactions failed, at most 1 allowed" in over.out
    cases = score(files, "a.jsonl", "b.jsonl", "--policy", "p.toml", "--format", "junit").out
    assert 'classname="budgets"' in cases
    (files / "p.toml").write_text("[budget]\nfailed = -1\n")
    wrong = score(files, "a.jsonl", "--policy", "p.toml")
    assert wrong.code == 2
    assert "policy key budget.failed" in wrong.err


def test_a_folder_that_holds_our_own_files_is_scored(files: Path) -> None:
    """Baseline and report beside the transcripts are none themselves."""
    (files / "report.json").write_text(score(files, "a.jsonl", "--json").out, encoding="utf-8")
    stated = score(files, ".", "--baseline", "base.json", "--json")
    assert (stated.code, stated.err) == (0, "")
    assert len(stated.json["reports"]) == 3
