"""Each artifact's state is shown wherever the artifact is, including a rejection."""

from __future__ import annotations

from pathlib import Path

from tests.cli.test_flow import Shell, prepared, shell

__all__ = ["prepared", "shell"]


def states(shell: Shell) -> list[str]:
    listed = shell.json("show", shell.session)["value"]["artifacts"]
    assert [each["number"] for each in listed] == list(range(1, len(listed) + 1))
    return [each["state"] for each in listed]


def test_a_session_shows_the_state_of_every_artifact(shell: Shell) -> None:
    """Draft, rejected, active, displaced, active again, rolled back: in JSON and in text."""
    first = shell.draft()
    second = str(shell.json("draft", shell.session, "--range", "0..22")["artifact_id"])
    assert states(shell) == ["draft", "draft", "draft"]
    shell.json("review", "reject", first, "--reason", "too thin")
    assert states(shell) == ["draft", "rejected", "draft"]
    assert shell.json("show", first)["value"]["state"] == "rejected"
    shell.json("review", "approve", first, "--reason", "read it again")
    assert states(shell) == ["draft", "draft", "draft"]
    shell.json("accept", first, "--confirm", "C")
    shell.json("accept", second, "--confirm", "C")
    assert states(shell) == ["draft", "displaced", "active"]
    text = shell.run("show", shell.session).out
    for word in ("draft", "displaced", "active"):
        assert f" {word} " in text
    shell.json("rollback", second)
    assert states(shell) == ["draft", "active", "rolled back"]
    assert shell.json("show", second)["value"]["active"] is False
    assert "rolled back" in shell.run("show", second).out.splitlines()[0]


def test_a_rejected_draft_is_refused_until_the_rejection_is_withdrawn(shell: Shell) -> None:
    """The message names the actor and reason, and the hint two ways to allow acceptance; either works."""
    artifact = shell.draft()
    for way in ("clear", "approve"):
        shell.json("review", "reject", artifact, "--reason", "too thin", "--actor", "bob")
        refused = shell.run("accept", artifact, "--json")
        assert refused.code == 1
        assert refused.json["code"] == "draft_rejected"
        assert "rejected by bob: too thin" in refused.json["message"]
        assert f"review {way} {artifact[:12]}" in refused.json["hint"]
        shell.json("review", way, artifact, "--reason", "read it again")
        assert states(shell)[-1] in ("draft", "rolled back")
        assert shell.run("accept", artifact, "--confirm", "C").code == 0
        shell.json("rollback", artifact)


def test_a_mark_that_is_not_there_cannot_be_withdrawn(shell: Shell) -> None:
    """Nothing is recorded."""
    stated = shell.run("review", "clear", shell.draft(), "--reason", "r")
    assert stated.code == 2
    assert "neither rejected nor approved" in stated.err


def test_a_policy_may_only_tighten_an_acceptance(shell: Shell, tmp_path: Path) -> None:
    """A looser value is refused by its key; an equal or stricter one is taken."""
    artifact = shell.draft()
    looser, same = tmp_path / "looser.toml", tmp_path / "same.toml"
    looser.write_text("[thresholds]\ntraceable_item_ratio = 0.97\n")
    same.write_text("fail_on = ['A']\n[thresholds]\ntraceable_item_ratio = 0.98\n")
    stated = shell.run("accept", artifact, "--policy", str(looser), "--json")
    assert stated.code == 2
    assert stated.json["code"] == "policy_too_loose"
    assert "thresholds.traceable_item_ratio = 0.97" in stated.json["message"]
    assert shell.run("accept", artifact, "--policy", str(same), "--confirm", "C").code == 0


def test_a_prefix_counts_with_its_tag(shell: Shell) -> None:
    """Six characters as typed do, tag included or not; five do not."""
    artifact = shell.draft()
    for given in (shell.session[:6], shell.session[:8], artifact[:6], artifact[4:10]):
        assert shell.run("show", given).code == 0, given
    item = shell.json("show", artifact)["value"]["artifact"]["items"][0]["item_id"]
    assert shell.json("show", item[:8])["value"]["item"]["item_id"] == item
    assert shell.run("score", artifact[:7]).code == 0
    for given in (shell.session[:5], artifact[4:9], item[:5]):
        assert shell.run("show", given).code == 2, given


def test_an_item_of_a_session_is_one_of_its_newest_artifact(shell: Shell) -> None:
    """`SESSION:c-1` names the chosen artifact on stderr; a missing place is an error."""
    artifact = shell.draft()
    stated = shell.run("show", f"{shell.session}:o-1", "--json")
    assert stated.json["value"]["artifact_id"] == artifact
    assert stated.err == f"o-1 of d-2 ({artifact[:12]}), the session's newest artifact\n"
    assert stated.json == shell.json("show", f"{shell.session}:d-2:o-1")
    missing = shell.run("show", f"{shell.session}:o-99", "--json")
    assert (missing.code, missing.json["message"]) == (2, "no item of d-2 is named o-99")


def test_a_draft_is_reported_as_a_score_is(shell: Shell) -> None:
    """`report` of a draft and of a repair is the entry that `score` has for the same artifact."""
    for command in (("draft", shell.session, "--range", "0..16"), ("repair", f"{shell.session}:d-1")):
        stated = shell.run(*command, "--json").json
        (entry,) = shell.run("score", stated["artifact_id"], "--json").json["reports"]
        assert stated["report"] == entry
        assert list(stated["report"]) == list(entry)


def test_a_dismissal_is_withdrawn(shell: Shell) -> None:
    """`capture` lists what was dismissed and names what withdraws it; then all is as it was."""
    before = shell.json("capture", shell.session)
    item = before["items"][0]["item_id"]
    shell.json("review", "dismiss", item, "--reason", "too fast")
    assert item not in [each["item_id"] for each in shell.json("capture", shell.session)["items"]]
    told = shell.run("capture", shell.session).out
    assert "Dismissed: 1, not counted" in told
    assert "review clear CAPTURED" in told
    assert item in told.partition("Dismissed: 1")[2]
    made = shell.json("review", "clear", item, "--reason", "the wrong one")
    assert (made["action"], made["target"]) == ("clear", item)
    assert shell.json("capture", shell.session) == before
    again = shell.run("review", "clear", item, "--reason", "the wrong one")
    assert again.code == 2
    assert "no dismissed or added item begins" in again.err


def test_an_addition_that_was_withdrawn_can_be_added_again(shell: Shell) -> None:
    """No rule captures it: `capture` lists it and names what counts it again, under the same id."""
    evidence = shell.json("capture", shell.session)["items"][0]["evidence"][0]
    where = ("--event", str(evidence["ordinal"]), "--quote", evidence["quote"])
    stated = ("--kind", "decision", *where, "--text", "this binds")
    item = shell.json("review", "add", shell.session, *stated, "--reason", "missed")["target"]
    shell.json("review", "clear", item, "--reason", "the wrong one")
    out = shell.run("capture", shell.session).out
    assert "Added and withdrawn: 1, not counted" in out
    assert item in out.partition("Added and withdrawn: 1")[2]
    assert "review add CAPTURED" in out
    again = shell.json("review", "add", item, "--reason", "it was right")
    assert (again["action"], again["target"]) == ("add", item)
    assert item in [each["item_id"] for each in shell.json("capture", shell.session)["items"]]
