"""`workbench run`: every verb, its JSON against its schema, its messages and exit codes."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.run import Result, inside
from tests.models.loopback import head, loopback
from tests.runs.build import ANSWERED, env_of, folder_of
from workbench.bootstrap import Env
from workbench.runs.records.shapes import ResearchOutput
from workbench.services.output_shapes.run_shapes import GoldenShape, ManifestShape, RunShape, RunsShape


@pytest.fixture
def env(tmp_path: Path) -> Env:
    """A store of its own beside three sources."""
    folder_of(tmp_path)
    return env_of(tmp_path)


def run(env: Env, cwd: Path, *arguments: str) -> Result:
    """One `run` command."""
    return inside("run", *arguments, cwd=cwd, env=env)


def started(env: Env, cwd: Path, *more: str) -> Result:
    """A run over the three sources."""
    return run(env, cwd, "start", "--objective", ANSWERED, "--source", "sources", *more)


def test_a_run_from_start_to_report(env: Env, tmp_path: Path) -> None:
    """The answer with its places; files whose footnotes lead to the words; every JSON of its shape."""
    done = started(env, tmp_path, "--out", "out", "--json")
    assert (done.code, done.err) == (0, "")
    RunShape.model_validate(done.json)
    made = ResearchOutput.model_validate(done.json["output"])
    assert made.ended == "answered"
    out = tmp_path / "out"
    assert ResearchOutput.model_validate_json((out / "output.json").read_bytes()) == made
    report = (out / "report.md").read_text()
    for claim in made.claims:
        for cited in claim.citations:
            assert f"line {cited.line}, characters {cited.start} to {cited.end}" in report
            copy = out / report.partition(f"[{cited.location}](")[2].partition(")")[0]
            assert copy.read_text()[cited.start : cited.end] == cited.quote
    assert json.loads((out / "metrics.json").read_text())["claims_without_evidence"] == 0
    assert len(list((out / "manifests").iterdir())) == done.json["step"]

    name = done.json["run_id"]
    text = run(env, tmp_path, "status", name).out
    assert "rules.md, line" in text and f"workbench timeline {name}" in text
    listed = run(env, tmp_path, "list", "--json")
    RunsShape.model_validate(listed.json)
    assert [each["run_id"] for each in listed.json["runs"]] == [name]
    manifest = run(env, tmp_path, "manifest", f"{name[:10]}:1", "--json")
    ManifestShape.model_validate(manifest.json)
    prompt = run(env, tmp_path, "manifest", f"{name}:1", "--prompt").out
    assert prompt == manifest.json["prompt"] and prompt.startswith("## Instructions")
    assert "rules.md" in run(env, tmp_path, "manifest", f"{name}:1").out


def test_ask_answer_cancel(env: Env, tmp_path: Path) -> None:
    """Each with what to type next."""
    asked = run(env, tmp_path, "start", "--objective", "What does it cost?", "--source", "sources", "--ask")
    assert "asks  What is this about?" in asked.out
    name = run(env, tmp_path, "list", "--json").json["runs"][0]["run_id"]
    assert f'workbench run answer {name} "..."' in asked.out
    refused = run(env, tmp_path, "resume", name)
    assert refused.code == 1 and "waits for an answer" in refused.err
    answered = run(env, tmp_path, "answer", name, "The soup in the canteen")
    assert answered.code == 0 and "4 euros" in answered.out
    ended = run(env, tmp_path, "cancel", name)
    assert ended.code == 1 and "has ended: DONE" in ended.err


@pytest.mark.parametrize(
    ("arguments", "code", "stated"),
    [
        (("start", "--objective", " ", "--source", "sources"), 2, "objective is empty"),
        (("start", "--objective", "x", "--source", "none"), 2, "no file or folder none"),
        (("start", "--objective", "x", "--source", "ftp://a/b"), 2, "neither a path nor"),
        (("start", "--objective", "x", "--source", "http://127.0.0.1:9/a"), 2, "is a private address"),
        (("start", "--objective", "x"), 2, "--source"),
        (("start", "--objective", "x", "--source", "sources", "--out", "sources"), 2, "not an empty folder"),
        (("start", "--objective", "x", "--source", "sources", "--steps", "0"), 2, "whole number"),
        (("start", "--objective", "x", "--source", "sources", "--model", "no:one"), 2, "no provider"),
        (("start", "--objective", "x", "--source", "sources", "--record", "f"), 2, "--record"),
        (("status", "run_000000"), 2, "no store"),
        (("eval", "--golden", "none.json"), 2, "needs the sources"),
        (("eval", "--golden", "none.json", "--source", "sources"), 2, "cannot read none.json"),
        ((), 2, "say what to do with a run"),
    ],
)
def test_what_cannot_be_done_says_why(
    env: Env, tmp_path: Path, arguments: tuple[str, ...], code: int, stated: str
) -> None:
    """In one line, with a hint, before anything is kept."""
    done = run(env, tmp_path, *arguments)
    assert done.code == code and stated in done.err and done.out == ""
    assert not env.store_exists


def test_hostile_text_reaches_no_terminal(env: Env, tmp_path: Path) -> None:
    """Hostile text in a source, its file name or the objective is escaped."""
    (tmp_path / "sources" / "evil\x1b[2J.md").write_text(
        "# Pier\n\nThe pier \x1b[31mis\x07 long\u202e and [click](javascript:x) <b>old</b>.\n",
        encoding="utf-8",
    )
    objective = "Is the pier \x1b[2J long and old?"
    done = run(env, tmp_path, "start", "--objective", objective, "--source", "sources", "--out", "out")
    assert done.code == 0 and "pier" in done.out
    report = (tmp_path / "out" / "report.md").read_text()
    for text in (done.out, report):
        assert not {"\x1b", "\x07", "\u202e"} & set(text)
    assert re.search(r"(?<!\\)(?:<b>|\]\(javascript)", report) is None


def test_settings_come_from_configuration_and_environment(env: Env, tmp_path: Path) -> None:
    """And are shown by doctor; one out of range is named with its place."""
    assert env.config is not None
    env.config.write_text("[run]\nsteps = 2\n")
    assert started(env, tmp_path, "--json").json["budgets"]["steps"]["most"] == 2
    found = inside("run", "start", "--objective", "x", "--source", "sources", "--json", cwd=tmp_path, env=env,
                   WORKBENCH_RUN_STEPS="3")  # fmt: skip
    assert found.json["budgets"]["steps"]["most"] == 3
    checks = inside("doctor", "--json", cwd=tmp_path, env=env).json["checks"]
    assert next(each for each in checks if each["name"] == "run steps")["value"].startswith("2 (")
    env.config.write_text("[run]\nsteps = 0\n")
    refused = started(env, tmp_path)
    assert refused.code == 2 and "run setting steps" in refused.err


PDF = Path(__file__).parents[2] / "sample_sessions/corpus/documents/tickets/passenger-guide.pdf"


def golden(path: Path, cases: list[dict[str, Any]]) -> Path:
    """A file of cases."""
    path.write_text(json.dumps({"cases": cases}))
    return path


def test_figures_of_other_sources_are_not_compared(
    env: Env, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a library is missing, the unread sources are named and no figures are compared."""
    pytest.importorskip("pypdf")
    good = {"id": "a", "question": ANSWERED, "kind": "answerable", "expected_facts": ["5 January"]}
    cases = golden(tmp_path / "golden.json", [good])
    asked = ("eval", "--golden", cases.name, "--source", "sources")
    (tmp_path / "sources" / "plan.pdf").write_bytes(PDF.read_bytes())
    whole = run(env, tmp_path, *asked, "--out", "r.json", "--json")
    assert whole.code == 0 and whole.json["not_read"] == []
    monkeypatch.setitem(sys.modules, "pypdf", None)
    part = run(env, tmp_path, *asked, "--baseline", "r.json", "--out", "part.json", "--json")
    assert part.code == 1 and not part.json["ok"]
    assert [each["location"] for each in part.json["not_read"]] == ["plan.pdf"]
    said = " ".join(run(env, tmp_path, *asked, "--baseline", "r.json").out.split())
    assert "not comparable with the baseline: plan.pdf is a PDF, and the library that reads it" in said
    monkeypatch.undo()
    later = run(env, tmp_path, *asked, "--baseline", "part.json")
    assert later.code == 1
    assert "not comparable with the baseline, which did not read plan.pdf" in " ".join(later.out.split())


def test_an_evaluation_passes_fails_and_is_compared(env: Env, tmp_path: Path) -> None:
    """Under a floor it exits 1; against its own result nothing is worse; a better baseline is."""
    good = {"id": "a", "question": ANSWERED, "kind": "answerable", "expected_facts": ["5 January"],
            "must_cite": ["rules.md"], "forbidden_claims": ["never closes"]}  # fmt: skip
    none = {"id": "b", "question": "How many lighthouses stand on Ostrog island?", "kind": "unanswerable"}
    cases = golden(tmp_path / "golden.json", [good, none])
    done = run(
        env, tmp_path, "eval", "--golden", cases.name, "--source", "sources", "--out", "r.json", "--json"
    )
    GoldenShape.model_validate(done.json)
    assert (done.code, done.json["below"]) == (0, [])
    assert not env.store_exists
    again = run(env, tmp_path, "eval", "--golden", cases.name, "--source", "sources", "--baseline", "r.json")
    assert again.code == 0 and "passed" in again.out
    wrong = golden(
        tmp_path / "wrong.json", [{**good, "expected_facts": ["in June"], "must_cite": ["crew.txt"]}]
    )
    failed = run(env, tmp_path, "eval", "--golden", wrong.name, "--source", "sources", "--baseline", "r.json")
    assert failed.code == 1
    assert "source_in_three is 0.000, at least 0.850" in failed.out.replace("\n", " ")
    assert "the baseline has" in failed.out and "a (answerable" in failed.out
    barred = golden(tmp_path / "barred.json", [{**good, "forbidden_claims": ["5 January"]}, none])
    said = run(env, tmp_path, "eval", "--golden", barred.name, "--source", "sources", "--baseline", "r.json")
    assert said.code == 1
    words = " ".join(said.out.split())
    assert "forbidden is 1, at most 0 is required" in words and "forbidden is 1, the baseline has 0" in words
    assert re.search(r"answers with a forbidden claim .* at most 0(?!%)", said.out)
    broken = run(env, tmp_path, "eval", "--golden", "sources/rules.md", "--source", "sources")
    assert broken.code == 2 and "is not a file of golden cases" in broken.err


def test_an_evaluation_fetches_each_page_once(env: Env, tmp_path: Path) -> None:
    """Both cases ask about the same page."""
    asked = [{"id": name, "question": ANSWERED, "kind": "unanswerable"} for name in ("a", "b")]
    cases = golden(tmp_path / "golden.json", asked)
    env.config_file.write_text('[run]\nprivate_hosts = ["127.0.0.1"]\n', encoding="utf-8")
    with loopback(lambda _: [head(200, kind="text/plain"), b"Mail is handed out at noon."]) as site:
        done = run(env, tmp_path, "eval", "--golden", cases.name, "--source", f"{site.url}/mail", "--json")
    assert [case["failed"] for case in done.json["cases"]] == [[], []]
    assert [each.line.split()[1] for each in site.requests] == ["/robots.txt", "/mail"]
