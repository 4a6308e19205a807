"""Workflow commands of GitHub Actions: an annotation at the transcript's line for each problem.

An output line is a command to the runner, so no text of a transcript may end one or begin another: everything
is escaped as the runner requires, and nothing else is printed at the start of a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from workbench.cli.formats.checkout_paths import Places
from workbench.cli.formats.sentences import (
    beside_baseline,
    details,
    excerpt,
    headline,
    over_budgets,
    shown,
    unread_words,
    verdict,
)
from workbench.escaping import visible
from workbench.presentation.figures import plural
from workbench.presentation.review_page import ReviewEntry, ReviewPage, review_pages
from workbench.services.scores.score_results import Rules, Scored, ScoreSummary

MOST_ERRORS = 20
MOST_WARNINGS = 10
"""Annotations of one compaction; GitHub shows ten of each kind per step."""


@dataclass(frozen=True)
class GitHubReports:
    """The annotations of a compaction, one per line; can be sent to worker processes."""

    places: Places

    def __call__(self, scored: Sequence[Scored], rules: Rules) -> list[str]:
        """Return the lines of each report, with line ends; empty if there is nothing to report."""
        pages = review_pages(scored, rules)
        return ["".join(line + "\n" for line in self._lines(page)) for page in pages]

    def _lines(self, page: ReviewPage) -> Iterator[str]:
        failing = [each for each in page.entries if each.fails]
        stated, more = shown(failing, MOST_ERRORS)
        for entry in stated:
            yield self._annotation("error", page, entry)
        if more:
            yield self._about("error", page, f"and {plural(more, 'more problem')}; the report lists all")
        aside = [e for e in page.entries if not e.fails and e.severity in ("hard", "warning")]
        known = [each for each in aside if each.state == "known"]
        warnings = [each for each in aside if each.state != "known" and each.severity == "warning"]
        if page.outcome != "left out":
            stated, _ = shown(warnings, MOST_WARNINGS)
            for entry in stated:
                yield self._annotation("warning", page, entry)
        if known:
            yield self._about("notice", page, f"{plural(len(known), 'problem')} known from the baseline")

    def _annotation(self, kind: str, page: ReviewPage, entry: ReviewEntry) -> str:
        line = entry.quotes[0].line if entry.quotes else page.line
        message = "\n".join([headline(entry), *details(entry), f"({page.target}, {page.title})"])
        return command(
            kind,
            message,
            file=self.places.file(page.transcript or page.target),
            line=str(line) if line else "",
            title=f"{entry.gate} {entry.title}",
        )

    def _about(self, kind: str, page: ReviewPage, message: str) -> str:
        path = self.places.file(page.transcript or page.target)
        return command(kind, f"{page.title}: {message}", file=path, line=str(page.line or ""))


def github_pieces(summary: ScoreSummary, lines: Iterable[bytes], places: Places) -> Iterator[str]:
    """Yield all annotations, then the verdict as a notice or an error."""
    for text in lines:
        yield text.decode("utf-8")
    for target, error in summary.unreadable:
        message = f"{error.message}\n{error.hint}"
        yield command("error", message, file=places.file(target), title="cannot be judged") + "\n"
    for unread in summary.unread:
        kind = "error" if "unread" in summary.over_budget else "warning"
        path, at = places.file(unread.target), str(unread.first[0][0] or "")
        yield command(kind, unread_words(unread), file=path, line=at, title="lines not read") + "\n"
    for stated in over_budgets(summary):
        yield command("error", stated, title="over budget") + "\n"
    stated = "\n".join([verdict(summary), *beside_baseline(summary)])
    yield command("notice" if summary.passed else "error", stated, title="compaction gates") + "\n"


def command(kind: str, message: str, **properties: str) -> str:
    """Return one workflow command without empty properties."""
    given = ",".join(f"{name}={_property(value)}" for name, value in properties.items() if value)
    return f"::{kind} {given}::{_message(message)}" if given else f"::{kind}::{_message(message)}"


def _message(text: str) -> str:
    safe = visible(text).replace("%", "%25").replace("\n", "%0A").replace("\t", " ")
    return safe.replace("##[", "# #[")  # the older form of a command, which may be anywhere in a line


def _property(text: str) -> str:
    return _message(excerpt(text, 4096)).replace(":", "%3A").replace(",", "%2C")
