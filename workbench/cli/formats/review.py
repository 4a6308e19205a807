"""A review of an artifact or a session as Markdown or as one HTML page, with the sections of `score`."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.cli.formats import html, markdown
from workbench.cli.formats.html import TEXT
from workbench.cli.formats.sentences import excerpt
from workbench.exporters.summaries import context_text
from workbench.presentation.moves import when
from workbench.presentation.review_page import ReviewPage, review_pages
from workbench.presentation.review_words import (
    Changes,
    ReviewChange,
    changes_of,
    moves_of,
    outcome_of,
    parent_words,
    stated_of,
    summary_of,
)
from workbench.services.lookup.review_report import ReportedArtifact, ReviewReport
from workbench.templates import render_html
from workbench.templates.filters import fence, gfm

MOST_CHANGES = 100
MOST_MOVES = 50


def review_html(report: ReviewReport) -> Iterator[str]:
    """Yield the whole page, in pieces."""
    session = report.session
    notes = [f"Session {session.session_id}, imported {when(session.imported_at)} UTC"]
    yield html.head(f"Review: {excerpt(report.title, 160)}", outcome_of(report), stated_of(report), notes)
    for each in report.artifacts:
        page = _page(report, each)
        yield html.section(page, _name(each), verdict=_verdict(page), text=_text(each))
        if each.changes is not None:
            yield render_html(
                "report_changes.html.j2",
                heading=parent_words(each),
                stated=summary_of(each.changes),
                groups=list(changes_of(each.changes, MOST_CHANGES)),
            )
    moves = moves_of(report)
    more = max(len(moves) - MOST_MOVES, 0)
    yield render_html("report_moves.html.j2", moves=moves[:MOST_MOVES], more=more)
    yield html.tail()


def review_markdown(report: ReviewReport) -> Iterator[str]:
    """Yield the whole text, in pieces."""
    word, _ = outcome_of(report)
    yield f"# Review: {gfm(excerpt(report.title, 160))}\n\n**{word}**\n\n"
    yield "\n".join(f"- {gfm(each)}" for each in stated_of(report)) + "\n\n"
    yield f"Session {gfm(report.session.session_id)}\n\n"
    for each in report.artifacts:
        page = _page(report, each)
        yield markdown.section(page, _name(each), verdict=": ".join(filter(None, _verdict(page)[::2])))
        if _text(each):
            yield f"<details><summary>{TEXT}</summary>\n\n{fence(_text(each))}\n\n</details>\n\n"
        if each.changes is not None:
            yield f"### {gfm(parent_words(each))}\n\n{gfm(summary_of(each.changes))}\n\n"
            yield from map(_changes, changes_of(each.changes, MOST_CHANGES))
    yield "".join(line + "\n" for line in _moves(report))


def _page(report: ReviewReport, each: ReportedArtifact) -> ReviewPage:
    (page,) = review_pages([each.scored], report.rules)
    return page


def _text(each: ReportedArtifact) -> str:
    """Return what an agent is given in place of the events; empty if that cannot be read."""
    artifact = each.scored.artifact
    return "" if artifact is None or artifact.opaque else context_text(artifact)


def _name(each: ReportedArtifact) -> str:
    return f"d-{each.number}, {each.state}"


def _verdict(page: ReviewPage) -> tuple[str, str, str]:
    """Return whether an artifact may replace its range, the style of that, and the reason."""
    if page.replaceable:
        return "REPLACEABLE", "good", page.confirm or "every gate passes"
    stopping = [f"{g.letter} {g.title}" for g in page.gates if g.status in ("FAIL", "UNVERIFIABLE")]
    return "NOT REPLACEABLE", "bad", f"because of {', '.join(stopping)}"


def _changes(group: Changes) -> str:
    body = "".join(f"- {_change(each)}\n" for each in group.changes)
    more = f"\nand {group.more} more; `workbench diff` lists all\n" if group.more else ""
    return f"<details><summary>{gfm(group.title)}</summary>\n\n{body}{more}\n</details>\n\n"


def _change(change: ReviewChange) -> str:
    marks = {"delete": "~~", "insert": "**", "equal": ""}
    pieces = []
    for piece in change.pieces:
        text, mark = gfm(piece.text), marks[piece.op]
        before = " " if piece.text[:1].isspace() else ""
        after = " " if piece.text[-1:].isspace() and text else ""
        pieces.append(f"{before}{mark}{text}{mark}{after}" if text else before)
    kind = f"{gfm(change.kind)}: " if change.kind else ""
    return f"**{change.word}** {kind}{''.join(pieces)}"


def _moves(report: ReviewReport) -> Iterator[str]:
    moves = moves_of(report)
    yield "## Moves"
    yield ""
    if not moves:
        yield "Nothing was accepted or rolled back in this session yet."
        return
    yield "| move | action | artifact | events | when (UTC) | actor | reason |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for each in moves[:MOST_MOVES]:
        reason = gfm(" ".join(filter(None, (excerpt(each.reason), each.aside))))
        cells = (
            f"{each.sequence}",
            each.action,
            each.artifact,
            each.span,
            each.when,
            gfm(excerpt(each.actor)),
            reason,
        )
        yield "| " + " | ".join(cells) + " |"
    if len(moves) > MOST_MOVES:
        yield ""
        yield f"and {len(moves) - MOST_MOVES} older; `workbench history` lists all"
