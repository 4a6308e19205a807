"""A list that claims to hold all user messages, and the one it leaves out."""

from __future__ import annotations

import itertools
import random

from gates.artifact import Artifact
from gates.evaluate import evaluate
from gates.search.assignment import assign
from gates.source import EventKind, SourceEvent
from tests.gates.build import artifact_of, capture_of, index_of, item

SAID = (
    "Please migrate the invoice exporter to the new store.",
    "Use the dry run flag for the first export.",
    "Write a changelog entry for the exporter.",
    "Which retry tests are still left to do?",
)
EVENTS = tuple(SourceEvent(n, EventKind.USER, text, f"n{n}", tokens=9) for n, text in enumerate(SAID))


def listing(*quoted: str) -> Artifact:
    """An imported summary that quotes these messages."""
    items = [item(text, kind="claim", speaker="user") for text in quoted]
    made = artifact_of(*items, origin="imported")
    source = made.source.model_copy(update={"source_end": len(EVENTS) - 1})
    return made.model_copy(update={"source": source})


def missing(artifact: Artifact) -> list[str]:
    """Messages of the findings on messages left out."""
    report = evaluate(artifact, index_of(EVENTS), capture_of())
    return [f.message for f in report.gates["C"].findings if f.rule == "user_message_missing"]


def test_a_message_left_out_of_the_list_is_named() -> None:
    """Three of four are quoted, so the fourth is missed; it is a warning with its own event."""
    found = missing(listing(*SAID[:3]))
    assert found == [f"the list of user messages leaves out event 3: {SAID[3]}"]


def test_abridged_quotations_are_the_messages() -> None:
    """A quotation that begins like a message counts as that message."""
    quoted = [*SAID[:3], "Which retry tests are still ..."]
    assert missing(listing(*quoted)) == []


def test_a_few_quotations_are_no_list() -> None:
    """Quoting two messages claims nothing about the others."""
    assert missing(listing(*SAID[:2])) == []


def test_a_picture_is_no_message() -> None:
    """Its placeholder is no text that a list could omit; a user's own words after it are."""
    pictured = SourceEvent(len(EVENTS), EventKind.USER, "[image image/png 1271932 bytes]", "n9", tokens=9)
    worded = pictured._replace(text="The image/png export has 1271932 bytes too many")
    artifact = listing(*SAID[:3])
    source = artifact.source.model_copy(update={"source_end": len(EVENTS)})
    artifact = artifact.model_copy(update={"source": source})
    for event, wanted in ((pictured, [3]), (worded, [3, 4])):
        report = evaluate(artifact, index_of((*EVENTS, event)), capture_of())
        found = [f for f in report.gates["C"].findings if f.rule == "user_message_missing"]
        assert [f.evidence[0].ordinal for f in found] == wanted


def test_an_assignment_is_the_best_there_is() -> None:
    """Against trying everything, on small random scores; no column is used twice."""
    draw = random.Random(7)
    for _ in range(60):
        rows, columns = draw.randint(1, 4), draw.randint(1, 4)
        scores = [[float(draw.randint(0, 9)) for _ in range(columns)] for _ in range(rows)]
        found = assign(scores)
        used = [column for column in found if column >= 0]
        size = min(rows, columns)
        best = max(
            sum(scores[r][c] for r, c in zip(chosen, order, strict=True))
            for chosen in itertools.permutations(range(rows), size)
            for order in itertools.permutations(range(columns), size)
        )
        assert len(used) == len(set(used)) == size
        assert sum(scores[r][c] for r, c in enumerate(found) if c >= 0) == best


def test_a_short_quotation_with_a_remark_behind_it_is_the_message() -> None:
    """A summary may keep it as one statement without a speaker; other words in the quotation differ."""
    short = SourceEvent(len(EVENTS), EventKind.USER, "thats better now", "n9", tokens=9)

    def found(remark: str) -> list[str]:
        listed = listing(*SAID)
        items = (*listed.items, item(remark, kind="decision"))
        source = listed.source.model_copy(update={"source_end": len(EVENTS)})
        artifact = listed.model_copy(update={"items": items, "source": source})
        report = evaluate(artifact, index_of((*EVENTS, short)), capture_of())
        return [f.message for f in report.gates["C"].findings if f.rule == "user_message_missing"]

    assert found('"thats better now" (after the exporter ran)') == []
    assert len(found('"another dry run" (after the exporter ran)')) == 1
