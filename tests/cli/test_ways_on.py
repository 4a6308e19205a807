"""Suggested next commands contain the known ids and never a filled-in confirmation."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.run import inside
from tests.cli.samples import SESSION, write_opaque, write_transcript
from tests.cli.test_flow import Shell
from workbench.services.judgement import find


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    return Shell(tmp_path_factory.mktemp("ways"))


@pytest.fixture
def shell(prepared: Shell, tmp_path: Path) -> Shell:
    """A store of one's own with the session imported."""
    (tmp_path / "store.duckdb").write_bytes(prepared.store.read_bytes())
    (tmp_path / "upload.jsonl").write_bytes((prepared.folder / "upload.jsonl").read_bytes())
    return Shell(tmp_path, prepared.imported)


@pytest.mark.parametrize(
    "words",
    [
        ("review", "add", "SESSION", "--kind", "decision", "--text", "x", "--event", "999", "--reason", "r"),
        ("review", "note", "SESSION:999", "--reason", "r"),
        ("draft", "SESSION", "--range", "5..9999"),
        ("replay", "SESSION", "--until", "9999"),
        ("show", "SESSION:d-99"),
        ("show", "SESSION@99"),
        ("rollback", "SESSION:d-1"),
        ("history", "SESSION"),
    ],
)
def test_the_session_is_named_where_it_is_known(shell: Shell, words: tuple[str, ...]) -> None:
    """The suggested command can be copied as printed."""
    stated = shell.run(*(each.replace("SESSION", shell.session) for each in words))
    everything = stated.out + stated.err
    assert re.search(rf"workbench \w+ {shell.session[:12]}", everything), everything
    assert not re.search(r"workbench \w+ (?:SESSION|ARTIFACT)\b", everything)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("diff", "SESSION:d-1", "SESSION"), "SESSION is a session, not a snapshot or an artifact"),
        (("edit", "SESSION", "--form"), "SESSION is a session, not an artifact"),
        (("accept", "SESSION"), "SESSION is a session, not an artifact"),
        (("score", "SESSION"), "SESSION is a session, not a file"),
        (("history", "ARTIFACT"), "ARTIFACT is an artifact, not a session"),
    ],
)
def test_a_name_of_another_kind_is_called_what_it_is(shell: Shell, words: tuple[str, ...], said: str) -> None:
    """An existing name of another kind is not reported as unknown, which would suggest a typing error."""
    artifact = shell.json("show", shell.session)["value"]["artifacts"][0]["artifact_id"][:16]

    def named(text: str) -> str:
        return text.replace("SESSION", shell.session).replace("ARTIFACT", artifact)

    stated = shell.run(*map(named, words), "--json")
    assert (stated.code, stated.json["message"]) == (2, named(said))
    assert re.search(rf"`workbench \w+ ({shell.session[:12]}|{artifact[:12]})", stated.json["hint"])


def test_a_session_that_is_nowhere_is_not_called_one(shell: Shell) -> None:
    """This also holds for several workers that do not have the store."""
    for more in ((), ("--jobs", "2")):
        stated = shell.run("score", "ses_aaaaaa", *more, "--json")
        assert (stated.code, stated.json["message"]) == (2, "there is no file and no session ses_aaaaaa")
        there = shell.run("score", shell.session, *more, "--json")
        assert there.json["message"] == f"{shell.session} is a session, not a file"


def test_a_confirmation_is_asked_for_and_not_offered(shell: Shell) -> None:
    """The command names the gate to confirm and the reason, so it can be pasted."""
    drafted = shell.run("draft", shell.session, "--range", "0..16").out
    folded = " ".join(drafted.split())
    assert "accept it workbench accept art_" in folded
    stated = (
        "gate C rests on 4 captured items; look at that first: the command confirms that it was looked at"
    )
    assert f"--confirm C {stated}" in folded
    artifact = shell.draft()
    refused = shell.run("accept", artifact, "--json").json
    assert refused["message"] == "gate C rests on 4 captured items; not confirmed: C"
    assert refused["hint"] == (
        f"look at what it rests on (`workbench show {artifact[:12]}`), then add --confirm C"
    )
    shell.json("accept", artifact, "--confirm", "C")
    undone = " ".join(shell.run("rollback", artifact).out.split())
    assert f"accept again workbench accept {artifact[:12]} --confirm C" in undone
    assert "gate C was confirmed before: look again first" in undone


def test_repairing_what_passes_says_so(shell: Shell) -> None:
    """In its first line, before the figures."""
    artifact = shell.draft()
    number = shell.json("show", artifact)["value"]["number"]
    stated = shell.run("repair", artifact)
    assert stated.code == 0
    assert (
        stated.out.splitlines()[0] == f"nothing to repair: d-{number} passes as it is, and nothing was made"
    )
    assert "nothing to repair" not in shell.run("repair", f"{shell.session}:d-1").out


def test_an_added_item_is_said_where_it_claims_to_be(shell: Shell) -> None:
    """Its link rests on the event: in these words, or on words that are named."""
    add = ("review", "add", shell.session, "--kind", "decision", "--reason", "r", "--event", "10")
    refused = shell.run(*add, "--text", "The moon is green", "--json")
    assert (refused.code, refused.json["code"]) == (2, "text_not_said")
    assert f"workbench show {shell.session[:12]}:10" in refused.json["hint"]
    event = shell.json("show", f"{shell.session}:10")["value"]["text"]
    said = " ".join(event.split()[:4])
    assert shell.json(*add, "--text", f"{said.upper()}.")["action"] == "add"
    assert shell.json(*add, "--text", "As agreed", "--quote", said)["action"] == "add"


def test_an_opaque_compaction_is_not_promised_to_be_readable(tmp_path: Path) -> None:
    """An opaque compaction offers only the events it replaced; a readable one is suggested first."""
    write_opaque(tmp_path / "a-opaque.json")
    stated = inside("import", "a-opaque.json", cwd=tmp_path).out
    assert "see which events it left" in stated
    assert "see what a compaction lost" not in stated
    session = str(write_transcript(tmp_path / "b.jsonl"))
    both = inside("import", "a-opaque.json", session, cwd=tmp_path, WORKBENCH_STORE="other.duckdb").out
    assert "see what a compaction lost" in both


def test_a_capture_without_items_is_refused(tmp_path: Path) -> None:
    """An empty object is no capture: nothing would be judged against it."""
    write_transcript(tmp_path / "a.jsonl")
    (tmp_path / "c.json").write_text("{}")
    stated = inside("score", "a.jsonl", "--capture", "c.json", cwd=tmp_path)
    assert (stated.code, stated.err.splitlines()[0]) == (2, "workbench: c.json holds no items of a capture")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("foo = 1", "foo: there is no such key"),
        ('[budget]\nwarnings = "x"', "budget.warnings: must be a whole number"),
        ('strict = "maybe"', "strict: must be true or false"),
        ("[fail_on]\nx = 1", "fail_on: must be a list"),
        ("[thresholds]\nopen_work_recall = 7", "thresholds.open_work_recall: must be at most 1"),
    ],
)
def test_a_policy_that_does_not_fit_is_refused_in_plain_words(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "p.toml").write_text(text)
    stated = inside("score", "a.jsonl", "--policy", "p.toml", cwd=tmp_path)
    assert (stated.code, stated.err.splitlines()[0]) == (2, f"workbench: policy key {words}")


def test_a_difference_names_what_it_counts(shell: Shell) -> None:
    """No name of a field, and of figures those that differ."""
    first = shell.draft()
    shell.json("accept", first, "--confirm", "C")
    shell.json("rollback", first)
    stated = shell.run("diff", f"{shell.session}@1", f"{shell.session}@2").out
    assert "passages read: 1 change" in stated
    assert re.search(r"~ changed +none more, \d+ fewer", stated)
    assert "what the last move changed" in stated
    assert not re.search(r"counts\.|chunk ids|only in the first", stated)
    changed = stated[stated.index("what the last move changed") :]
    assert re.search(r"claims added \d+", changed)
    assert json.loads(shell.run("diff", f"{shell.session}@1", f"{shell.session}@2", "--json").out)["changes"]


def test_a_draft_that_was_made_before_is_called_so(shell: Shell) -> None:
    """In both forms; the first is a new one, and so is one of another strategy."""
    again = "drafted before: the same content adds no draft"
    words = ("draft", shell.session, "--range", "0..16")
    first, second = shell.run(*words), shell.run(*words)
    other = shell.run(*words, "--strategy", "checkpoint", "--json")
    assert again not in first.err and "repeated" not in other.json
    number = re.match(r"d-\d+", second.out)
    assert number is not None and f"this is {number[0]}, {again}" in second.err
    stated = shell.run(*words, "--json")
    assert stated.json["repeated"] is True and again in stated.err


def test_a_repair_that_was_made_before_is_called_so(shell: Shell) -> None:
    """It is the draft that is there, with no new number."""
    words = ("repair", f"{shell.session}:d-1", "--drop-unsourced")
    first, second = shell.run(*words), shell.run(*words)
    again = "repaired before: the same content adds no draft"
    assert again not in first.err and again in second.err
    assert first.out == second.out


def test_the_draft_that_an_import_offers_is_of_the_same_events(shell: Shell) -> None:
    """Without a range it would be of what follows the compaction, and no better one."""
    stated = shell.run("import", "upload.jsonl").out
    offered = re.search(r"draft a better one +workbench (draft \S+ --range (\d+)\.\.(\d+))", stated)
    assert offered is not None
    (found,) = shell.imported["sessions"][0]["compactions"]
    assert [found["source_start"], found["source_end"]] == [int(offered[2]), int(offered[3])]
    assert "range    0..16 of" in shell.run(*offered[1].split()).out


def slip(name: str) -> str:
    """Return an id with two neighbouring characters swapped, the tag and the last ones left out."""
    bare = name[4:16]
    at = next(at for at in range(5, 11) if bare[at] != bare[at + 1])
    return name[:4] + bare[:at] + bare[at + 1] + bare[at] + bare[at + 2 :]


def test_an_id_with_a_slip_is_answered_with_the_one_that_was_meant(shell: Shell) -> None:
    """Sessions, artifacts, items, findings and moves alike, with or without the tag of the kind."""
    listed = shell.json("show", shell.session)["value"]["artifacts"][0]["artifact_id"]
    shown = shell.json("show", f"{shell.session}:d-1")["value"]
    item = shown["artifact"]["items"][0]["item_id"]
    finding = next(each for gate in shown["report"]["gates"].values() for each in gate["findings"])[
        "finding_id"
    ]
    for name in (shell.session, listed, item, finding):
        for typed in (slip(name), slip(name)[4:]):
            stated = shell.run("show", typed, "--json")
            assert stated.code == 2
            assert stated.json["hint"].startswith(f"did you mean {name[:12]}"), stated.json
    for command in (("timeline",), ("history",), ("draft",), ("score",), ("purge",)):
        stated = shell.run(*command, slip(shell.session), "--json")
        assert stated.json["hint"].startswith(f"did you mean {shell.session[:12]}"), command


def test_a_prefix_of_several_records_lists_them_and_names_no_near_id(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An id of another kind that is near says less than those that begin like that."""
    other = shell.folder / "other.jsonl"
    text = (shell.folder / "upload.jsonl").read_text(encoding="utf-8")
    other.write_text(text.replace(SESSION, f"{SESSION[:-1]}x"), encoding="utf-8")
    both = (shell.session, shell.json("import", other)["sessions"][0]["session_id"])
    monkeypatch.setattr(find, "did_you_mean_id", lambda *_: "did you mean evd_0? ")
    stated = shell.run("show", SESSION[:12], "--json")
    assert stated.code == 2
    assert "names more than one record: " in stated.json["message"]
    assert all(each in stated.json["message"] for each in both)
    assert stated.json["hint"] == "give more characters"


def test_a_place_that_is_not_there_is_answered_with_the_last_one(shell: Shell) -> None:
    """Of the items of an artifact and of the artifacts of a session."""
    items = shell.run("show", f"{shell.session}:d-1:c-99", "--json").json
    assert items["message"].endswith("is named c-99")
    assert re.match(r"the last one is c-\d+; `workbench show art_", items["hint"])
    drafts = shell.run("show", f"{shell.session}:d-9", "--json").json
    assert drafts["hint"].startswith("its newest is d-1; `workbench show ses_")


def test_an_id_that_is_near_to_none_is_answered_with_where_ids_are_listed(shell: Shell) -> None:
    """An id of a hash is never suggested for another one."""
    for typed in ("ses_000000000000", "0" * 64, "nothing-like-it", "x" * 3):
        assert "did you mean" not in shell.run("show", typed, "--json").json["hint"]
