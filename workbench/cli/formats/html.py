"""One self-contained HTML page: no script, nothing fetched, every text escaped (`templates.render_html`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from workbench.cli.formats import sentences as words
from workbench.cli.formats.checkout_paths import Places
from workbench.cli.formats.sentences import beside_baseline, deciding, excerpt, shown
from workbench.presentation.figures import plural
from workbench.presentation.gate_words import TITLES, result_word
from workbench.presentation.review_page import ReviewEntry, ReviewPage, counted_losses, review_pages
from workbench.services.scores.score_results import ReportSummary, Rules, Scored, ScoreSummary
from workbench.templates import render_html
from workbench.version import __version__

ANCHOR = "\x00anchor\x00"
"""Placeholder in a finished section for its id in the page; no text can contain it unescaped."""
TEXT = "The text that replaces these events in an agent's context"
MOST = 200
MOST_FOLDED = 100
MOST_ROWS = 5_000
OUTCOMES = {
    "passed": ("PASSED", "good"),
    "failed": ("NOT PASSED", "bad"),
    "known": ("PASSED", "warn"),
    "left out": ("LEFT OUT", ""),
}


class EntryGroup(NamedTuple):
    """Entries of one kind under a title."""

    title: str
    entries: Sequence[ReviewEntry]
    more: int
    open: bool
    style: str


class HtmlRow(NamedTuple):
    """One compaction in the table over all."""

    target: str
    span: str
    words: Sequence[tuple[str, str]]
    passes: bool


@dataclass(frozen=True)
class HtmlReports:
    """Writer of one section per compaction; can be sent to worker processes."""

    places: Places

    def __call__(self, scored: Sequence[Scored], rules: Rules) -> list[str]:
        """Return one section per report, with `ANCHOR` in place of its id."""
        return [section(page, self.places.path(page.target), ANCHOR) for page in review_pages(scored, rules)]


def html_pieces(summary: ScoreSummary, sections: Iterable[bytes], places: Places) -> Iterator[str]:
    """Yield the whole page, with the sections as `HtmlReports` wrote them."""
    word, _, stated = words.verdict(summary).partition(": ")
    yield head(
        "Compaction gates",
        (word, "good" if summary.passed else "bad"),
        [f"{stated}."],
        [
            *beside_baseline(summary),
            f"Policy {summary.policy_version}, evaluator {summary.evaluator_version}",
        ],
        rows=[_row(each, places) for each in summary.judged[:MOST_ROWS]],
        unreadable=[
            *((places.path(target), error.message, error.hint) for target, error in summary.unreadable),
            *((places.path(each.target), words.unread_words(each), "") for each in summary.unread),
        ],
    )
    for number, text in enumerate(sections, 1):
        yield text.decode("utf-8").replace(ANCHOR, f"c{number}", 1)
    yield tail()


def head(
    heading: str,
    outcome: tuple[str, str],
    stated: Sequence[str],
    notes: Sequence[str] = (),
    *,
    rows: Sequence[HtmlRow] = (),
    unreadable: Sequence[tuple[str, str, str]] = (),
) -> str:
    """Return a page down to its first section."""
    word, style = outcome
    return render_html(
        "report_head.html.j2",
        title=f"{heading}: {word}",
        heading=heading,
        word=word,
        style=style,
        stated=stated,
        notes=notes,
        gates=tuple(TITLES.items()),
        rows=rows,
        unreadable=unreadable,
    )


def tail() -> str:
    """Return the end of a page."""
    return render_html("report_tail.html.j2", made=f"Compaction Workbench {__version__}")


def section(
    page: ReviewPage,
    target: str,
    anchor: str = "",
    *,
    verdict: tuple[str, str, str] | None = None,
    text: str = "",
) -> str:
    """Return the section of one compaction.

    `verdict` is its outcome, style and reason, if those differ from the ones of `score`. `text` is what an
    agent is given in place of the events, shown folded.
    """
    outcome, style, stated = verdict or (*OUTCOMES[page.outcome], _reason(page))
    made = render_html(
        "report_section.html.j2",
        page=page,
        anchor="@" if anchor else "",
        heading=f"{excerpt(target, 300)}: {page.title}",
        outcome=outcome,
        style=style,
        stated=stated,
        groups=list(_groups(page)),
        text=text,
        text_title=TEXT,
    )
    return made.replace('<h2 id="@">', f'<h2 id="{anchor}">', 1)


def _reason(page: ReviewPage) -> str:
    """Return the gates by which it fails, or what prevents accepting it."""
    failing = [f"{gate.letter} {gate.title}" for gate in page.gates if gate.fails]
    if failing:
        return f"by {', '.join(failing)}; gates {deciding(page)} decide"
    known = "every problem is in the baseline; " if page.outcome == "known" else ""
    ready = "it may replace its range" if page.replaceable else "as it is it may not replace its range"
    return f"{known}{ready}{f': {page.confirm}' if page.confirm else ''}"


def _groups(page: ReviewPage) -> Iterator[EntryGroup]:
    losses = [each for each in page.of("hard", "C") if each.rule.startswith("retention_")]
    if losses:
        yield _group(counted_losses(losses), losses, is_open=True)
    likely = page.of("likely")
    yield from _folded("Likely lost", likely)
    for letter, title in TITLES.items():
        found = [each for each in page.of("hard", letter) if each not in losses]
        if any(each.fails for each in found):
            yield _group(f"{letter} {title}: {plural(len(found), 'finding')}", found, is_open=True)
        else:
            yield from _folded(f"{letter} {title}, findings that decide nothing here", found)
        yield from _folded(f"{letter} {title}, warnings", page.of("warning", letter))
        yield from _folded(f"{letter} {title}, remarks", page.of("note", letter))
    yield from _folded("Cleared by a reviewer", page.of("cleared"))


def _folded(title: str, entries: Sequence[ReviewEntry]) -> Iterator[EntryGroup]:
    if entries:
        yield _group(f"{title}: {len(entries)}", entries, is_open=False)


def _group(title: str, entries: Sequence[ReviewEntry], *, is_open: bool) -> EntryGroup:
    stated, more = shown(entries, MOST if is_open else MOST_FOLDED)
    style = "bad" if any(each.fails for each in entries) else "warn"
    return EntryGroup(title, stated, more, is_open, style)


def _row(each: ReportSummary, places: Places) -> HtmlRow:
    stated = [result_word(letter, status) for letter, status in zip(TITLES, each.statuses, strict=True)]
    span = "" if each.source_start is None else f"{each.source_start}..{each.source_end}"
    return HtmlRow(
        excerpt(places.path(each.target), 200),
        span,
        [(word.text, word.style) for word in stated],
        each.passes,
    )
