"""A summary that this program wrote is read as the statements that it was written from."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from gates.artifact import Artifact, FailureDetail, Item, ItemKind
from gates.render import artifact_text, unnumbered_text
from tests.gates_snapshot.build import artifact, link
from workbench.exporters.claude_code import CONTINUED
from workbench.exporters.summaries import context_text
from workbench.importers.summaries.headings import parse_summary

ITEMS = (
    {"kind": "open_question", "text": "Which port?"},
    {"kind": "open_work", "text": "Write the tests", "status": "open", "links": [link(2)]},
    {"kind": "open_work", "text": "Fix the parser", "status": "done"},
    {
        "kind": "failure",
        "text": "The build failed",
        "detail": {"category": "error", "where": "ci", "why": "no disk left"},
    },
    {"kind": "decision", "text": "Use Lax cookies", "links": [link(2)]},
    {"kind": "constraint", "text": "Never push\nfrom here\n\nnor there", "speaker": "user"},
    {"kind": "claim", "text": "thanks, go on", "speaker": "user"},
    {"kind": "claim", "text": "34 files were read"},
    {"kind": "artifact_ref", "text": "docs/a.md"},
)


def read(**changes: object) -> tuple[tuple[Item, ...], str | None]:
    made = artifact(*ITEMS, start=1, end=9).model_copy(update=changes)
    return parse_summary(f"{CONTINUED}\n\n{context_text(made)}")


def shape(items: tuple[Item, ...]) -> list[tuple[object, ...]]:
    return [(item.kind, item.text, item.status, item.speaker, item.detail) for item in items]


def test_each_statement_comes_back_as_it_was() -> None:
    items, narrative = read()
    assert shape(items) == [*shape(artifact(*ITEMS, start=1, end=9).items)]
    assert narrative is None and not any(item.links for item in items)


@pytest.mark.parametrize(("text", "numbered"), [(artifact_text, True), (unnumbered_text, False)])
def test_numbers_of_events_and_the_words_of_the_format_are_no_statements(
    text: Callable[[Artifact], str], numbered: bool
) -> None:
    written = text(artifact(*ITEMS, start=1, end=9))
    items, _ = parse_summary(written)
    assert not any("[e" in item.text or "eN" in item.text for item in items)
    assert ("[e2]" in written) == numbered


def test_an_objective_that_opens_a_fence_ends_with_its_own() -> None:
    said = "Do this:\n```python\n## Decisions\n- not a decision"
    items, narrative = read(objective=said, narrative="All went well.\n\n## Then\n- more")
    assert shape(items) == shape(artifact(*ITEMS, start=1, end=9).items)
    assert narrative == "All went well.\n\n## Then\n- more"


def test_a_file_stands_without_what_was_done_with_it_last() -> None:
    made = artifact({"kind": "artifact_ref", "text": "docs/a.md (last Edit)"}, start=1, end=9)
    items, _ = parse_summary(artifact_text(made))
    assert [(item.kind, item.text) for item in items] == [(ItemKind.ARTIFACT_REF, "docs/a.md")]


def test_other_summaries_are_read_as_before() -> None:
    text = "# Overview\n\n# Summary of events 1 to 9\n\n## Decisions\n\n- Use Lax cookies [e2]\n"
    items, _ = parse_summary(text)
    assert "[e2]" in items[-1].text
    assert FailureDetail(category="error", where="", why="") not in [item.detail for item in items]


@pytest.mark.parametrize(
    ("text", "left", "where", "why"),
    [
        ("It failed (where: ci; why: no disk (again))", "It failed", "ci", "no disk (again)"),
        ("It failed (where: ci)", "It failed", "ci", ""),
        ("It failed (why: no disk)", "It failed", "", "no disk"),
        ("It failed in a call of main ()", "It failed in a call of main ()", "", ""),
    ],
)
def test_a_failure_has_its_detail_behind_it(text: str, left: str, where: str, why: str) -> None:
    (item,), _ = parse_summary(f"# Summary of events 1 to 9\n\n## Failures\n\n- {text}\n")
    assert (item.text, item.detail) == (left, FailureDetail(category="error", where=where, why=why))


def test_a_failure_that_only_looks_like_detail_is_read_as_text() -> None:
    """The time stays linear with many possible starts of a detail."""
    text = "It failed" + " (where: why: " * 20_000 + "x"
    (item,), _ = parse_summary(f"# Summary of events 1 to 9\n\n## Failures\n\n- {text}\n")
    assert item.text == text
