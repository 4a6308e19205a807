"""The changes made by a person's action on a working copy: edit, drop, relink, add, mark.

Dropping an item also removes the narrative's sentences that only it covers; they would still state it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from gates.artifact import Item, ItemKind
from gates.capture import CapturedItem
from gates.language.similarity import statement
from gates.report import GateReport
from gates.search.index import SourceIndex
from gates.search.linking import ScoredSpan, SpanSearch
from gates.source import SourceLink
from gates.traceability import uncovered_sentences
from workbench.edits.changes import Add, Change, Drop, Narrate, Replace
from workbench.edits.working_copy import WorkingCopy
from workbench.errors import UsageError
from workbench.strategies.captured_items import item_of
from workbench.strategies.repaired import UNSOURCED, DroppedStatement

NEAREST = 6
"""Passages offered for a statement."""
_SEGMENTS = 24
"""Segments searched for them."""

MarkKind = Literal["decision", "open_work"]


def edited(copy: WorkingCopy, item_id: str, text: str) -> tuple[Change, ...]:
    """Change an item's text and keep its links; no change if the text is the same.

    Raises:
        UsageError: the text is blank.
    """
    item = copy.item(item_id)
    if not text.strip():
        raise UsageError("the statement is empty", "drop it instead, or say what it states")
    if text.strip() == item.text:
        return ()
    return (Replace(item_id=item_id, item=item.model_copy(update={"text": text.strip()})),)


def turned(copy: WorkingCopy, item_id: str) -> tuple[Change, ...]:
    """Toggle open work between open and done.

    Raises:
        UsageError: the item is not open work.
    """
    item = copy.item(item_id)
    if item.kind is not ItemKind.OPEN_WORK:
        raise UsageError("only open work is open or done", "choose a statement that says what is to be done")
    status: Literal["open", "done"] = "open" if item.status == "done" else "done"
    return (Replace(item_id=item_id, item=item.model_copy(update={"status": status})),)


def relinked(copy: WorkingCopy, item_id: str, links: Sequence[SourceLink]) -> tuple[Change, ...]:
    """Replace all links of an item."""
    item = copy.item(item_id)
    if tuple(links) == item.links:
        return ()
    return (Replace(item_id=item_id, item=item.model_copy(update={"links": tuple(links)})),)


def dropped(copy: WorkingCopy, item_ids: Iterable[str], *, loose: bool = False) -> tuple[Change, ...]:
    """Drop items and the narrative's sentences that only they cover.

    `loose` drops all uncovered sentences.
    """
    gone = list(dict.fromkeys(copy.item(each).item_id for each in item_ids))
    changes: list[Change] = [Drop(item_id=each) for each in gone]
    text = copy.narrative or ""
    if text:
        left = [item for item in copy.items if item.item_id not in gone]
        before = [] if loose else uncovered_sentences(text, copy.items)
        cut = [each for each in uncovered_sentences(text, left) if each not in before]
        if cut:
            changes.append(Narrate(text=_without(text, cut)))
    return tuple(changes)


def _without(text: str, cut: Sequence[tuple[int, int, int]]) -> str | None:
    for _, start, end in reversed(cut):
        text = text[:start] + text[end:]
    return text.strip() or None


def added(copy: WorkingCopy, captured: Iterable[CapturedItem], index: SourceIndex) -> tuple[Change, ...]:
    """Add captured items with their text and links, unless the copy already has them."""
    there = {(item.kind, item.text) for item in copy.items}
    made = (item_of(each, index) for each in captured)
    return tuple(Add(item=item) for item in made if (item.kind, item.text) not in there)


def marked(kind: MarkKind, text: str, link: SourceLink) -> tuple[Change, ...]:
    """Add an event's words as a decision or as open work.

    Raises:
        UsageError: the words are blank.
    """
    if not text.strip():
        raise UsageError("the statement is empty", "say what was decided or is open")
    status: Literal["open"] | None = "open" if kind == "open_work" else None
    return (Add(item=Item(kind=ItemKind(kind), text=text.strip(), status=status, links=(link,))),)


def unsourced(copy: WorkingCopy, report: GateReport) -> tuple[DroppedStatement, ...]:
    """Return every statement that gate B finds without a source, and every sentence that no item covers."""
    texts = {item.item_id: item.text for item in copy.items}
    found: dict[str | None, DroppedStatement] = {}
    for finding in report.gates["B"].findings:
        if finding.item_id in texts and finding.rule in UNSOURCED:
            stated = DroppedStatement(finding.item_id, texts[finding.item_id], finding.rule, finding.message)
            found.setdefault(finding.item_id, stated)
    left = [item for item in copy.items if item.item_id not in found]
    text = copy.narrative or ""
    reason = "no item covers the sentence of the narrative"
    sentences = [
        DroppedStatement(None, text[start:end], "narrative_uncovered", reason)
        for _, start, end in uncovered_sentences(text, left)
    ]
    return (*found.values(), *sentences)


def nearest(search: SpanSearch, text: str, *, human: bool = False) -> tuple[ScoredSpan, ...]:
    """Return the passages that share most words with a statement, best first, at most one per event.

    `human`: only messages of a human, for a quotation of the user.
    """
    wanted = statement(text).stems
    first = search.best(wanted, human=human)
    found = {} if first is None else {first.ordinal: first}
    for segment in () if human else search.top(wanted, _SEGMENTS):
        span = search.within(segment.ordinal, wanted) if segment.ordinal not in found else None
        if span is not None and span.support > 0:
            found[span.ordinal] = span
    rest = [span for span in found.values() if span is not first]
    rest.sort(key=lambda span: (-span.support, span.ordinal))
    return ((first,) if first is not None else ()) + tuple(rest[: NEAREST - 1])
