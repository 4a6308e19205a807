"""A log that takes commands gets none from a transcript."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.run import inside
from tests.cli.samples import write_transcript
from workbench.cli.ci_log import tame


@pytest.mark.parametrize("name", ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("::error::x", ": :error::x"),
        ("   ::add-mask::x", "   : :add-mask::x"),
        ("a\n::error::x\n", "a\n: :error::x\n"),
        ("x ##[error]y", "x # #[error]y"),
        ("##vso[task.setvariable variable=a]b", "# #vso[task.setvariable variable=a]b"),
        ("##teamcity[testFailed]", "# #teamcity[testFailed]"),
        ("a::b and ## a heading", "a::b and ## a heading"),
    ],
)
def test_a_command_is_broken_where_a_runner_listens(
    monkeypatch: pytest.MonkeyPatch, name: str, text: str, expected: str
) -> None:
    """Only there; what is no command stays."""
    for each in ("GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"):
        monkeypatch.delenv(each, raising=False)
    assert tame(text) == text
    monkeypatch.setenv(name, "true")
    assert tame(text) == expected


def test_the_text_of_a_score_commands_nothing(tmp_path: Path) -> None:
    """Neither a wrapped hostile statement nor a session's text becomes a workflow command in the log."""
    path = write_transcript(tmp_path / "a.jsonl")
    text = path.read_text(encoding="utf-8")
    hostile = "Never " + "x" * 55 + " ::error::taken ##[add-path]/tmp " + "y" * 40 + " ::add-mask::a in it."
    path.write_text(text.replace("Do not touch the download client.", hostile), encoding="utf-8")
    plain = inside("score", "a.jsonl", cwd=tmp_path)
    assert any(line.lstrip().startswith("::") for line in plain.out.splitlines())
    stated = inside("score", "a.jsonl", cwd=tmp_path, env=None, GITHUB_ACTIONS="true")
    assert not any(line.lstrip().startswith("::") for line in stated.out.splitlines())
    assert "##[" in plain.out
    assert "##[" not in stated.out
