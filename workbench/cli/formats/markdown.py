"""GitHub-flavoured Markdown for the step summary of a CI, a pull request, or a person.

For any number of compactions, it stays under the megabyte that a step summary may have: failing ones are
reported first, and those without room are counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from workbench.cli.formats import sentences as words
from workbench.cli.formats.checkout_paths import Places
from workbench.cli.formats.sentences import beside_baseline, excerpt, mark, shown, source_line
from workbench.presentation.figures import plural
from workbench.presentation.gate_table import MeasureRow
from workbench.presentation.gate_words import TITLES, result_word
from workbench.presentation.review_page import ReviewEntry, ReviewPage, counted_losses, review_pages
from workbench.services.scores.score_results import ReportSummary, Rules, Scored, ScoreSummary
from workbench.templates.filters import gfm

ROOM = 900_000
"""Bytes of a whole document."""
SECTION_ROOM = 100_000
"""Bytes of one compaction."""
MOST_ROWS = 200
MOST_LOST = 100
MOST_LIKELY = 15
MOST_FOUND = 20
OUTCOMES = {
    "passed": "passed",
    "failed": "**failed**",
    "known": "passed, with known problems",
    "left out": "left out",
}


@dataclass(frozen=True)
class MarkdownReports:
    """Writer of one section per compaction; can be sent to worker processes."""

    places: Places

    def __call__(self, scored: Sequence[Scored], rules: Rules) -> list[str]:
        """Return one section per report."""
        return [section(page, self.places.path(page.target)) for page in review_pages(scored, rules)]


def markdown_pieces(summary: ScoreSummary, sections: Iterable[bytes], places: Places) -> Iterator[str]:
    """Yield the whole document, with the sections as `MarkdownReports` wrote them."""
    head = "".join(line + "\n" for line in _head(summary, places))
    yield head
    room, left_out = ROOM - len(head.encode("utf-8")), 0
    first, rest = _failing_first(summary.judged, sections)
    for text in (*first, *rest):
        if len(text) > room:
            left_out += 1
            continue
        room -= len(text)
        yield text.decode("utf-8")
    if left_out:
        count = plural(left_out, "compaction")
        yield f"\n{count} left out, since there is no room; `--format json` has all of them.\n"


def _failing_first(
    judged: Sequence[ReportSummary], sections: Iterable[bytes]
) -> tuple[list[bytes], list[bytes]]:
    """Return the sections of failing and of passing compactions, each limited to the room."""
    parted: dict[bool, list[bytes]] = {False: [], True: []}
    taken = {False: 0, True: 0}
    for each, text in zip(judged, sections, strict=True):
        taken[each.passes] += len(text)
        parted[each.passes].append(text if taken[each.passes] <= ROOM else b" " * (ROOM + 1))
    return parted[False], parted[True]


def _head(summary: ScoreSummary, places: Places) -> Iterator[str]:
    word, _, stated = words.verdict(summary).partition(": ")
    yield f"# Compaction gates: {word}"
    yield ""
    yield f"{gfm(stated)}. Policy {gfm(summary.policy_version)}, evaluator {gfm(summary.evaluator_version)}."
    for each in beside_baseline(summary):
        yield f"<br>{gfm(each)}"
    yield ""
    if summary.judged:
        yield (
            "| target | events | "
            + " | ".join(f"{letter} {title}" for letter, title in TITLES.items())
            + " | |"
        )
        yield "| --- | --- |" + " --- |" * (len(TITLES) + 1)
        rows = sorted(summary.judged, key=lambda each: each.passes)
        yield from (_row(each, places) for each in rows[:MOST_ROWS])
        yield ""
        if len(rows) > MOST_ROWS:
            yield f"and {len(rows) - MOST_ROWS:,} more"
            yield ""
    for target, error in summary.unreadable:
        yield f"- **could not be read:** {gfm(excerpt(places.path(target)))}: {gfm(excerpt(error.message))}"
    for unread in summary.unread:
        yield f"- **lines not read:** {gfm(words.unread_words(unread))}"
    if summary.unreadable or summary.unread:
        yield ""


def _row(each: ReportSummary, places: Places) -> str:
    span = "" if each.source_start is None else f"{each.source_start}..{each.source_end}"
    cells = [gfm(excerpt(places.path(each.target), 120)), span]
    for status, letter in zip(each.statuses, TITLES, strict=True):
        word = result_word(letter, status).text.lower()
        bad = status.value in ("FAIL", "UNVERIFIABLE") and letter in each.deciding
        cells.append(f"**{word}**" if bad else word)
    cells.append("passed" if each.passes else "**failed**")
    return "| " + " | ".join(cells) + " |"


def section(page: ReviewPage, target: str, verdict: str = "") -> str:
    """Return the section of one compaction, at most `SECTION_ROOM` bytes.

    `verdict` replaces its outcome in `score`.
    """
    lines: list[str] = []
    room = SECTION_ROOM
    for line in _section(page, target, verdict or OUTCOMES[page.outcome]):
        room -= len(line.encode("utf-8")) + 1
        if room < 0 and not line.startswith("</"):
            continue
        lines.append(line)
    if room < 0:
        lines += ["", "The rest is left out, since there is no room.", ""]
    return "".join(line + "\n" for line in lines)


def _section(page: ReviewPage, target: str, outcome: str) -> Iterator[str]:
    yield f"## {gfm(excerpt(target, 200))}: {page.title}"
    yield ""
    yield f"{outcome}; {gfm(excerpt(page.made_by))}" if page.made_by else outcome
    if page.fixed:
        yield f"<br>{plural(page.fixed, 'known problem')} fixed since the baseline"
    yield ""
    yield from _gates(page)
    yield from _lost(page)
    yield from _folded("Likely lost", page.of("likely"), MOST_LIKELY)
    for letter, title in TITLES.items():
        found = [each for each in page.of("hard", letter) if letter != "C" or each.rule[:10] != "retention_"]
        if any(each.fails for each in found):
            yield f"**{letter} {title}: {plural(len(found), 'finding')}**"
            yield ""
            yield from _list(found, MOST_FOUND)
        else:
            yield from _folded(f"{letter} {title}, findings that decide nothing here", found, MOST_FOUND)
        yield from _folded(f"{letter} {title}, warnings", page.of("warning", letter), MOST_FOUND)
        yield from _folded(f"{letter} {title}, remarks", page.of("note", letter), MOST_FOUND)
    yield from _folded("Cleared by a reviewer", page.of("cleared"), MOST_FOUND)
    if not page.scope_complete:
        yield "The transcript's own beginning is missing: what has no source may be there."
        yield ""


def _gates(page: ReviewPage) -> Iterator[str]:
    yield "| gate | result | measured | needed |"
    yield "| --- | --- | --- | --- |"
    for gate in page.gates:
        measured = "<br>".join(map(_measured, gate.measures))
        needed = "<br>".join(gfm(each.needed) or "-" for each in gate.measures)
        word = f"**{gate.word}**" if gate.fails else gate.word
        yield f"| {gate.letter} {gate.title} | {word} | {measured} | {needed} |"
    yield ""


def _measured(row: MeasureRow) -> str:
    """Return name and value; the value alone if it contains the name."""
    return row.value if row.name in row.value else f"{row.name} {row.value}"


def _lost(page: ReviewPage) -> Iterator[str]:
    lost = [each for each in page.of("hard", "C") if each.rule.startswith("retention_")]
    if lost:
        yield f"**{counted_losses(lost)}**"
        yield ""
        yield from _list(lost, MOST_LOST)


def _folded(title: str, entries: Sequence[ReviewEntry], limit: int) -> Iterator[str]:
    if not entries:
        return
    yield f"<details><summary>{title}: {len(entries)}</summary>"
    yield ""
    yield from _list(entries, limit)
    yield "</details>"
    yield ""


def _list(entries: Sequence[ReviewEntry], limit: int) -> Iterator[str]:
    stated, more = shown(entries, limit)
    for number, entry in enumerate(stated, 1):
        yield f"{number}. **{entry.title}**{gfm(mark(entry))}: {gfm(excerpt(entry.text))}"
        for quote in entry.quotes:
            yield f"   - {gfm(source_line(entry, quote))}"
        if entry.statement and entry.statement not in entry.text:
            yield f"   - artifact says: “{gfm(excerpt(entry.statement))}”"
        if entry.fix:
            yield f"   - {gfm(excerpt(entry.fix))}"
    yield ""
    if more:
        yield f"and {more} more"
        yield ""
