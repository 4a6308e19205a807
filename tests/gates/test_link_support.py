"""A link counts only when its words say the statement: just above and just below each constant."""

from __future__ import annotations

import pytest

from gates.capture import make_capture
from gates.evaluate import Evaluator
from gates.report import Finding, Verdict
from gates.search.index import SourceIndex
from gates.search.link_support import supported
from gates.source import EventKind, SourceEvent, SourceLink, ToolAction, ToolFact, make_link
from tests.gates.build import SESSION, artifact_of, index_of, item

FILLER = tuple(f"Filler{n} sentence{n} about thing{n} and matter{n}." for n in range(40))
"""Forty sentences of otherwise unused words, so that all words that occur once have equal weight."""


def session(*texts: str, tool: ToolFact | None = None) -> tuple[SourceEvent, ...]:
    """Return one event per text, after an event of filler; with a tool the last is its result."""
    events = [SourceEvent(0, EventKind.ASSISTANT, " ".join(FILLER), "n0", tokens=300)]
    for number, text in enumerate(texts, 1):
        last = number == len(texts) and tool is not None
        kind = EventKind.TOOL_RESULT if last else EventKind.ASSISTANT
        event = SourceEvent(number, kind, text, f"n{number}", tokens=20, tool=tool if last else None)
        events.append(event)
    return tuple(events)


def link(events: tuple[SourceEvent, ...], ordinal: int, quote: str | None = None) -> SourceLink:
    """A link to a quote of an event, or to all of it."""
    text = events[ordinal].text
    start = text.index(quote) if quote else 0
    return make_link(SESSION, ordinal, text, start, start + len(quote or text))


def carried(index: SourceIndex, text: str, *links: SourceLink) -> bool:
    """Whether these links carry a statement."""
    return supported(text, [index.resolve(each) for each in links], index)[0]


def finding(events: tuple[SourceEvent, ...], text: str, *links: SourceLink) -> Finding | None:
    """What gate B finds in one statement with these links; it passes or fails accordingly."""
    source = {"session_id": SESSION, "source_start": 0, "source_end": len(events) - 1}
    stated = item(text).model_copy(update={"links": links})
    result = Evaluator(index_of(events), make_capture("test/1", ())).evaluate(
        artifact_of(stated, source=source)
    )
    gate = result.gates["B"]
    assert (gate.status is Verdict.FAIL) is bool(gate.findings)
    return gate.findings[0] if gate.findings else None


def test_a_statement_linked_to_an_unrelated_command_has_no_source() -> None:
    """Open work linked to the output of a type checker gets its own rule and a remedy."""
    tool = ToolFact("Bash", "c1", ToolAction.COMMAND, "bun run typecheck", False)
    events = session("The invoice table loses rows while it is being sorted.", "no problems", tool=tool)
    found = finding(events, "Publish the pricing page on Friday", link(events, 2))
    assert found is not None
    assert (found.rule, found.severity) == ("link_unsupported", "hard")
    assert "hold 0% of its words" in found.message
    assert "Link the passage that says it" in found.message


def test_a_passage_that_says_it_is_named() -> None:
    """If the link points to another event, the finding names the one that supports the statement."""
    events = session(
        "Publish the pricing page on Friday, after the review.", "The queue drops rows of the invoice table."
    )
    found = finding(events, "Publish the pricing page on Friday", link(events, 2))
    assert found is not None
    assert found.rule == "link_mismatch"
    assert "event 1 100%" in found.message


SIX = "Rewrite harbour ferry timetable parser upstream"


@pytest.mark.parametrize(("shared", "counts"), [(1, False), (2, True)])
def test_rare_words_count_from_two_of_six(shared: int, counts: bool) -> None:
    """One of six rare words is 1/6 + 0.4 x its weight, below 0.52; two are above."""
    said = " ".join(SIX.split()[:shared])
    events = session(f"Yesterday {said} nobody moved.", "An echo.")
    index = index_of(events)
    # A rare word that stands once weighs less than 1, so that 1/6 + 0.4 x 0.81 = 0.49 and 2/6 + 0.32 = 0.65.
    assert carried(index, SIX, link(events, 1)) is counts


@pytest.mark.parametrize(("shared", "counts"), [(4, False), (5, True)])
def test_words_that_stand_everywhere_count_from_seven_in_ten(shared: int, counts: bool) -> None:
    """Of seven words, four that occur in every line are too few and five are enough."""
    words = ("salt", "flour", "oven", "yeast", "sugar")
    everywhere = session(*[" ".join(words)] * 90, " ".join(words[:shared]))
    index = index_of(everywhere)
    assert carried(index, "Salt flour oven yeast sugar marzipan truffle", link(everywhere, 91)) is counts


def test_several_links_must_hold_more_together() -> None:
    """Links that hold one rare word each count together only where they hold most of the statement."""
    eight = "alpine beacon cobalt dynamo ember falcon glacier hollow"
    apart = [f"Somewhere {word} nobody moved." for word in eight.split()]
    events = session(*apart, "An echo.")
    index = index_of(events)
    links = [link(events, n + 1) for n in range(8)]
    assert not carried(index, eight, *links[:1])
    assert not carried(index, eight, *links[:2])
    assert carried(index, eight, *links[:3])


def test_the_sentences_beside_the_quote_belong_to_its_passage() -> None:
    """Three sentences on either side are read, the fourth is not."""
    said = "Publish the pricing page on Friday."
    near = session(f"{said} One calm. Two calm. Here it is.")
    far = session(f"{said} One calm. Two calm. Three calm. Here it is.")
    assert carried(index_of(near), said, link(near, 1, "Here it is."))
    assert not carried(index_of(far), said, link(far, 1, "Here it is."))


def call_and_result(events: int) -> tuple[SourceEvent, ...]:
    """Return an edit whose result comes this many events after its call."""
    tool = ToolFact("Edit", "c1", ToolAction.CHANGE, "/srv/app/retry.py", None)
    made = [SourceEvent(0, EventKind.ASSISTANT, " ".join(FILLER), "n0", tokens=300)]
    text = "import os\nlimit = backoff_ceiling(attempts)\nreturn limit"
    made.append(SourceEvent(1, EventKind.TOOL_CALL, text, "n1", tokens=20, tool=tool))
    made += [SourceEvent(n, EventKind.ASSISTANT, "An echo.", f"n{n}", tokens=2) for n in range(2, events)]
    done = tool._replace(failed=False)
    made.append(SourceEvent(events, EventKind.TOOL_RESULT, "Done.", f"n{events}", tokens=2, tool=done))
    return tuple(made)


@pytest.mark.parametrize(("events", "counts"), [(201, True), (202, False)])
def test_a_result_stands_for_its_call(events: int, counts: bool) -> None:
    """Linked to "Done.", the statement is sought in the call that it answers, 200 events back at most."""
    made = call_and_result(events)
    assert carried(index_of(made), "The backoff ceiling limits the attempts", link(made, events)) is counts


@pytest.mark.parametrize(
    ("text", "action", "counts"),
    [
        ("Somebody quickly reworked loader.py yesterday evening", ToolAction.CHANGE, True),
        ("Somebody quickly reworked loader.py yesterday evening", ToolAction.READ, False),
        ("Somebody quickly reworked loader.py and saver.py yesterday evening", ToolAction.CHANGE, False),
        ("Reworked quickly: loader.py, saver.py, main.py, nobody looked yesterday", ToolAction.CHANGE, False),
    ],
)
def test_an_edit_of_the_named_file_is_the_action(text: str, action: ToolAction, counts: bool) -> None:
    """All names for an edit; one of two or of three is not enough, nor is a mere read."""
    tool = ToolFact("Tool", "c1", action, "/srv/app/loader.py", False)
    # The file is named in every event, so that its name is no rare word.
    events = session(*["Look at loader.py again."] * 60, "Done.", tool=tool)
    assert carried(index_of(events), text, link(events, 61)) is counts


@pytest.mark.parametrize(("name", "counts"), [("resign", True), ("look", False)])
def test_the_call_of_a_named_tool_is_the_action(name: str, counts: bool) -> None:
    """Where the tool is named as code; the call of another one is not."""
    tool = ToolFact(name, "c1", ToolAction.OTHER, "", False)
    events = session(*["Then resign or look."] * 60, "resign", tool=tool)
    text = "Somebody quickly finished yesterday evening by `resign`"
    assert carried(index_of(events), text, link(events, 61)) is counts


def test_half_of_a_list_of_names_is_enough() -> None:
    """Two of four files that are named beside one another."""
    events = session(*["See loader.py and saver.py here."] * 60, "An echo.")
    text = "Reworked quickly: loader.py, saver.py, main.py, other.py, nobody looked yesterday"
    assert carried(index_of(events), text, link(events, 60))
    shorter = "Reworked quickly: loader.py, main.py, other.py, further.py, nobody looked yesterday"
    assert not carried(index_of(events), shorter, link(events, 60))


def test_the_very_words_count_in_any_script() -> None:
    """A statement that the quote holds letter for letter needs no words that can be distinguished."""
    events = session("他说：先修复导出器，然后再部署。", "An echo.")
    index = index_of(events)
    assert carried(index, "先修复导出器", link(events, 1))
    assert not carried(index, "先修复导入器", link(events, 1))


def test_links_that_were_made_for_the_heading_of_all_messages_count() -> None:
    """The heading "All user messages" is no statement about one passage."""
    events = session("Begin with the exporter.", "Thanks.")
    assert finding(events, "All user messages", link(events, 1), link(events, 2)) is None
