"""Claims that readers found right though a rule had doubted them, each beside one that stays doubted."""

from __future__ import annotations

import pytest

from gates.artifact import Item, ItemKind
from gates.capture import CapturedItem, make_capture
from gates.contradiction.ranking import DOUBTED, SHORT_SOURCE, ranked, trusted
from gates.evaluate import Evaluator
from gates.findings import Found
from gates.search.index import SourceIndex
from gates.source import EventKind, SourceEvent, SourceRange, ToolAction, ToolFact
from tests.gates.build import ALL, SESSION, artifact_of, index_of, link_to
from workbench.importers.summaries.phrases import plain


def rules_on(text: str, *events: str, kind: ItemKind = ItemKind.CLAIM, quote: str = "") -> list[str]:
    """The rules of gate D that a statement linked to the last event meets."""
    made = tuple(
        SourceEvent(n, EventKind.ASSISTANT, each, f"n{n}", tokens=9) for n, each in enumerate(events)
    )
    links = (link_to(quote or events[-1], made),)
    stated = Item(kind=kind, text=text, links=links, status="open" if kind is ItemKind.OPEN_WORK else None)
    source = {"session_id": SESSION, "source_start": 0, "source_end": len(made) - 1}
    report = Evaluator(index_of(made), make_capture("test/1", ()), ALL).evaluate(
        artifact_of(stated, source=source)
    )
    return [each.rule for each in report.gates["D"].findings]


DENIED = "The second parents of a merge are never followed by the walk of the branch history."


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("The walk of the branch history followed the second parents of a merge", True),
        ("The walk of the branch history followed only the parents of a merge", False),
        ("Verify that the walk of the branch history followed the second parents of a merge", False),
    ],
)
def test_only_denies_and_what_is_to_be_verified_affirms_nothing(text: str, doubted: bool) -> None:
    """The sentence denies what the first affirms."""
    assert ("negation_dropped" in rules_on(text, DENIED)) is doubted


def test_both_ends_of_a_span_are_numbers_that_the_source_has() -> None:
    """`462` occurs in `462-475`; `468` does not."""
    source = "1. The sweep resets it.\n3. The archive fixture (line 462-475) calls the sweep at its end."
    assert "num_rival" not in rules_on("archive fixture definition at line 462", source)


@pytest.mark.parametrize(
    ("text", "doubted"), [("the sweep keeps 459 rows", True), ("the sweep keeps box.py:459", False)]
)
def test_a_line_behind_a_file_is_no_number_of_its_own(text: str, doubted: bool) -> None:
    """Lines move with every edit."""
    source = "There the sweep keeps 371 rows" if doubted else "There the sweep keeps box.py:371"
    assert bool({"num_replaced", "num_conflict"} & set(rules_on(text, source))) is doubted


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("The exporter supports the header rows parameter in tables", True),
        ("Fix the exporter to support the header rows parameter in tables", False),
    ],
)
def test_what_is_to_be_fixed_is_no_opposite_of_its_lack(text: str, doubted: bool) -> None:
    """The source reports the lack."""
    source = "The exporter does not support the header rows parameter in tables."
    met = set(rules_on(text, source))
    assert bool(met & {"polarity_conflict", "polarity_hint"}) is doubted


def task(text: str, ordinal: int, events: tuple[SourceEvent, ...]) -> CapturedItem:
    """Work that a task tool marks as done."""
    link = link_to(events[ordinal].text, events)
    return CapturedItem(
        item_id="cap_1", kind="open_work", text=text, status="done", origin="structural", evidence=(link,)
    )


@pytest.mark.parametrize(
    ("text", "edited", "severity"),
    [
        ("Run the lint and the tests of the exporter", True, "warning"),
        ("Run the lint and the tests of the exporter", False, "hard"),
        ("Write the guide of the exporter", True, "hard"),
    ],
)
def test_a_check_is_open_again_after_an_edit(text: str, edited: bool, severity: str) -> None:
    """Other work that was done stays done."""
    tool = ToolFact("Edit", "c1", ToolAction.CHANGE, "src/a.py", False)
    events = [SourceEvent(0, EventKind.USER, "Go.", "n0", tokens=1)]
    events.append(SourceEvent(1, EventKind.TOOL_RESULT, f"[completed] {text}", "n1", tokens=9))
    if edited:
        events.append(
            SourceEvent(2, EventKind.TOOL_RESULT, "The file has been updated.", "n2", tokens=9, tool=tool)
        )
    made = tuple(events)
    stated = Item(kind=ItemKind.OPEN_WORK, text=text, status="open", links=(link_to(text, made),))
    capture = make_capture("test/1", (task(text, 1, made),))
    index = SourceIndex.build(SourceRange(SESSION, 0, len(made) - 1), made, scope_complete=True)
    source = {"session_id": SESSION, "source_start": 0, "source_end": len(made) - 1}
    report = Evaluator(index, capture, ALL).evaluate(artifact_of(stated, source=source))
    met = [(each.rule, each.severity) for each in report.gates["D"].findings]
    assert ("status_conflict", severity) in met


@pytest.mark.parametrize(("kept", "severity"), [((1,), "warning"), ((), "hard")])
def test_work_that_a_kept_event_settles_is_not_surely_misreported(
    kept: tuple[int, ...], severity: str
) -> None:
    """A summary covers the other events, at whose end the work was open."""
    text = "Write the guide of the exporter"
    made = (
        SourceEvent(0, EventKind.USER, f"{text}, please.", "n0", tokens=1),
        SourceEvent(1, EventKind.TOOL_RESULT, f"[completed] {text}", "n1", tokens=9),
    )
    stated = Item(kind=ItemKind.OPEN_WORK, text=text, status="open", links=(link_to(text, made),))
    capture = make_capture("test/1", (task(text, 1, made),))
    index = SourceIndex.build(SourceRange(SESSION, 0, 1, frozenset(kept)), made, scope_complete=True)
    source = {"session_id": SESSION, "source_start": 0, "source_end": 1, "kept": kept}
    report = Evaluator(index, capture, ALL).evaluate(artifact_of(stated, source=source))
    met = [(each.rule, each.severity) for each in report.gates["D"].findings]
    assert ("status_conflict", severity) in met


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("`pkg/__init__.py` calls `RST.__init__`", "`pkg/__init__.py` calls `RST.__init__`"),
        (
            "pkg/__init__.py and RST.__init__() and __main__",
            "pkg/__init__.py and RST.__init__() and __main__",
        ),
        ("__Keep this in mind__ and **that**", "Keep this in mind and that"),
    ],
)
def test_names_between_underscores_are_no_bold_words(text: str, stated: str) -> None:
    """Otherwise they would count as names that nobody mentioned."""
    assert plain(text) == stated


def test_doubted_rules_are_shown_on_demand_about_long_sources_only() -> None:
    """A claim that meets another rule too shows that one."""
    doubted, other = Found("num_rival", "warning", "a"), Found("other_file", "warning", "b")
    assert "num_rival" in DOUBTED
    assert trusted([doubted, other], SHORT_SOURCE) == [other]
    assert trusted([doubted, other], SHORT_SOURCE - 1) == [doubted, other]
    stated = Item(kind=ItemKind.CLAIM, text="All of it was resolved")
    assert [each for _, each in ranked([(stated, [doubted, other])], SHORT_SOURCE, every=False)] == [other]
    assert len(ranked([(stated, [doubted, other])], SHORT_SOURCE, every=True)) == 2


@pytest.mark.parametrize(
    ("text", "reversed_"),
    [
        ("The image started out with 3.13 and was then switched to 3.12", True),
        ("The image started out with 3.12 and was then switched to 3.13", False),
        ("The panel used sessionStorage first and changed over to localStorage afterwards", True),
        ("The panel used localStorage first and changed over to sessionStorage afterwards", False),
        ("The image started out with 3.12 and was then pushed", False),
    ],
)
def test_two_values_stand_in_the_order_in_which_they_are_stated(text: str, reversed_: bool) -> None:
    """The later value must not be stated first or as gone first."""
    events = (
        "The image is made with 3.12, and the panel keeps its state in localStorage.",
        "Now the image is made with 3.13, and the panel keeps its state in sessionStorage.",
    )
    assert ("order_reversed" in rules_on(text, *events)) is reversed_


@pytest.mark.parametrize(
    ("text", "source", "kind", "doubted"),
    [
        (
            "Reproduce the header rows fault with the small table",
            "The header rows fault is not reproduced with the small table.",
            ItemKind.OPEN_WORK,
            False,
        ),
        (
            "The header rows fault is reproduced with the small table",
            "The header rows fault is not reproduced with the small table.",
            ItemKind.CLAIM,
            True,
        ),
    ],
)
def test_work_is_no_opposite_of_what_is_not_so_yet(
    text: str, source: str, kind: ItemKind, doubted: bool
) -> None:
    """Only a statement of fact is an opposite."""
    met = set(rules_on(text, source, kind=kind))
    assert bool(met & {"polarity_conflict", "polarity_hint"}) is doubted
