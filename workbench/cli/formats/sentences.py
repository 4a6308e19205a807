"""Sentences about entries that several formats share. Each format escapes its own markup."""

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
    """Return a text on one line, cut, with control characters shown as escapes."""
    return clip(one_line(text), width)


def headline(entry: ReviewEntry) -> str:
    """Return an entry's title and text in one line."""
    return f"{entry.title}: {excerpt(entry.text)}"


def details(entry: ReviewEntry) -> Iterator[str]:
    """Yield the source, the artifact's statement and the remedy, one line each."""
    for quote in entry.quotes:
        yield source_line(entry, quote)
    if entry.statement and entry.statement not in entry.text:
        yield f'artifact says: "{excerpt(entry.statement)}"'
    if entry.fix:
        yield f"fix: {excerpt(entry.fix)}"


def source_line(entry: ReviewEntry, quote: TranscriptQuote) -> str:
    """Return the place of a passage, and the passage if it differs from the entry's text."""
    if one_line(quote.text) == one_line(entry.text):
        return f"said at {where(quote)}, in these words"
    return f'source, {where(quote)}: "{excerpt(quote.text)}"'


def where(quote: TranscriptQuote) -> str:
    """Return an event with its line, if known."""
    return f"{quote.where}, line {quote.line}" if quote.line else quote.where


def mark(entry: ReviewEntry) -> str:
    """Return `new`, `worse` or `known` in brackets after a space; empty without a baseline."""
    return f" [{entry.state}]" if entry.state else ""


def verdict(summary: ScoreSummary) -> str:
    """Return the outcome of a run in one sentence."""
    total = plural(len(summary.judged), "compaction")
    parts = [f"{summary.lossy} of {total} would lose or distort something"] if summary.lossy else []
    if summary.unjudged:
        parts.append(f"{summary.unjudged} of {total} could not be judged")
    if summary.failed and summary.rules.budget.failed and "failed" not in summary.over_budget:
        parts.append(f"{summary.rules.budget.failed} may")
    parts = parts or [f"{total} judged"]
    parts += _idle(summary)
    opaque = sum(each.opaque for each in summary.judged)
    if opaque and summary.rules.skip_opaque:
        parts.append(f"{opaque} opaque, left out by --skip-opaque")
    elif opaque:
        parts.append(f"{opaque} opaque: the text is encrypted or absent (--skip-opaque leaves such out)")
    if summary.unreadable:
        parts.append(f"{plural(len(summary.unreadable), 'target')} could not be read")
    parts += over_budgets(summary)
    return f"{'PASSED' if summary.passed else 'NOT PASSED'}: {'; '.join(parts)}"


def _idle(summary: ScoreSummary) -> Iterator[str]:
    """Yield for each deciding gate in how many compactions it had nothing to judge."""
    total = len(summary.judged)
    way = "" if summary.rules.strict else " (--strict does not pass that)"
    for gate, count in summary.idle.items():
        where = "" if count == total else f" in {count} of {total}"
        yield f"gate {gate} had nothing to judge{where}{way}"


def over_budgets(summary: ScoreSummary) -> list[str]:
    """Return the exceeded budgets in figures, except the default that no compaction may fail."""
    return [
        over_budget(summary, name)
        for name in summary.over_budget
        if name != "failed" or summary.rules.budget.failed
    ]


def over_budget(summary: ScoreSummary, name: str) -> str:
    """Return one exceeded budget in figures."""
    budget = summary.rules.budget
    if name == "unread":
        limit = summary.rules.max_unread
        stated = f"{plural(summary.unread_lines, 'line')} could not be read"
        return stated if limit is None else f"{stated}, at most {limit} allowed"
    if name == "warnings":
        return f"{plural(summary.warnings, 'warning')}, at most {budget.warnings} allowed"
    return f"{plural(summary.failed, 'compaction')} failed, at most {budget.failed} allowed"


def unread_words(unread: UnreadLines) -> str:
    """Return what could not be read of one transcript, in a sentence or two."""
    line, reason = unread.first[0]
    stated = f"{excerpt(unread.target)}: {plural(unread.lines, 'line')} could not be read"
    stated += f", from line {line} on" if unread.lines > 1 else f", line {line}"
    stated += f" ({excerpt(reason)})"
    if unread.unfinished:
        stated += "; the last line has no end and may still be written"
    return stated


def beside_baseline(summary: ScoreSummary) -> list[str]:
    """Return a run's comparison with the baseline, in sentences; empty if there is none."""
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
    """Return the gates that decide whether a page passes."""
    return ", ".join(gate.letter for gate in page.gates if gate.decides)


def kind(entry: ReviewEntry) -> str:
    """Return a prefix for an entry that does not make the compaction fail; empty if it does."""
    if entry.fails or entry.state == "known":
        return ""
    return {"hard": "advisory: ", "likely": "likely lost: "}.get(entry.severity, f"{entry.severity}: ")


def shown(entries: Sequence[ReviewEntry], limit: int) -> tuple[Sequence[ReviewEntry], int]:
    """Return the first entries, and how many are left out."""
    return entries[:limit], max(len(entries) - limit, 0)
