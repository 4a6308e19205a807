"""The event under the cursor as lines: its facts, its citations and its text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.escaping import one_line
from workbench.presentation.cells import wrap
from workbench.presentation.figures import plural
from workbench.presentation.spans import Line, StyledText
from workbench.tui.state.matches import marked_lines
from workbench.tui.text import clip

if TYPE_CHECKING:
    from store.values import PagedEvent
    from workbench.services.lookup.citing import Cited

MOST_PLACES = 6
"""Most places of one draft that are named in a line."""
FURTHER_ON = "The match is further on: enter opens the event at it."


def cited_words(cited: Cited) -> tuple[str, str]:
    """Return the citations of an event in words, and a style: `cited by d-2 c-5, o-1; d-1 c-3`."""
    by_draft: dict[int, list[str]] = {}
    for each in cited.citations:
        by_draft.setdefault(each.number, []).append(each.place)
    stated = [f"d-{number} {_places(found)}" for number, found in by_draft.items()]
    unread = ", ".join(f"d-{number}" for number in cited.unread[:3])
    unread += f" and {len(cited.unread) - 3} more" if len(cited.unread) > 3 else ""
    if stated:
        more = f"; C looks in {unread} too" if unread else ""
        return f"cited by {'; '.join(stated)}{more}", "ref"
    if unread:
        return f"C finds what cites it in {unread}", "dim"
    if cited.summary_of is not None:
        return f"this is d-{cited.summary_of}; no other draft reaches it", "dim"
    return ("nothing cites this" if cited.covered else "no draft reaches this event"), "dim"


def _places(found: list[str]) -> str:
    more = f" and {len(found) - MOST_PLACES} more" if len(found) > MOST_PLACES else ""
    return ", ".join(found[:MOST_PLACES]) + more


def event_facts(found: PagedEvent) -> str:
    """Return turn, size, tool and time of an event, in one line."""
    event = found.event
    parts = [f"turn {event.turn}", f"{event.tokens:,} tokens of the event"]
    if event.tool is not None:
        failed = {True: "failed", False: "ok", None: ""}[event.tool.failed]
        parts.append(one_line(f"{event.tool.name} {failed}").strip())
    if event.sidechain:
        parts.append("aside")
    return "   ".join(parts)


def preview_lines(
    found: PagedEvent, cited: Cited | None, width: int, words: tuple[str, ...] = ()
) -> list[Line]:
    """Return facts, citations and the text as far as it was read, with the searched words marked."""
    lines: list[Line] = [(StyledText(clip(event_facts(found), width), "dim"),)]
    if cited is not None:
        source_text, ink = cited_words(cited)
        lines += [(StyledText(piece, ink),) for piece in wrap(source_text, width)[:3]]
    lines.append(())
    text = found.event.text
    if not text.strip():
        return [*lines, (StyledText("(no text)", "dim"),)]
    marked, matches = marked_lines(wrap(text, width), words)
    left = found.characters - len(text)
    if words and left > 0 and not matches:
        lines += [(StyledText(each, "warn"),) for each in wrap(FURTHER_ON, width)] + [()]
    lines += marked
    if left > 0:
        lines += [(), (StyledText(f"{plural(left, 'more character')}; enter opens the event", "dim"),)]
    return lines


def text_lines(text: str, width: int) -> list[Line]:
    """Return a text as wrapped lines."""
    return [(StyledText(piece),) for piece in wrap(text, width)]
