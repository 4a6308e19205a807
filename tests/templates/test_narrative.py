"""The narrative of a snapshot: eight sections, only its facts, byte for byte the same each time."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given as any_of
from hypothesis import strategies as st

from gates.snapshot.builder import build_snapshot
from tests.gates_snapshot.build import active, artifact, conflict, given, link
from workbench.templates import narrative, render
from workbench.templates.filters import fence, line

SECTIONS = [
    "1. Objective, budgets, provenance mode",
    "2. What changed since the last snapshot",
    "3. Verified claims",
    "4. Conflicts",
    "5. Failures encountered",
    "6. Open questions and unknowns",
    "7. Next actions",
    "8. Manifest references",
]
FULL = build_snapshot(
    given(
        active(
            artifact(
                {"kind": "claim", "text": "34 uses", "links": [link(7), link(8)]},
                {"kind": "claim", "text": "nobody knows"},
                conflict("Port 80 or 8080", 3, 4),
                {
                    "kind": "failure",
                    "text": "Tests failed",
                    "detail": {"category": "command", "where": "make", "why": "no module"},
                },
                {"kind": "open_question", "text": "Which port?"},
                {"kind": "open_work", "text": "write the tests", "status": "open"},
            )
        ),
        budgets={"cap_tokens": 40_000},
        done_definition={"tests": "pass", "docs": ["a", "b"]},
        manifest_ids=("man_1",),
    )
)
EMPTY = build_snapshot(given())
CHECKOUT = Path(__file__).parents[2]


def sections(text: str) -> dict[str, str]:
    """The body of each section by its title, in order."""
    parts = re.split(r"^## (.*)\n", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_the_eight_sections_stand_in_the_contract_s_order() -> None:
    assert list(sections(narrative(FULL))) == list(sections(narrative(EMPTY))) == SECTIONS


def test_each_fact_stands_in_its_section() -> None:
    stated = sections(narrative(FULL))
    first = stated[SECTIONS[0]]
    assert "Objective: Fix the login" in first and "cap_tokens: 40000" in first and "audit_only" in first
    assert "- tests: pass" in first
    assert "claims_added: 3" in stated[SECTIONS[1]]
    assert "- 34 uses\n  - event 7, evd_" in stated[SECTIONS[2]] and "nobody knows" not in stated[SECTIONS[2]]
    assert re.search(
        r"One side:\n    - event 3, .*\n  - The other side:\n    - event 4, ", stated[SECTIONS[3]]
    )
    assert "- Tests failed\n  - Category: command\n  - Where: make\n  - Why: no module" in stated[SECTIONS[4]]
    assert "- Which port?\n- Not verified: nobody knows" in stated[SECTIONS[5]]
    assert stated[SECTIONS[6]].strip() == "1. write the tests"
    assert stated[SECTIONS[7]].strip() == "- man_1"


def test_what_is_absent_prints_none_recorded() -> None:
    stated = sections(narrative(EMPTY))
    for title in SECTIONS[2:]:
        assert stated[title].strip() == "none recorded"
    assert "Budgets:\n  - none recorded" in stated[SECTIONS[0]]
    assert "Done definition: none recorded" in stated[SECTIONS[0]]


def test_a_snapshot_of_the_bare_contract_has_a_narrative_too() -> None:
    bare = json.loads(json.dumps(FULL))
    bare["retrieval_diagnostics"] = {}
    del bare["counts"]["delta"]
    for claim in bare["state"]["claims"]:
        for extra in ("kind", "work_status", "speaker", "artifact_ids"):
            del claim[extra]
        for ref in claim["evidence_refs"]:
            del ref["ordinal"], ref["quote_hash"]
    for failure in bare["state"]["failures"]:
        del failure["statement"]
    stated = sections(narrative(bare))
    assert list(stated) == SECTIONS
    assert stated[SECTIONS[6]].strip() == "none recorded"
    assert "- 34 uses\n  - evd_" in stated[SECTIONS[2]]


def test_the_order_of_keys_in_the_json_does_not_show() -> None:
    def turned(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: turned(value[key]) for key in reversed(value)}
        return [turned(each) for each in value] if isinstance(value, list) else value

    assert narrative(turned(FULL)) == narrative(FULL)


def test_it_is_the_same_under_every_hash_seed_locale_and_time_zone(tmp_path: Path) -> None:
    stored = tmp_path / "snapshot.json"
    stored.write_text(json.dumps(FULL), "utf-8")
    program = (
        "import json, sys; from workbench.templates import narrative;"
        "sys.stdout.buffer.write(narrative(json.load(open(sys.argv[1], encoding='utf-8'))).encode())"
    )
    stated = set()
    for seed, zone, locale in (("0", "UTC", "C"), ("1", "Asia/Tokyo", "C.UTF-8"), ("4242", "UTC", "POSIX")):
        more = {"PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale, "PYTHONPATH": str(CHECKOUT)}
        done = subprocess.run(
            [sys.executable, "-c", program, str(stored)],
            check=True,
            capture_output=True,
            env={**os.environ, **more},
            cwd=tmp_path,
        )
        stated.add(done.stdout)
    assert stated == {narrative(FULL).encode()}


@any_of(st.text(min_size=1))
def test_no_text_can_break_the_structure(text: str) -> None:
    made = artifact(
        {"kind": "open_question", "text": "q" + text}, {"kind": "open_question", "text": f"\n{text}?"}
    )
    stated = narrative(build_snapshot(given(active(made))))
    assert list(sections(stated)) == SECTIONS
    questions = sections(stated)[SECTIONS[5]].rstrip("\n").split("\n")[1:]
    assert len(questions) == len(build_snapshot(given(active(made)))["state"]["open_questions"])
    assert not any(ord(letter) < 32 and letter != "\n" for letter in stated)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# a", "\\# a"),
        ("- a", "\\- a"),
        ("1. a", "1\\. a"),
        ("```sh", "\\```sh"),
        ("[x]: y", "\\[x]: y"),
        ("a <b> < c", "a \\<b> < c"),
        ("a\r\n\x0b\tb", "a b"),
        ("\x1b[31m\x9b\u202e", "\\x1b[31m\\x9b\\u202e"),
        ("plain *text*", "plain *text*"),
    ],
)
def test_a_line_is_one_line_without_structure_of_its_own(text: str, shown: str) -> None:
    assert line(text) == shown


def test_a_fence_is_longer_than_any_run_of_ticks_in_its_text() -> None:
    assert fence("a\n````\nb\x07") == "`````\na\n````\nb\\x07\n`````"
    assert fence("a\tb\u2028c") == "```\na\tb\nc\n```"


def test_a_missing_value_is_an_error_and_not_an_empty_string() -> None:
    from jinja2 import UndefinedError

    with pytest.raises(UndefinedError):
        render("narrative.md.j2", snapshot={})


@pytest.mark.parametrize(
    "text", ["<!-- x -->", "\\<script>x</script>", "\\\\\\<b>x", "a ![x](https://e.org/p.png)"]
)
def test_no_backslash_of_the_text_brings_html_or_an_image_back(text: str) -> None:
    """A backslash before a tag must not cancel the one that escapes the tag."""
    from markdown_it import MarkdownIt

    inner = [each for token in MarkdownIt("commonmark").parse(line(text)) for each in token.children or []]
    assert {each.type for each in inner} <= {"text", "text_special"}
