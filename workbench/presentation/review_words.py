"""The parts of a review besides its gates, as plain values: changes against a parent, and moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from gates.report import FEWEST_COUNTED, may_be_lost
from workbench.presentation.figures import gates_named, plural
from workbench.presentation.moves import displaced_word, draft_names, when
from workbench.presentation.snapshot_changes import (
    CHANGES,
    came_and_went,
    changed_sides,
    counted_changes,
    status_of,
    title_of_field,
    value_text,
)
from workbench.services.lookup.diff import Compared
from workbench.services.lookup.review_report import ReportedArtifact, ReviewReport

FIELDS = ("claims", "open_questions", "conflicts", "failures", "objective", "done_definition")
"""Snapshot fields whose changes are listed; coverage and counts are left to `diff`."""
LONGEST = 600
"""Code points quoted of a changed text."""


class ChangedPiece(NamedTuple):
    """A piece of a changed text."""

    op: str
    """`equal`, `insert` or `delete`."""
    text: str


class ReviewChange(NamedTuple):
    """One difference."""

    word: str
    style: str
    kind: str
    pieces: tuple[ChangedPiece, ...]


class Changes(NamedTuple):
    """Differences of one field, with the number of unlisted ones."""

    title: str
    changes: tuple[ReviewChange, ...]
    more: int
    open: bool


class MoveRow(NamedTuple):
    """One move."""

    sequence: int
    action: str
    artifact: str
    span: str
    when: str
    actor: str
    reason: str
    aside: str


def summary_of(found: Compared) -> str:
    """Format the number of differences."""
    return "Statements: " + counted_changes(found.result["summary"])


def parent_words(each: ReportedArtifact) -> str:
    """Name the parent that an artifact is compared with."""
    if each.parent is None:
        return ""
    own = each.parent.artifact_id in (each.scored.artifact.parents if each.scored.artifact else ())
    what = "its parent" if own else "the transcript's own compaction of the same events,"
    return f"Against {what} d-{each.parent.number} ({each.parent.artifact.prompt_version})"


def changes_of(found: Compared, limit: int) -> Iterator[Changes]:
    """Yield the differences by field, statements first."""
    changes: list[dict[str, Any]] = found.result["changes"]
    for field in FIELDS:
        group = [each for each in changes if each["field"] == field]
        if not group:
            continue
        title = f"{title_of_field(field)}: {plural(len(group), 'change')}"
        shown = tuple(map(_change, group[:limit]))
        yield Changes(title, shown, max(len(group) - limit, 0), field == FIELDS[0])


def _change(change: dict[str, Any]) -> ReviewChange:
    known = CHANGES[change["change"]]
    return ReviewChange(
        known.word, known.style, (change["kind"] or "").replace("_", " "), tuple(_pieces(change))
    )


def _pieces(change: dict[str, Any]) -> Iterator[ChangedPiece]:
    before, after = change["before"], change["after"]
    if change["change"] == "changed" and change["words"]:
        yield from (ChangedPiece(each["op"], _cut(each["text"])) for each in change["words"])
    elif isinstance(before, list) and isinstance(after, list):
        yield ChangedPiece("equal", came_and_went(before, after))
    elif change["change"] in ("changed", "status"):
        yield ChangedPiece("equal", f"{_short_value(after)} " if change["change"] == "status" else "")
        was, now = (
            (status_of(before), status_of(after))
            if change["change"] == "status"
            else map(_cut, changed_sides(before, after))
        )
        yield ChangedPiece("delete", was)
        yield ChangedPiece("equal", " ")
        yield ChangedPiece("insert", now)
    else:
        yield ChangedPiece("equal", _short_value(after if before is None else before))


def _short_value(value: Any) -> str:  # noqa: ANN401 - JSON of a snapshot
    return _cut(value_text(value))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} … {text[-LONGEST // 2 :]}"


def moves_of(report: ReviewReport) -> list[MoveRow]:
    """Return the moves of the session, newest first."""
    rows = []
    for move in report.history.pointers:
        others = draft_names(move.displaced, report.numbers)
        aside = [f"{displaced_word(move.action)}: {others}"] if others else []
        if move.confirmed:
            aside.append(f"confirmed: {gates_named(move.confirmed)}")
        rows.append(
            MoveRow(
                sequence=move.sequence,
                action=move.action,
                artifact=draft_names([move.artifact_id], report.numbers),
                span=f"{move.source_start}..{move.source_end}",
                when=when(move.created_at),
                actor=move.actor,
                reason=move.reason or "",
                aside="; ".join(aside),
            )
        )
    return rows


def outcome_of(report: ReviewReport) -> tuple[str, str]:
    """Return the overall verdict of a review with its style."""
    reports = [each.scored.report for each in report.artifacts]
    if all(each.replaceable for each in reports):
        return "REPLACEABLE", "good"
    return "NOT REPLACEABLE", "bad"


def _rests_on(each: ReportedArtifact) -> str:
    """Describe how much of a session the verdict on one artifact is based on."""
    found, artifact = each.scored.report, each.scored.artifact
    text = plural(len(artifact.items), "statement") if artifact is not None else "no statement"
    start, end = found.source_start, found.source_end
    events = plural(end - start + 1, "event") if start is not None and end is not None else "no event"
    compared = may_be_lost(found.retention)
    what = f"{plural(compared, 'decision or open task', 'decisions and open tasks')} of the source"
    stay = sum(each.counted for each in found.retention) - compared
    what += f" and leaves out {stay} that stay{'s' if stay == 1 else ''} verbatim" if stay else ""
    little = "; that is little to judge by" if found.thin or compared < FEWEST_COUNTED else ""
    return f"d-{each.number} puts {text} in place of {events}; gate C looked for {what}{little}."


def stated_of(report: ReviewReport) -> list[str]:
    """Return the opening lines of a review: its subject, and the context that an agent gets now."""
    session = report.session
    sizes = [f"{plural(session.events, 'event')}, {plural(session.turns, 'turn')}, {session.source_name}"]
    if report.tokens == report.native_tokens:
        sizes.append(
            f"An agent is given {report.tokens:,} tokens of context, as the transcript alone has it."
        )
    else:
        sizes.append(
            f"An agent is given {report.tokens:,} tokens of context; the transcript alone has "
            f"{report.native_tokens:,}."
        )
    sizes += [_rests_on(each) for each in report.artifacts]
    if report.left_out:
        sizes.append(f"{plural(report.left_out, 'other artifact')} of the session left out.")
    return sizes
