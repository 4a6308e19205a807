"""Sentences about entries that several formats share. Escapes no markup: each format does that in its way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.escaping import one_line
from workbench.presentation.cells import clip
from workbench.presentation.figures import plural
from workbench.presentation.review_page import ReviewEntry, ReviewPage, TranscriptQuote
from workbench.services.scores.score_results import ScoreSummary
from workbench.services.transcript_files.unread_lines import UnreadLines

LONGEST = 400
"""Columns of a text that is quoted on one line."""


def excerpt(text: str, width: int = LONGEST) -> str:
    """A text on one line, cut, with every control character shown as an escape."""
    return clip(one_line(text), width)


def headline(entry: ReviewEntry) -> str:
    """What an entry is about, in one line."""
    return f"{entry.title}: {excerpt(entry.text)}"


def details(entry: ReviewEntry) -> Iterator[str]:
    """Where it was said, what stands in its place, what to do: a line each."""
    for quote in entry.quotes:
        yield source_line(entry, quote)
    if entry.statement and entry.statement not in entry.text:
        yield f'artifact says: "{excerpt(entry.statement)}"'
    if entry.fix:
        yield f"fix: {excerpt(entry.fix)}"


def source_line(entry: ReviewEntry, quote: TranscriptQuote) -> str:
    """Where a passage stands, and the passage where it says more than the entry itself."""
    if one_line(quote.text) == one_line(entry.text):
        return f"said at {where(quote)}, in these words"
    return f'source, {where(quote)}: "{excerpt(quote.text)}"'


def where(quote: TranscriptQuote) -> str:
    """An event with its line, where that is known."""
    return f"{quote.where}, line {quote.line}" if quote.line else quote.where


def mark(entry: ReviewEntry) -> str:
    """`new` or `worse` or `known`, in brackets with a space before; empty without a baseline."""
    return f" [{entry.state}]" if entry.state else ""


def verdict(summary: ScoreSummary) -> str:
    """The outcome of a run in one sentence."""
    total = plural(len(summary.judged), "compaction")
    parts = [f"{summary.lossy} of {total} would lose or distort something"] if summary.lossy else []
    if summary.unjudged:
        parts.append(f"{summary.unjudged} of {total} could not be judged")
    if summary.failed and summary.rules.budget.failed and "failed" not in summary.over_budget:
        parts.append(f"{summary.rules.budget.failed} may")
    parts = parts or [f"{total} judged"]
    opaque = sum(each.opaque for each in summary.judged)
    if opaque and summary.rules.skip_opaque:
        parts.append(f"{opaque} opaque, left out by --skip-opaque")
    elif opaque:
        parts.append(f"{opaque} opaque: the text is encrypted or absent (--skip-opaque leaves such out)")
    if summary.unreadable:
        parts.append(f"{plural(len(summary.unreadable), 'target')} could not be read")
    parts += over_budgets(summary)
    return f"{'PASSED' if summary.passed else 'NOT PASSED'}: {'; '.join(parts)}"


def over_budgets(summary: ScoreSummary) -> list[str]:
    """The budgets that a run goes over, in figures; that no compaction may fail needs no words."""
    return [
        over_budget(summary, name)
        for name in summary.over_budget
        if name != "failed" or summary.rules.budget.failed
    ]


def over_budget(summary: ScoreSummary, name: str) -> str:
    """One budget that a run goes over, in figures."""
    budget = summary.rules.budget
    if name == "unread":
        limit = summary.rules.max_unread
        stated = f"{plural(summary.unread_lines, 'line')} could not be read"
        return stated if limit is None else f"{stated}, at most {limit} allowed"
    if name == "warnings":
        return f"{plural(summary.warnings, 'warning')}, at most {budget.warnings} allowed"
    return f"{plural(summary.failed, 'compaction')} failed, at most {budget.failed} allowed"


def unread_words(unread: UnreadLines) -> str:
    """What could not be read of one transcript, in a sentence or two."""
    line, reason = unread.first[0]
    stated = f"{excerpt(unread.target)}: {plural(unread.lines, 'line')} could not be read"
    stated += f", from line {line} on" if unread.lines > 1 else f", line {line}"
    stated += f" ({excerpt(reason)})"
    if unread.unfinished:
        stated += "; the last line has no end and may still be written"
    return stated


def beside_baseline(summary: ScoreSummary) -> list[str]:
    """What the baseline says of a run, in sentences; empty where there is none."""
    against = summary.against
    if against is None:
        return []
    stated = [
        f"against {against.path}: {against.new} new or worse, {against.known} known, {against.fixed} fixed"
    ]
    if against.gone:
        count = plural(len(against.gone), "compaction")
        stated.append(
            f"{count} of the baseline was not judged"
            if len(against.gone) == 1
            else f"{count} of the baseline were not judged"
        )
    return [*stated, *against.notes]


def deciding(page: ReviewPage) -> str:
    """The gates that a page passes or fails by."""
    return ", ".join(gate.letter for gate in page.gates if gate.decides)


def kind(entry: ReviewEntry) -> str:
    """What an entry counts for, before it is reported; empty where the compaction fails by it."""
    if entry.fails or entry.state == "known":
        return ""
    return {"hard": "advisory: ", "likely": "likely lost: "}.get(entry.severity, f"{entry.severity}: ")


def shown(entries: Sequence[ReviewEntry], limit: int) -> tuple[Sequence[ReviewEntry], int]:
    """The first entries, and how many are left out."""
    return entries[:limit], max(len(entries) - limit, 0)
