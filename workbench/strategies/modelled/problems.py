"""Problems of a draft in the form that a model receives: the item, the problem, the passages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gates.artifact import Artifact, Item, normalise_text
from gates.report import Finding, GateReport, RetentionVerdict, Verdict
from gates.source import SourceLink
from workbench.facts.spans import shorten
from workbench.masking import mask_then_cut
from workbench.strategies.modelled.sourcing import RefusedParts, Sources

MOST = 40
PASSAGES = 3
PASSAGE_LENGTH = 600
MESSAGE_LENGTH = 400
DROPPED = "quotations"
"""Name of the check that drops items, in place of a gate."""
LIKELY = 5
"""Most proposed items that are likely lost, listed after the blocking problems."""
MOST_DROPPED = 10
"""Most dropped items of an answer that go back."""


def going_back(count: int, named: str) -> str:
    """Format the notice that `count` problems go back to a model."""
    return f"{count} problem goes back to {named}" if count == 1 else f"{count} problems go back to {named}"


def sent_back(problems: Sequence[AnswerProblem], named: str) -> str:
    """Format the problems that go back, by gate, and the items that may be missing beside them.

    `1 problem goes back to openai:m (gate C: 1), with 4 items that may be missing`.
    """
    blocking = [each for each in problems if each.blocks]
    if not blocking:
        dropped = len(problems)
        return f"{dropped} dropped {'item goes' if dropped == 1 else 'items go'} back to {named}"
    names = Counter(f"gate {each.gate}" if len(each.gate) == 1 else each.gate for each in blocking)
    gates = ", ".join(f"{name}: {count}" for name, count in sorted(names.items()))
    beside = len(problems) - len(blocking)
    missing = f"with {beside} {'item' if beside == 1 else 'items'} that may be missing" if beside else ""
    blocking_text = f"{going_back(len(blocking), named)} ({gates})" if blocking else ""
    return ", ".join(part for part in (blocking_text, missing) if part)


class AnswerProblem(NamedTuple):
    """One problem."""

    gate: str
    what: str
    """A clause for the model and for the person who asked."""
    item_text: str = ""
    """Text of the item that it is about; empty if there is none."""
    kind: str = ""
    passages: tuple[tuple[int, str], ...] = ()
    blocks: bool = True
    """Whether it keeps the draft from passing; other problems are only listed beside these."""


def problems_of(artifact: Artifact, report: GateReport) -> list[AnswerProblem]:
    """Return what keeps an artifact from passing and a writer could repair, then what is likely lost."""
    items = {item.item_id: item for item in artifact.items}
    found: list[AnswerProblem] = []
    for gate in ("B", "D"):
        if report.gates[gate].status is Verdict.FAIL:
            hard = [f for f in report.gates[gate].findings if f.severity == "hard" and f.reviewed is None]
            found += [_of_finding(gate, each, items) for each in hard]
    if report.gates["B"].status is Verdict.FAIL and not any(each.gate == "B" for each in found):
        scattered = [f for f in report.gates["B"].findings if f.rule == "source_scattered"]
        found += [_of_finding("B", each, items) for each in scattered]
    if report.gates["C"].status is Verdict.FAIL:
        found += [_of_loss(each, items) for each in report.lost]
    missed = [m.name for m in report.gates["E"].measures if m.decides and m.passed is False]
    if missed == ["compression_ratio"]:
        found.append(AnswerProblem("E", "the record is not smaller than the events: say it in fewer words"))
    found = found[:MOST]
    if found:
        found += [_of_loss(each, items, blocks=False) for each in report.likely_lost[:LIKELY]]
    return found


def problems_of_dropped(dropped: RefusedParts, sources: Sources) -> list[AnswerProblem]:
    """Return the items of an answer that were dropped, with the passages that they name.

    They block nothing; the model may give them again with other words or another quotation.
    """
    found = []
    for why, given in dropped.lost[:MOST_DROPPED]:
        named = (sources.passage(quote) for quote in given.quotes[:PASSAGES])
        passages = tuple((at, _passage(text)) for at, text in filter(None, named))
        what = shorten(f"{why}: {given.text}", MESSAGE_LENGTH)
        found.append(AnswerProblem(DROPPED, what, "", given.kind.value, passages, blocks=False))
    return found


def _of_finding(gate: str, finding: Finding, items: dict[str, Item]) -> AnswerProblem:
    item = items.get(finding.item_id or "")
    what = shorten(finding.message, MESSAGE_LENGTH)
    return AnswerProblem(gate, what, item.text if item is not None else "", "", _passages(finding.evidence))


def _of_loss(lost: RetentionVerdict, items: dict[str, Item], *, blocks: bool = True) -> AnswerProblem:
    kind = lost.kind.replace("_", " ")
    stated = (
        f"the {kind} is {lost.verdict.value}: {lost.text}"
        if blocks
        else f"may be missing, a {kind}: {lost.text}"
    )
    item = items.get(lost.matched_item_id or "")
    what = shorten(stated, MESSAGE_LENGTH)
    return AnswerProblem(
        "C", what, item.text if item is not None else "", lost.kind, _passages(lost.evidence), blocks
    )


def _passages(links: Iterable[SourceLink]) -> tuple[tuple[int, str], ...]:
    found = dict.fromkeys((link.ordinal, _passage(link.quote)) for link in links)
    return tuple(found)[:PASSAGES]


def _passage(quote: str) -> str:
    return quote if len(quote) <= PASSAGE_LENGTH else mask_then_cut(quote, PASSAGE_LENGTH)[0]


def problems_json(problems: Sequence[AnswerProblem], items: Sequence[Item]) -> list[dict[str, object]]:
    """Return the problems as a request lists them: the number of the item, and the passages to quote."""
    numbers = {normalise_text(item.text): number for number, item in reversed(list(enumerate(items)))}
    return [
        {
            "item": numbers.get(normalise_text(each.item_text)) if each.item_text else None,
            "problem": each.what,
            "passages": [{"event": ordinal, "text": text} for ordinal, text in each.passages],
        }
        for each in problems
    ]
