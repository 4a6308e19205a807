"""The formats of `score` by name: how a report is written, and how reports become one document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from workbench.cli.commands.format_names import FormatChoice
from workbench.cli.formats.checkout_paths import Places
from workbench.cli.formats.github import GitHubReports, github_pieces
from workbench.cli.formats.html import HtmlReports, html_pieces
from workbench.cli.formats.junit import JUnitReports, junit_pieces
from workbench.cli.formats.markdown import MarkdownReports, markdown_pieces
from workbench.cli.formats.sarif import SarifReports, sarif_pieces
from workbench.cli.stdout import rendered
from workbench.cli.views.score import JsonReports, TextReports, json_pieces, summary_lines
from workbench.escaping import escaped_json
from workbench.services.scores.score_files import Show
from workbench.services.scores.score_results import Rules, Scored, ScoreSummary

Pieces = Callable[[ScoreSummary, Iterator[bytes]], Iterator[str]]


class OutputFormat(NamedTuple):
    """One format, ready to write."""

    show: Show
    """Function that writes the reports of one file, in any process."""
    pieces: Pieces
    """Function that assembles the whole document."""


@dataclass(frozen=True)
class Several:
    """Writer of every report in several formats in turn; can be sent to worker processes."""

    shows: tuple[Show, ...]

    def __call__(self, scored: Sequence[Scored], rules: Rules) -> list[str]:
        """Return the first report's text in each format, then the second's, and so on."""
        written = [show(scored, rules) for show in self.shows]
        return [text for texts in zip(*written, strict=True) for text in texts]


def kind_of(choice: FormatChoice, width: int, *, coloured: bool) -> OutputFormat:
    """Return a format ready to write; `width` and `coloured` describe the terminal, for text."""
    places = Places.here()
    if choice.name == "json":
        return OutputFormat(JsonReports(), json_pieces)
    if choice.name == "junit":
        return OutputFormat(JUnitReports(places), junit_pieces)
    if choice.name == "sarif":
        return OutputFormat(SarifReports(places), lambda summary, texts: sarif_pieces(summary, texts, places))
    if choice.name == "markdown":
        return OutputFormat(
            MarkdownReports(places), lambda summary, texts: markdown_pieces(summary, texts, places)
        )
    if choice.name == "html":
        return OutputFormat(HtmlReports(places), lambda summary, texts: html_pieces(summary, texts, places))
    if choice.name == "github":
        return OutputFormat(
            GitHubReports(places), lambda summary, texts: github_pieces(summary, texts, places)
        )
    coloured = coloured and choice.file is None

    def text_pieces(summary: ScoreSummary, texts: Iterator[bytes]) -> Iterator[str]:
        yield from (text.decode("utf-8") for text in texts)
        yield rendered(summary_lines(summary, width), coloured)

    return OutputFormat(TextReports(width, coloured), text_pieces)


def encoded(choice: FormatChoice, pieces: Iterable[str]) -> Iterator[bytes]:
    """Yield the bytes of a document for a file."""
    is_json = choice.name in ("json", "sarif")
    for piece in pieces:
        text = escaped_json(piece) if is_json else piece
        yield text.encode("utf-8", "backslashreplace")
