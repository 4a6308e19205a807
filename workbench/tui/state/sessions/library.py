"""The library as lines: rows of sessions, and details of the one under the cursor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from workbench.escaping import one_line
from workbench.presentation.cells import clip, width_of
from workbench.presentation.figures import plural, short
from workbench.presentation.gate_words import outcome
from workbench.presentation.layout import Column, fact, paragraph
from workbench.presentation.moves import NO_SESSIONS, when
from workbench.presentation.run_status import STATUS_STYLES
from workbench.presentation.spans import Line, StyledText
from workbench.strategies.made_by import made_by
from workbench.tui.glyphs import Glyphs
from workbench.tui.text import bar

if TYPE_CHECKING:
    from workbench.services.lookup.library import LibraryLine
    from workbench.services.lookup.overview import ArtifactLine, SessionDetails

LABEL = 11
NAME_LIMIT = 200
_fact = partial(fact, label_width=LABEL + 1)


def name_of(line: LibraryLine) -> str:
    """Return the name of a session: its title, else its file."""
    return one_line((line.session.title or line.session.source_name)[:NAME_LIMIT])


COLUMNS = (
    Column("Session"),
    Column("Agent", 12),
    Column("Events", 6, right=True),
    Column("Context", 7, right=True),
    Column("Native", 6, right=True),
    Column("Drafts", 6, right=True),
    Column("Active", 11),
)
LEAST_NAME = 16
"""Least cells of a name; the columns of counts yield to it."""


def first_screen(line: LibraryLine) -> str:
    """Return the screen that a session opens on: a run on its answer and steps, others on the timeline."""
    return "run" if line.is_run else "timeline"


def active_words(line: LibraryLine) -> str:
    """Return in words what is active."""
    if not line.sure:
        return "..."
    if line.active:
        return plural(len(line.active), "range")
    if line.run:
        return "waits" if line.waits else line.run.casefold()
    return "rolled back" if line.last_move is not None else "none"


def matching(lines: Sequence[LibraryLine], needle: str) -> tuple[LibraryLine, ...]:
    """Return the sessions with a text in name, file or format, whatever its case, or beginning the id."""
    wanted = needle.casefold()
    return tuple(
        line
        for line in lines
        if wanted in f"{name_of(line)} {line.session.source_name} {line.session.format}".casefold()
        or line.session.session_id.startswith(wanted)
    )


def columns_for(room: int, *, wide: bool) -> tuple[Column, ...]:
    """Return the columns that fit in `room` cells: the session's name has priority over counts."""
    columns = tuple(each for each in COLUMNS if wide or each.title != "Agent")
    taken = sum(each.width for each in columns) + 2 * (len(columns) - 1)
    if room - taken >= LEAST_NAME:
        return columns
    return tuple(each for each in columns if each.title not in ("Native", "Drafts"))


def cells(line: LibraryLine, context: int | None, columns: Sequence[Column]) -> tuple[StyledText, ...]:
    """Return one row of the list, a cell for each column."""
    s = line.session
    found = StyledText(str(s.compactions) if s.compactions else "-", "" if s.compactions else "dim")
    active = StyledText(active_words(line), "accent" if line.active else "warn" if line.waits else "dim")
    name = StyledText(f"? {name_of(line)}" if line.waits else name_of(line), "strong")
    known = {
        "Session": name,
        "Agent": StyledText(s.format, "dim"),
        "Events": StyledText(f"{s.events:,}"),
        "Context": StyledText("..." if context is None else short(context), "dim" if context is None else ""),
        "Native": found,
        "Drafts": StyledText(str(s.artifacts - s.compactions)),
        "Active": active,
    }
    return tuple(known[each.title] for each in columns)


def detail_lines(details: SessionDetails, width: int, glyphs: Glyphs) -> list[Line]:
    """Return all facts of one session."""
    line, s = details.line, details.line.session
    lines: list[Line] = [*paragraph(name_of(line), width, style="title", most=3), ()]
    if line.run:
        lines += _run_facts(line, width)
    else:
        lines += _fact("imported", when(s.imported_at), width)
        lines += _fact("file", one_line(s.source_name), width)
    lines += _fact("format", s.format + ("" if s.scope_complete else ", its beginning is missing"), width)
    lines += _fact("events", f"{s.events:,} in {plural(s.turns, 'turn')}", width)
    if details.compactions or not line.run:
        lines += _fact("found", plural(len(details.compactions), "compaction"), width)
    lines += [(), *_context(details, width, glyphs)]
    own, drafts = _parted(details.drafts)
    if own:
        lines += [(), *_drafts(f"Native {'summary' if len(own) == 1 else 'summaries'}", own, width)]
    lines += [(), *_drafts("Drafts", drafts, width)]
    move = line.last_move
    if move is not None:
        lines += [
            (),
            *_fact(
                "last move",
                f"#{move.sequence} {move.action} {one_line(move.actor)} {when(move.created_at)}",
                width,
            ),
        ]
    return [*lines, (), *paragraph(_next(details), width, style="dim")]


def _run_facts(line: LibraryLine, width: int) -> list[Line]:
    """Return the name and the status of a run, which has no file and was not imported."""
    status = line.run.casefold()
    stated = "waits for an answer: enter, then a" if line.waits else status
    return [
        *_fact("run", one_line(line.session.native_id or line.session.source_name), width),
        *_fact("begun", when(line.session.imported_at), width),
        *_fact("status", stated, width, STATUS_STYLES.get(line.run, "")),
    ]


def _next(details: SessionDetails) -> str:
    """Return the keys to press on a session."""
    if details.line.waits:
        return "enter opens the run; there a answers it. 2 opens its timeline"
    if details.line.run:
        return "enter opens the run: its answer and steps. 2 opens its timeline"
    if details.compactions:
        return "enter opens the timeline; there ) goes to a compaction and e shows its scores"
    return "enter opens the timeline; there v selects a range and c drafts it"


def _parted(drafts: Sequence[ArtifactLine]) -> tuple[list[ArtifactLine], list[ArtifactLine]]:
    """Return the transcript's own summaries, and the drafts."""
    return (
        [each for each in drafts if each.origin == "imported"],
        [each for each in drafts if each.origin != "imported"],
    )


def brief_lines(details: SessionDetails, width: int, glyphs: Glyphs) -> list[Line]:
    """Return the facts in a few lines, for a low screen."""
    line, s = details.line, details.line.session
    lines: list[Line] = [
        (StyledText(f"{s.format}  {plural(s.events, 'event')}  {plural(s.turns, 'turn')}  ", "dim"),
         StyledText(f"{plural(len(details.compactions), 'compaction')} found")),
        *_context(details, width, glyphs)[1:],
    ]  # fmt: skip
    if line.run:
        lines += _run_facts(line, width)[-1:]
    own, drafts = _parted(details.drafts)
    if own:
        lines += _fact("native", _few(own), width)
    lines += _fact("drafts", _few(drafts) or "none yet: 2 opens the timeline, there c compacts", width)
    move = line.last_move
    if move is not None:
        lines += _fact("last move", f"#{move.sequence} {move.action} {one_line(move.actor)}", width)
    return lines


def _few(drafts: Sequence[ArtifactLine]) -> str:
    """Return the first four drafts in a line."""
    return "   ".join(
        f"d-{each.number} {outcome(each.verdicts).text} {each.state}".strip() for each in drafts[:4]
    )


def _context(details: SessionDetails, width: int, glyphs: Glyphs) -> list[Line]:
    given, stand_ins = details.context.events, details.context.artifacts
    text = plural(given, "event") + (f" + {plural(stand_ins, 'artifact')}" if stand_ins else "")
    lines: list[Line] = [(StyledText("Context now", "strong"),)]
    lines += _fact("  given", f"{text}, {details.context.tokens:,} tokens", width)
    whole = details.line.session.tokens
    if whole:
        share = min(details.context.tokens / whole, 1.0)
        drawn = bar(share, min(max(width - LABEL - 18, 4), 20), glyphs.full, glyphs.empty)
        text = f" {share:.0%} of all {short(whole)}"
        lines.append(
            (StyledText("  share".ljust(LABEL + 1), "dim"), StyledText(drawn, "plot"), StyledText(text))
        )
    if details.saved:
        verb = "saves" if details.saved > 0 else "costs"
        lines += _fact(f"  {verb}", f"{abs(details.saved):,} tokens against the transcript's own", width)
    return lines


def _drafts(title: str, drafts: Sequence[ArtifactLine], width: int) -> list[Line]:
    lines: list[Line] = [(StyledText(title, "strong"),)]
    if not drafts:
        return [*lines, (StyledText("  none yet", "dim"),)]
    made = [made_by(each.strategy, each.origin) for each in drafts]
    names = max(12, *(min(len(each), 20) for each in made)) + 1
    results = max(len(outcome(each.verdicts).text) for each in drafts) + 1
    left = width - len("  d-10 ") - max(len(each.state) for each in drafts)
    names = min(names, max(left - results, 7))  # the state of a draft is never cut
    results = max(results, min(12, left - names)) if names == 13 else results
    for each, name in zip(drafts, made, strict=True):
        head = f"  d-{each.number}".ljust(7) + clip(name, names - 1).ljust(names)
        room = max(width - width_of(head) - 1, 4)
        styled_text = outcome(each.verdicts)
        result = StyledText(styled_text.text[:room].ljust(results), styled_text.style)
        lines.append(
            (StyledText(head), result, StyledText(each.state, "accent" if each.state == "active" else "dim"))
        )
    return lines


def empty_lines(samples: int, ways: str) -> list[Line]:
    """Return the lines of an empty library: the next key, and the shell command."""
    return [
        (),
        (StyledText(NO_SESSIONS, "title"),),
        (),
        (StyledText("  i   ", "key"), StyledText(f"import a transcript ({ways})")),
        (
            StyledText("  s   ", "key"),
            StyledText("import sessions that Claude Code and Codex keep on this machine"),
        ),
        (StyledText("  I   ", "key"), StyledText(f"load the {plural(samples, 'sample session')}")),
        (StyledText("  n   ", "key"), StyledText("start a run: a question answered from files or pages")),
        (),
        (StyledText("or from a shell:  workbench import PATH...", "dim"),),
    ]


def unread_lines(place: str, why: str, width: int) -> list[Line]:
    """Return the lines of a library whose sessions could not be read, and none are known from before."""
    return [
        (),
        (StyledText("The sessions were not read.", "title"),),
        (),
        *paragraph(one_line(place), max(width, 20), most=3),
        *paragraph(one_line(why), max(width, 20), style="bad", most=6),
        (),
        (StyledText("  R   ", "key"), StyledText("try again")),
    ]


def gone_lines(place: str, width: int) -> list[Line]:
    """Return the lines of a library whose store file was removed or renamed while the app was open."""
    words = f"{one_line(place)} was removed or renamed while it was open; nothing here has changed it."
    return [
        (),
        (StyledText("The store is gone.", "title"),),
        (),
        *paragraph(words, max(width, 20), style="bad", most=6),
        (),
        (StyledText("  R   ", "key"), StyledText("read again, once it is back")),
        (StyledText("  i   ", "key"), StyledText("import a transcript into a new store")),
        (),
        (StyledText("or from a shell:  workbench restore BACKUP", "dim"),),
    ]
