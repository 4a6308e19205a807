"""What a message says to do can be done as it is written."""

from __future__ import annotations

from pathlib import Path

from gates.source import make_link
from tests.cli.run import inside
from tests.cli.samples import GOOD_SUMMARY
from tests.cli.test_flow import Shell, prepared, shell
from workbench.cli.views.gates import distinct

__all__ = ["prepared", "shell"]


def test_a_summary_without_its_transcript_is_told_to_give_it(tmp_path: Path) -> None:
    """`score` of a text names --source, whatever the file's name."""
    for name in ("s.md", "s.txt", "summary"):
        (tmp_path / name).write_text(GOOD_SUMMARY, encoding="utf-8")
        told = inside("score", name, "--json", cwd=tmp_path)
        assert (told.code, told.json["code"]) == (2, "unknown_format")
        assert "--source TRANSCRIPT" in told.json["hint"]


def test_what_is_refused_is_named_in_the_hint(shell: Shell) -> None:
    """The command of the hint scores the artifact that was refused."""
    artifact = shell.json("show", f"{shell.session}:d-1")["value"]["artifact_id"]
    hint = shell.run("accept", f"{shell.session}:d-1", "--json").json["hint"]
    assert hint.startswith(f"`workbench score {artifact}`")
    assert shell.json("score", artifact, code=1)["reports"][0]["artifact_id"] == artifact


def test_nothing_is_announced_that_is_not_done(shell: Shell) -> None:
    """A strategy or model that is not there is refused before a range is told."""
    for option in (("--strategy", "rolling"), ("--model", "gpt")):
        told = shell.run("draft", shell.session, *option)
        assert told.code == 2
        assert "drafting events" not in told.err
        assert len(told.err.splitlines()) == 2


def test_the_same_words_of_an_event_are_printed_once() -> None:
    """Links that differ only in what a reader cannot see are one; the order stays."""
    session, text = "ses_2571a5e6678b12e1d332", "Add a retry. Never more than 3. Add a retry."
    first, other = make_link(session, 4, text, 0, 12), make_link(session, 4, text, 13, 31)
    again, elsewhere = make_link(session, 4, text, 32, 44), make_link(session, 5, text, 0, 12)
    assert distinct([first, first, other, again, elsewhere]) == [first, other, elsewhere]
