"""Answers of staged windows are recorded as far as their drafts are kept."""

from __future__ import annotations

from pathlib import Path

import sample_sessions
from tests.cli.model_shell import Shell, policy
from tests.models.answers import copying, shown
from tests.models.loopback import Request, loopback, whole
from tests.models.protocols import OpenAI
from tests.models.service import Say, Service


def test_a_stage_that_fails_does_not_lose_the_recorded_answers_of_those_before(tmp_path: Path) -> None:
    """The first window's draft is kept, and its answers replay it; without any answer no file is written."""
    shell = Shell(tmp_path)
    sample = Path(sample_sessions.__file__).parent / "lost-open-work.jsonl"
    shell.session = shell.run("import", str(sample), "--json").json["sessions"][0]["session_id"]
    shell.run("modes", "multi_session", "on", "--reason", "trial")
    service = Service((Say(copying),))

    def refuse(_request: Request) -> list[bytes | float]:
        return list(whole(401, OpenAI().error("the key was withdrawn")))

    def refuse_later_stages(request: Request) -> list[bytes | float]:
        return refuse(request) if "before" in shown(request) else list(service(request))

    chosen = ("draft", shell.session, "--range", "0..107", "--strategy", "multi_session")
    limits = ("--policy", policy(tmp_path, cap_tokens=16_000))
    asked = (*chosen, *limits, "--model", "openai:m", "--record")
    with loopback(refuse) as there:
        nothing = shell.run(*asked, "none.jsonl", "--json", there=there)
    assert "nothing was kept" in nothing.json["hint"]
    assert not (tmp_path / "none.jsonl").exists()
    before = shell.drafts()
    with loopback(refuse_later_stages) as there:
        failed = shell.run(*asked, "r.jsonl", "--json", there=there)
    assert failed.code == nothing.code != 0
    assert "1 of 5 stages are kept as drafts" in failed.json["hint"]
    assert "nothing was kept" not in failed.json["hint"]
    kept = shell.drafts()
    assert kept > before
    assert "1 answer recorded in r.jsonl" in failed.err
    replayed = shell.run(*chosen, *limits, "--recorded", "r.jsonl", "--json")
    assert "1 of 5 stages are kept as drafts" in replayed.json["hint"]
    assert shell.drafts() == kept
