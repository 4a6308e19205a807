"""Views of sessions, events and captures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from workbench.escaping import one_line
from workbench.presentation.capture_words import how_found
from workbench.presentation.cells import clip
from workbench.presentation.figures import context_count, counted_by, plural
from workbench.presentation.layout import Column, facts, heading, paragraph, table
from workbench.presentation.moves import NO_SESSIONS
from workbench.presentation.spans import BLANK, Line, Piece, StyledText, line

if TYPE_CHECKING:
    from gates.capture import CapturedItem
    from store.values import NativeCompaction, StoredSession
    from workbench.services.lookup.range_capture import Captured
    from workbench.services.lookup.sessions import SessionLine, TimelinePage
    from workbench.services.transcript_files.import_transcripts import Imported, ImportRun

MOST_PROPOSED = 15
"""Proposed items that are shown by default."""
QUOTE = 160
SHOWN_LINES = 5
WIDE = 120
"""Columns from which a list of sessions shows more of each."""
SAME_SESSION = "same session as above"
"""The title for a further file of a session that was shown."""
TITLE = 50
"""Longest title shown, in columns."""


def import_lines(run: ImportRun, width: int) -> Iterator[Line]:
    """Yield each imported session, with the compactions found."""
    shown: set[str] = set()
    for each in run.imported:
        yield from _imported(each, width, again=each.appended.session_id in shown)
        yield BLANK
        shown.add(each.appended.session_id)
    yield from _what_next(run)


def _what_next(run: ImportRun) -> Iterator[Line]:
    """Yield the commands to look at a found compaction, preferably a readable one, and to draft."""
    found = [
        (each.appended.session_id, number, one)
        for each in run.imported
        for number, one in enumerate(each.appended.compactions)
    ]
    if not found:
        name = run.imported[0].appended.session_id[:12]
        yield line("draft a compaction  ", StyledText(f"workbench draft {name}", "accent"))
        return
    session_id, number, one = next((each for each in found if not each[2].opaque), found[0])
    name = f"{session_id[:12]}:d-1" if number == 0 else one.artifact_id[:12]
    label = "see which events it left    " if one.opaque else "see what a compaction lost  "
    yield line(label, StyledText(f"workbench show {name}", "accent"))
    better = f"workbench draft {session_id[:12]}"
    covered = next(each.covered for each in run.imported if each.appended.session_id == session_id)
    if covered and covered[1] > covered[0]:  # without a range, the events after the compaction are drafted
        better += f" --range {covered[0]}..{covered[1]}"
    yield line("draft a better one          ", StyledText(better, "accent"))


def _imported(each: Imported, width: int, *, again: bool) -> list[Line]:
    """Return what was imported from a file; `again`: its session was shown above."""
    done = each.appended
    added = "all new" if done.events_added == done.events else f"{done.events_added:,} new"
    if not done.events_added:
        added = "nothing new"
    pairs: list[tuple[str, Piece]] = [
        ("file", f"{each.path} ({each.format})"),
        (
            "events",
            f"{done.events:,} in {plural(done.turns, 'turn')}, {added}; {_noise(done.noise)}",
        ),
    ]
    if each.records is not None:
        pairs.append(("history", f"{plural(each.records, 'record')} added out of a bundle"))
    if done.older is not None:
        pairs.append(_shorter_copy(each, done.older))
    if done.rewritten:
        stated = f"{plural(done.rewritten, 'record')} changed in the file; the stored events stay"
        pairs.append(("rewritten", StyledText(stated, "warn")))
    if not done.scope_complete:
        pairs.append(
            ("scope", StyledText("the transcript's own beginning is missing from this file", "warn"))
        )
    if done.skipped:
        shown = "; ".join(f"line {n}: {reason}" for n, reason in done.skipped[:SHOWN_LINES])
        rest = len(done.skipped) - SHOWN_LINES
        pairs.append(("skipped", StyledText(shown + (f"; and {rest} more" if rest > 0 else ""), "warn")))
    title = SAME_SESSION if again else clip(one_line(each.title), TITLE) or each.path
    lines: list[Line] = [
        (StyledText(title, "bold"), StyledText(f"  {done.session_id}")),
        *facts(pairs, width, indent=2),
    ]
    if again and not done.events_added:
        return lines
    if done.compactions:
        return [*lines, *_compactions(done.compactions, width)]
    return [*lines, line("  no compaction in it yet")]


def _shorter_copy(each: Imported, held: int) -> tuple[str, Piece]:
    """Return what happened with a copy that lacks events of the stored session; it may be damaged."""
    kept = f"this copy holds {held:,} of the session's {each.appended.events:,} events"
    if not each.unread:
        return "older", StyledText(f"{kept}; the longer one stays", "warn")
    damage = f"{plural(each.unread, 'line')} of it could not be read"
    return "damaged", StyledText(f"{kept}, and {damage}; the stored session stays as it was", "warn")


def _compactions(found: Sequence[NativeCompaction], width: int) -> list[Line]:
    rows: list[list[Piece]] = [
        [
            each.artifact_id[:12],
            f"{each.source_start}..{each.source_end}",
            each.trigger,
            "opaque" if each.opaque else "readable",
            context_count(each.tokens_before, each.tokens_before_provenance),
            context_count(each.tokens_after, each.tokens_after_provenance),
        ]
        for each in found
    ]
    columns = (
        Column("Compaction"),
        Column("Events"),
        Column("Trigger"),
        Column("Summary"),
        Column("Before", right=True),
        Column("After", right=True),
    )
    lines = [*table(columns, rows, width, indent=2)]
    by = counted_by(*(p for e in found for p in (e.tokens_before_provenance, e.tokens_after_provenance)))
    if by:
        lines += paragraph(f"Before, After: tokens of the whole context, {by}", width, indent=2, style="dim")
    return lines


def _noise(count: int) -> str:
    return "1 record is ignored" if count == 1 else f"{count:,} records are ignored"


def title_of(session: StoredSession) -> str:
    """Return a session's title on one line, cut; its file's name if it has none."""
    return clip(one_line(session.title), TITLE) or session.source_name


def sessions_lines(found: tuple[SessionLine, ...], width: int) -> list[Line]:
    """Return the sessions, or what to do if there are none."""
    if not found:
        return [
            line(NO_SESSIONS),
            line(
                "  ",
                StyledText("workbench import PATH", "accent"),
                "     a transcript (.jsonl, .json), or a folder",
            ),
            line("  ", StyledText("workbench demo --headless", "accent"), " a walk on sample sessions"),
        ]
    rows: list[list[Piece]] = [
        [
            each.session.session_id[:12],
            one_line(each.session.title) or each.session.source_name,
            f"{each.session.events:,}",
            f"{each.session.turns:,}",
            f"{each.context_tokens:,}",
            f"{each.session.compactions}",
            f"{each.session.artifacts - each.session.compactions}",
            plural(len(each.active), "range") if each.active else "none",
            *_more(each.session, width),
        ]
        for each in found
    ]
    columns = (
        Column("Session"),
        Column("Title", grows=True),
        Column("Events", right=True, rank=1),
        Column("Turns", right=True, rank=2),
        Column("Context", right=True, rank=1),
        Column("Native", right=True, rank=2),
        Column("Drafts", right=True, rank=2),
        Column("Active", rank=1),
        *((Column("Last event", rank=3), Column("Format", rank=4)) if width >= WIDE else ()),
    )
    return table(columns, rows, width)


def _more(session: StoredSession, width: int) -> list[Piece]:
    """Return the additional columns of a wide terminal: the day of the last event, and the format."""
    return [(session.last_timestamp or "-")[:10], session.format] if width >= WIDE else []


def timeline_lines(found: TimelinePage, width: int) -> Iterator[Line]:
    """Yield the events, one per line; `~` and `|` mark those replaced by artifacts or native compactions."""
    ranges = [(m.source_start, m.source_end, found.kept.get(m.artifact_id, ())) for m in found.active]
    native = [(c.source_start, c.source_end, c.kept) for c in found.compactions]
    rows: list[list[Piece]] = []
    for paged in found.events:
        event = paged.event
        mark = _mark(event.ordinal, ranges, "~") or _mark(event.ordinal, native, "|")
        kind = event.kind.value + (f" ({event.sidechain})" if event.sidechain else "")
        style = {"user": "bold", "compaction": "warn", "meta": "dim"}.get(event.kind.value, "")
        rows.append(
            [
                mark,
                f"{event.ordinal}",
                f"{event.turn}",
                StyledText(kind, style),
                f"{event.tokens:,}",
                event.text,
            ]
        )
    columns = (
        Column(""),
        Column("#", right=True),
        Column("Turn", right=True, rank=2),
        Column("Kind", rank=1),
        Column("Tokens", right=True, rank=2),
        Column("Text", grows=True),
    )
    yield from table(columns, rows, width)
    yield BLANK
    stated = [f"{plural(found.session.events, 'event')}, {plural(found.session.turns, 'turn')}"]
    if native:
        stated.append("| replaced by a compaction in the transcript")
    if ranges:
        stated.append("~ an active artifact replaces it")
    if any(kept for *_, kept in (*ranges, *native)):
        stated.append("= inside such a range, kept verbatim")
    yield from paragraph("   ".join(stated), width, style="dim")


def _mark(ordinal: int, ranges: Iterable[tuple[int, int, Container[int]]], replaced: str) -> str:
    """Return the mark of an event that a range replaces, `=` for a kept one, else nothing."""
    inside = [kept for start, end, kept in ranges if start <= ordinal <= end]
    if not inside:
        return ""
    return "=" if all(ordinal in kept for kept in inside) else replaced


def capture_lines(found: Captured, width: int) -> Iterator[Line]:
    """Yield decisions and open work with their source words."""
    yield heading(title_of(found.session))
    yield line(f"decisions and open work as of event {found.end}, range {found.start}..{found.end}")
    items = found.capture.items
    if not items:
        yield line("  none recorded")
    for kind, title in (("decision", "Decisions"), ("open_work", "Open work")):
        group = [item for item in items if item.kind == kind]
        if group:
            yield BLANK
            yield heading(f"{title}: {_shares(group)}")
            for item in group:
                yield from _captured(found, item, width)
    if any(item.counts and item.carried_out for item in items):
        yield BLANK
        yield from paragraph(
            "carried out: counted where a summary states it, else listed as likely lost; "
            "`workbench review add CAPTURED --reason R` counts it anyway",
            width,
            style="dim",
        )
    waiting = found.capture.proposed
    if waiting:
        yield BLANK
        yield heading(f"Proposed: {len(waiting)}, not counted, likeliest first, near repeats later")
        yield from paragraph(
            "`workbench review add CAPTURED --reason R` counts one, `review dismiss` drops it",
            width,
            style="dim",
        )
        for item in waiting[:MOST_PROPOSED]:
            yield from _captured(found, item, width, waiting="proposed")
        if len(waiting) > MOST_PROPOSED:
            yield line(StyledText(f"  and {len(waiting) - MOST_PROPOSED} more; --json lists all", "dim"))
    yield from _left_out(found, width)
    yield BLANK
    yield line(
        StyledText(f"capture {found.capture.capture_version}, digest {found.capture.digest[:12]}", "dim")
    )


def _shares(group: Sequence[CapturedItem]) -> str:
    """Count a group's items by what becomes of them: `8 counted, 9 carried out, 1 done`."""
    shares = Counter(_becomes(item) for item in group)
    return ", ".join(f"{shares[name]} {name}" for name in _BECOMES if shares[name])


_BECOMES = ("counted", "carried out", "done", "superseded")


def _becomes(item: CapturedItem) -> str:
    if item.counts_anyway:
        return "counted"
    return "carried out" if item.counts else item.status


def _left_out(found: Captured, width: int) -> Iterator[Line]:
    """Yield items that do not count: dismissed by reviewers, or added and retracted."""
    for title, items, waiting, undoes in (
        (
            "Dismissed",
            found.dismissed,
            "dismissed",
            "`workbench review clear CAPTURED --reason R` withdraws it",
        ),
        (
            "Added and withdrawn",
            found.withdrawn,
            "withdrawn",
            "`workbench review add CAPTURED --reason R` counts it again",
        ),
    ):
        if items:
            yield BLANK
            yield heading(f"{title}: {len(items)}, not counted")
            yield line(StyledText(undoes, "dim"))
            for item in items:
                yield from _captured(found, item, width, waiting=waiting)


def _captured(found: Captured, item: CapturedItem, width: int, *, waiting: str = "") -> list[Line]:
    style = "dim" if waiting else {"open": "warn", "in_force": "good"}.get(item.status, "dim")
    carried = ", carried" if item.carried else ""
    over = ", carried out" if item.carried_out else ""
    status = waiting or item.status.replace("_", " ") + carried + over
    label = f"  {status:<18} "
    lines = paragraph(clip(one_line(item.text), 320), width, label=StyledText(label, style))
    indent = len(label)
    link = item.stated_at
    if link is not None:
        turn = f", turn {found.turns[link.ordinal]}" if link.ordinal < len(found.turns) else ""
        where = f"said at event {link.ordinal}{turn}"
        quote = clip(one_line(link.quote), QUOTE)
        stated = ", in these words" if quote == one_line(item.text) else f': "{quote}"'
        lines += paragraph(where + stated, width, indent=indent, style="dim", hang=indent + 2)
    new = item.superseded_by
    if new is not None:
        named = f"{new.item_id}: " if new.item_id else ""
        by = f'replaced by {named}"{clip(one_line(new.text), QUOTE)}"'
        lines += paragraph(by, width, indent=indent, style="dim", hang=indent + 2)
    likely = "" if item.likelihood is None else f"  likelihood {item.likelihood:.2f}"
    lines.append(line(" " * indent, StyledText(f"{item.item_id}  found {how_found(item)}{likely}", "dim")))
    return lines
