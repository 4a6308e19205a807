"""A file of several conversations: reports name the file that is there, and number what is of one."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.run import inside
from tests.importers.formats import CONTINUED


@pytest.fixture
def chats(tmp_path: Path) -> Path:
    """Two conversations, one a line, each with one compaction."""
    rules = ("Never retry an upload more than 3 times.", "Use port 8080 for the proxy.")
    said = [
        [("user", rule), ("assistant", "Kept."), ("user", f"{CONTINUED}\n- It works."), ("assistant", "On.")]
        for rule in rules
    ]
    lines = [{"conversations": [{"from": role, "value": text} for role, text in each]} for each in said]
    made = tmp_path / "chats.jsonl"
    made.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")
    return made


def test_what_a_ci_opens_is_the_file(chats: Path) -> None:
    """No part of it: there is no such file. What is shown keeps the part."""
    out = ("github=notes", "junit=junit.xml", "sarif=results.sarif")
    stated = inside("score", chats.name, *(f"--format={each}" for each in out), cwd=chats.parent)
    assert stated.code == 1, stated.err
    notes = (chats.parent / "notes").read_text(encoding="utf-8")
    assert "file=chats.jsonl,line=1," in notes and "file=chats.jsonl,line=2," in notes
    assert "file=chats.jsonl#" not in notes and "(chats.jsonl#2, events 0..1)" in notes
    cases = ElementTree.parse(chats.parent / "junit.xml").iter("testcase")
    assert {case.get("file") for case in cases} == {"chats.jsonl"}
    results = json.loads((chats.parent / "results.sarif").read_text(encoding="utf-8"))["runs"][0]["results"]
    places = [place["physicalLocation"] for each in results for place in each["locations"]]
    assert {each["artifactLocation"]["uri"] for each in places} == {"chats.jsonl"}
    assert {each["properties"]["target"] for each in results} == {"chats.jsonl#1", "chats.jsonl#2"}


def test_the_compactions_of_one_conversation_are_numbered(chats: Path) -> None:
    """A conversation's only compaction has no number, even if the file has other conversations."""
    stated = inside("score", chats.name, cwd=chats.parent)
    titles = [each for each in stated.out.splitlines() if each.startswith("== ")]
    assert [each.split("  ")[:2] for each in titles] == [
        ["== chats.jsonl#1", "events 0..1"],
        ["== chats.jsonl#2", "events 0..1"],
    ]


def test_a_file_whose_name_holds_the_mark_is_itself(chats: Path) -> None:
    """A part is only what no file is called."""
    other = chats.rename(chats.with_name("chats.jsonl#1"))
    chats.write_text("{}", encoding="utf-8")
    inside("score", f"./{other.name}#2", "--format=github=notes", cwd=chats.parent)
    notes = (chats.parent / "notes").read_text(encoding="utf-8")
    assert "file=chats.jsonl#1,line=2," in notes


def test_a_transcript_in_place_of_results_is_called_one(chats: Path) -> None:
    """With what judges it, and what makes a review of it."""
    for name in (chats.name, f"{chats.name}#2"):
        stated = inside("report", name, "--json", cwd=chats.parent)
        assert stated.code == 2 and stated.json["code"] == "transcript_given"
        assert f"{name} is a transcript (jsonl-chat), not a session of the store" in stated.json["message"]
        assert f"`workbench score {name}` judges it; `workbench import {name}`" in stated.json["hint"]
