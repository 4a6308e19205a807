"""Commands whose JSON is described by `workbench schema`, and hints that name what can be done."""

from __future__ import annotations

import json

import pytest

from gates.artifact import Artifact
from tests.cli.test_flow import Shell, prepared, shell
from workbench.services.output_shapes import record_shapes
from workbench.services.schemas import schema_of

__all__ = ["prepared", "shell"]


def test_listings_records_and_the_environment_have_shapes(shell: Shell) -> None:
    """The commands' JSON validates against their schemas."""
    record_shapes.SessionsShape.model_validate(shell.json("sessions"))
    reviewed = shell.json("review", "reject", shell.draft(), "--reason", "too long")
    record_shapes.ReviewShape.model_validate(reviewed)
    record_shapes.DoctorShape.model_validate(shell.run("doctor", "--json").json)
    for name in ("sessions", "review", "doctor", "demo"):
        assert schema_of(name)["properties"]["schema"]["const"] == f"workbench.{name}/1"


def test_an_id_names_what_was_stored(shell: Shell) -> None:
    """An imported summary also has the content that its id digests; other artifacts have none."""
    value = shell.json("show", f"{shell.session}:d-1")["value"]
    assert Artifact.model_validate(value["as_stored"]).artifact_id == value["artifact_id"]
    assert any(item["links"] for item in value["artifact"]["items"])
    drafted = shell.json("show", shell.draft())["value"]
    assert drafted["as_stored"] is None
    assert Artifact.model_validate(drafted["artifact"]).artifact_id == drafted["artifact_id"]


@pytest.mark.parametrize("output", ["markdown", "openai"])
def test_two_ways_of_printing_a_context_exclude_each_other(shell: Shell, output: str) -> None:
    """The conflict is an error, so no choice is silently ignored."""
    stated = shell.run("context", shell.session, "--json", "--format", output)
    assert stated.code == 2
    assert "exclude each other" in stated.json["message"]


def test_the_way_back_from_a_rollback_asks_for_what_was_confirmed(shell: Shell) -> None:
    """The command that is named can be pasted; without the gate it is refused."""
    artifact = shell.draft()
    shell.run("accept", artifact, "--confirm", "C")
    stated = shell.run("rollback", artifact)
    (way,) = [line for line in stated.out.splitlines() if line.startswith("accept again")]
    command = way.split("workbench ", 1)[1].split()
    assert shell.run(*command[:2]).code == 1
    assert shell.run(*command).code == 0


def test_the_way_on_from_a_rollback_of_a_rejected_draft_is_not_refused(shell: Shell) -> None:
    """A rejected artifact cannot be accepted, so the command that withdraws the rejection is named."""
    artifact = shell.draft()
    shell.run("accept", artifact, "--confirm", "C")
    shell.json("review", "reject", artifact, "--reason", "too thin")
    stated = shell.run("rollback", artifact)
    assert "accept again" not in stated.out
    (way,) = [line for line in stated.out.splitlines() if line.startswith("withdraw its rejection")]
    command = way.split("workbench ", 1)[1].split()
    assert shell.run(*command).code == 0
    assert shell.run("accept", artifact, "--confirm", "C").code == 0


def test_a_draft_that_is_not_smaller_is_called_so(shell: Shell) -> None:
    """Its size is no cost and no time."""
    made = shell.run("draft", shell.session, "--range", "0..1", "--json").json
    assert made["fallback"]["gate"] == "E"
    assert "not smaller than its source" in made["fallback"]["warning"]
    number = shell.json("show", made["fallback"]["artifact_id"])["value"]["number"]
    assert f"the checkpoint d-{number} that was made in its place" in made["fallback"]["warning"]
    assert "draft a larger one" in made["fallback"]["warning"]


def test_a_range_that_is_too_small_is_reported_once_with_a_larger_one(shell: Shell) -> None:
    """One report, no advice to repair what only a larger range helps, and a command that drafts one."""
    stated = shell.run("draft", shell.session, "--range", "0..1")
    assert (stated.code, stated.out.count("NOT REPLACEABLE")) == (1, 1)
    assert stated.out.count("the range is too small") == 1
    assert "workbench repair" not in stated.out
    (way,) = [line for line in stated.out.splitlines() if line.startswith("larger ")]
    command = way.split("workbench ", 1)[1].split()
    larger = shell.run(*command, "--json").json
    assert larger["fallback"] is None
    assert larger["report"]["gates"]["E"]["status"] == "PASS"


def test_no_repair_of_what_only_a_larger_range_helps(shell: Shell) -> None:
    """If only gate E fails because the range is too short, the refusal of `repair` says so."""
    chat = [
        {"role": "user", "content": "Never delete the staging database."},
        {"role": "assistant", "content": "Understood."},
    ]
    (shell.folder / "short.json").write_text(json.dumps(chat), encoding="utf-8")
    session = shell.json("import", "short.json")["sessions"][0]["session_id"]
    made = shell.json("draft", session, "--range", "0..1", "--strategy", "checkpoint", code=1)
    failed = [gate for gate, found in made["report"]["gates"].items() if found["status"] == "FAIL"]
    assert failed == ["E"]
    refused = shell.run("repair", made["artifact_id"])
    assert refused.code == 1
    assert "draft a larger range" in refused.err
    stated = shell.run("draft", session, "--range", "0..1")
    assert "workbench repair" not in stated.out
    assert "workbench draft" not in stated.out  # the range is the whole session


def test_a_small_range_at_the_end_is_made_larger_to_the_left(shell: Shell) -> None:
    """At the end of a session the range is extended to its beginning."""
    last = shell.json("timeline", shell.session)["events"][-1]["ordinal"]
    stated = shell.run("draft", shell.session, "--range", f"{last}..{last}")
    assert f" --range 0..{last}" in stated.out
