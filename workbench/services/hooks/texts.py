"""Texts that an agent is given: accepted artifacts, what a compaction lost, and replacements of a compaction.

They come from transcripts, so secrets are masked and terminal control sequences escaped. Sizes are estimated
at four bytes per token; a text over the limit is cut at a line end, with a note.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gates.artifact import Artifact
from gates.report import Retention, RetentionVerdict
from gates.source import EventKind, SourceEvent
from store import pointers
from store.context import fold
from store.engine import Store
from store.records import artifacts, sessions
from store.values import ContextSegment, ContextView, Pointer
from workbench.escaping import one_line, with_line_feeds
from workbench.exporters.base import ExportContext, ExportSegment
from workbench.exporters.markdown import MarkdownExporter, event_label
from workbench.exporters.summaries import summary_markdown
from workbench.masking import mask, mask_artifact, mask_event
from workbench.services.hooks.agents.base import Replacement
from workbench.services.live import ScoredCompaction
from workbench.templates.filters import fence

BYTES_PER_TOKEN = 4
_NEVER_FIRST = (EventKind.TOOL_RESULT, EventKind.COMPACTION)
SHOWN_LIKELY = 5
"""Most proposed items that are given beside the lost ones."""
LARGEST_REST = 0.5
"""Share of the context that may stay verbatim after a replacement; above it little would be gained."""


def tokens_of(text: str) -> int:
    """Estimate the tokens of a text."""
    return -(-len(text.encode("utf-8", "replace")) // BYTES_PER_TOKEN)


def within(text: str, tokens: int, characters: int | None) -> str:
    """Return the text, cut at a line end if it is over a limit; a last line then notes the cut."""
    room = tokens * BYTES_PER_TOKEN
    if tokens_of(text) <= tokens and (characters is None or len(text) <= characters):
        return text
    lines = text.splitlines()
    note = "(cut here: {} of {} lines left out, the limit is {} tokens)"
    size = len(note) + 24
    kept: list[str] = []
    for line in lines:
        size += len(line.encode("utf-8", "replace")) + 1
        if size > room or (characters is not None and size > characters):
            break
        kept.append(line)
    if not kept:
        return ""
    if sum(line.lstrip().startswith("```") for line in kept) % 2:
        kept.append("```")
    return "\n".join([*kept, note.format(len(lines) - len(kept), len(lines), tokens)]) + "\n"


def accepted_text(store: Store, session_id: str) -> tuple[str, tuple[Pointer, ...]]:
    """Return the active artifacts of a session as one text, and their acceptances.

    Empty if there are none.
    """
    with store.reading():
        active = pointers.active(store, session_id)
        found = [artifacts.get(store, move.artifact_id).artifact for move in active]
    if not found:
        return "", ()
    who = ", ".join(dict.fromkeys(f"{one_line(move.actor)} on {move.created_at[:10]}" for move in active))
    head = (
        f"A reviewed summary of earlier events of this session, accepted by {who} in Compaction Workbench. "
        "It was checked against the transcript: if an automatic summary differs, this one is right."
    )
    parts = [
        part for each in found for part in (summary_markdown(mask_artifact(each)[0]), *_kept(store, each))
    ]
    return with_line_feeds("\n\n".join([head, *parts])) + "\n", active


def _kept(store: Store, artifact: Artifact) -> Iterator[str]:
    """Yield the events that an artifact keeps verbatim, fenced, each with its ordinal and kind."""
    with store.reading():
        events = _events(store, artifact.source.session_id, artifact.source.kept)
    shown = [event for event in events if event.kind is not EventKind.THINKING and event.text.strip()]
    if shown:
        yield "### Kept word for word"
    for event in shown:
        yield f"[e{event.ordinal}] {one_line(event_label(event))}:\n\n{fence(event.text.strip())}"


def lost_text(scored: Sequence[ScoredCompaction], given: str = "") -> str:
    """Return what compactions lost, quoted; empty if nothing is known to be lost.

    `given` is a text that the agent is given anyway; what it contains is not repeated.
    """
    lines: list[str] = []
    known = one_line(given)
    for each in scored:
        unknown = [verdict for verdict in each.report.lost if one_line(verdict.text) not in known]
        lost = [verdict for verdict in unknown if verdict.verdict is not Retention.UNCERTAIN]
        reworded = [verdict for verdict in unknown if verdict.verdict is Retention.UNCERTAIN]
        likely = [one for one in each.report.likely_lost if one_line(one.text) not in known][:SHOWN_LIKELY]
        if not unknown and not likely:
            continue
        start, end = each.compaction.source_start, each.compaction.source_end
        lines.append(
            f"The summary that just replaced events {start} to {end} of this session was checked against the "
            "transcript. What follows was said there; it is quoted, still applies unless the conversation "
            "says otherwise, and is not a new request."
        )
        parts = (
            ("Missing or altered in the summary:", lost),
            ("Probably missing, too:" if lost else "Probably missing:", likely),
            ("In the summary in other words, or missing:", reworded),
        )
        for title, verdicts in parts:
            lines += [title, *map(_lost_line, verdicts)] if verdicts else []
    return with_line_feeds(mask("\n".join(lines))[0]) + "\n" if lines else ""


def _lost_line(verdict: RetentionVerdict) -> str:
    where = f" [e{verdict.evidence[0].ordinal}]" if verdict.evidence else ""
    kind = verdict.kind.replace("_", " ")
    return f'- {kind}, {verdict.verdict.value}: "{one_line(verdict.text)}"{where}'


def replacement(
    store: Store, session_id: str, entries: Sequence[str], tokens_before: int | None, limit: int
) -> Replacement | str:
    """Return the accepted context as a replacement for a compaction, else the reason why not.

    The text contains everything up to the end of the last active artifact: the artifacts, and verbatim the
    events between them and those that they keep. Later entries stay in the session as they are.
    """
    with store.reading():
        view = fold.view(store, session_id)
        active = pointers.active(store, session_id)
        if not active:
            return "no accepted artifact"
        end = active[-1].source_end
        first = _first_after(store, session_id, end, entries)
        if first is None:
            return "nothing of this branch lies after the accepted artifact"
        rest = sum(each.tokens for each in view.segments if each.kind == "events" and each.start > end)
        if tokens_before and rest > tokens_before * LARGEST_REST:
            return (
                f"{rest:,} of {tokens_before:,} tokens come after the accepted artifact: accept a longer one"
            )
        text = _context_text(store, view, end)
    size = tokens_of(text)
    if size > limit:
        return f"the accepted context has {size:,} tokens, the limit is {limit:,}"
    return Replacement(text, first, size)


def _first_after(store: Store, session_id: str, end: int, entries: Sequence[str]) -> str | None:
    """Return the first entry of a branch wholly after an ordinal that may come first in a context."""
    known = set(entries)
    inside: set[str] = set()
    events = sessions.load_events(store, session_id, max(0, end - 200), None)
    for event in events:
        entry = _entry_of(event.native_id, known)
        if entry is None:
            continue
        if event.ordinal <= end:
            inside.add(entry)
        elif entry not in inside and event.kind not in _NEVER_FIRST:
            return entry
    return None


def _entry_of(native_id: str, known: set[str]) -> str | None:
    """Return the entry of an event: its native id, or the part of it before the number of a block."""
    while native_id and native_id not in known:
        cut = max(native_id.rfind(mark) for mark in "#:/.-")
        if cut < 1:
            return None
        native_id = native_id[:cut]
    return native_id or None


def _context_text(store: Store, view: ContextView, end: int) -> str:
    parts = [_part(store, view.session_id, each) for each in view.segments if _inside(each, end)]
    session = sessions.get(store, view.session_id)
    exported = MarkdownExporter().export(
        ExportContext(view.session_id, session.format, tuple(parts), mask(session.title)[0])
    )
    return with_line_feeds(exported)


def _inside(segment: ContextSegment, end: int) -> bool:
    return segment.artifact_id is not None or (bool(segment.ordinals) and segment.ordinals[0] <= end)


def _part(store: Store, session_id: str, segment: ContextSegment) -> ExportSegment:
    if segment.artifact_id is not None:
        return ExportSegment(artifact=mask_artifact(artifacts.get(store, segment.artifact_id).artifact)[0])
    return ExportSegment(events=_events(store, session_id, segment.ordinals))


def _events(store: Store, session_id: str, ordinals: Sequence[int]) -> tuple[SourceEvent, ...]:
    """Load events by ordinal, in order, masked."""
    if not ordinals:
        return ()
    wanted = set(ordinals)
    events = sessions.load_events(store, session_id, min(wanted), max(wanted))
    return tuple(mask_event(each)[0] for each in events if each.ordinal in wanted)
