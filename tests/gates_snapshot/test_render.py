"""The text an agent receives in place of a range."""

from __future__ import annotations

from typing import Any

from gates.artifact import Artifact, parse
from gates.render import artifact_text, references
from gates.source import make_link

SESSION = "ses_" + "0" * 20


def link(ordinal: int, text: str = "some words of an event") -> dict[str, Any]:
    return make_link(SESSION, ordinal, text, 0, len(text)).model_dump(mode="json")


def artifact(*items: dict[str, Any], **more: Any) -> Artifact:
    return parse(
        {
            "source": {"session_id": SESSION, "source_start": 3, "source_end": 90},
            "strategy": "intentional",
            "prompt_version": "extractive/1",
            "origin": "drafted",
            "items": list(items),
            **more,
        }
    )


def test_groups_stand_in_a_fixed_order_whatever_the_order_of_items() -> None:
    text = artifact_text(
        artifact(
            {"kind": "artifact_ref", "text": "src/app.py"},
            {"kind": "claim", "text": "34 uses", "links": [link(7)]},
            {"kind": "open_work", "text": "write the tests", "status": "done"},
            {"kind": "open_work", "text": "ship it", "status": "open"},
            {"kind": "decision", "text": "Use Lax cookies", "links": [link(5)]},
            objective="Fix the login",
        )
    )
    assert text == (
        "# Summary of events 3 to 90\n\n[eN] names the event that a statement comes from.\n\n"
        "## Objective\n\nFix the login\n\n## Open work\n\n- Open: ship it\n- Done: write the tests\n\n"
        "## Decisions\n\n- Use Lax cookies [e5]\n\n"
        "## Facts\n\n- 34 uses [e7]\n\n## Artifacts\n\n- src/app.py\n"
    )


def test_words_of_the_user_are_marked_as_theirs_and_quoted_once() -> None:
    text = artifact_text(
        artifact(
            {"kind": "claim", "text": "keep it small", "speaker": "user", "links": [link(4)]},
            {"kind": "claim", "text": '"and fast"', "speaker": "user"},
            {"kind": "decision", "text": "no new files", "speaker": "user"},
        )
    )
    assert '## The user\'s words\n\n- The user: "keep it small" [e4]\n- The user: "and fast"\n' in text
    assert '## Decisions\n\n- The user: "no new files"\n' in text


def test_a_failure_says_where_and_why_once() -> None:
    detail = {"category": "command", "where": "make test", "why": "No module named x"}
    long = artifact_text(artifact({"kind": "failure", "text": "The tests failed", "detail": detail}))
    assert "- The tests failed (where: make test; why: No module named x)\n" in long
    short = {"kind": "failure", "text": "make test: no module named x", "detail": detail}
    assert "- make test: no module named x\n" in artifact_text(artifact(short))


def test_a_conflict_refers_to_both_its_sides() -> None:
    one, two = link(10), link(20)
    item = {
        "kind": "conflict",
        "text": "Port 80 or 8080",
        "links": [one, two],
        "detail": {"side_a": [one["evidence_id"]], "side_b": [two["evidence_id"]]},
    }
    assert "- Port 80 or 8080 (one side [e10], the other [e20]) [e10, e20]\n" in artifact_text(artifact(item))


def test_lines_of_a_statement_stay_inside_its_entry() -> None:
    code = "Ran:\n# not a heading\n```\nx = 1\n\n```"
    text = artifact_text(artifact({"kind": "claim", "text": code, "links": [link(8)]}))
    assert "- Ran:\n  # not a heading\n  ```\n  x = 1\n\n  ```\n  [e8]\n" in text


def test_at_most_three_ordinals_are_named() -> None:
    assert references([9, 4, 9, 7, 2]) == "[e4, e7, e9]"
    assert references([]) == ""


def test_an_opaque_artifact_says_that_it_cannot_be_read() -> None:
    text = artifact_text(artifact(opaque=True))
    assert (
        text
        == "# Summary of events 3 to 90\n\nThe summary of these events is encrypted and cannot be read.\n"
    )


def test_an_empty_artifact_is_its_heading() -> None:
    assert artifact_text(artifact()) == "# Summary of events 3 to 90\n"
