"""Checks whether a list of all user messages is complete (S1 gate C).

Only an imported summary has such a list: statements in the user's own words that include most of the range's
messages. Missing messages are named, but alone fail no gate, because a message need not decide anything. Bare
confirmations may be missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.artifact import Artifact, Item, Origin
from gates.findings import Found
from gates.language.modality import runs
from gates.language.similarity import coverage, statement
from gates.retention.literal import ELISION
from gates.search.index import SourceIndex
from gates.search.linking import lists_all_messages
from gates.source import EventKind, SignalKind, SourceEvent, SourceLink, chunk_bounds, make_link

LEAST = 3
"""Fewest quotations of a summary that has a list of the user's messages."""
MOST_OF = 0.5
"""Share of the messages that the quotations must contain to count as a list of all."""
LEAST_WORDS = 3
"""Fewest topical words of a message whose omission contradicts a heading that says `all`."""
HELD_AT = 0.6
"""Share of a message's words, or of a quotation's, from which the two match."""
OPENING = 5
"""Words at the start of a quotation that identify a message that it abridges."""
SHOWN = 200
_QUOTED = re.compile(r"[\"“«]([^\"“”«»\n]{2,200})[\"”»] \([^()\n]{2,200}\)$")
"""A short quotation with a remark: `"ok thats better" (after the icon was redrawn)`."""


def unlisted(artifact: Artifact, index: SourceIndex) -> Iterator[Found]:
    """Yield a warning for each human message of the range that the artifact's list leaves out.

    Omissions under a heading that promises all messages are reported by gate D, and not repeated here.
    """
    quoted = [
        item.text if item.speaker == "user" else _QUOTED.sub(r"\1", item.text)
        for item in artifact.items
        if item.speaker == "user" or _QUOTED.match(item.text)
    ]
    if artifact.origin is not Origin.IMPORTED or len(quoted) < LEAST:
        return
    spoken = (e for e in index.range_events if e.kind is EventKind.USER and _is_human_text(e.text))
    messages = [event for event in spoken if len(statement(event.text).stems) > 1]
    missing = [event for event in messages if not any(_is(text, event) for text in quoted)]
    if len(messages) - len(missing) < max(LEAST, MOST_OF * len(messages)):
        return
    stated = {link.ordinal for _, listed in headed_lists(artifact) for link in left_out(listed, index)}
    for event in missing:
        if event.ordinal in stated:
            continue
        link = _opening(event, 0, len(event.text), index)
        shown = " ".join(link.quote.split())
        message = f"the list of user messages leaves out event {event.ordinal}: {shown}"
        yield Found("user_message_missing", "warning", message, (link,), str(event.ordinal))


def headed_lists(artifact: Artifact) -> Iterator[tuple[Item, list[str]]]:
    """Yield each heading that promises all user messages, with the statements under it.

    They extend to the last one in the user's words.
    """
    for place, item in enumerate(artifact.items):
        if lists_all_messages(item.text):
            below = artifact.items[place + 1 :]
            last = max((n for n, each in enumerate(below) if each.speaker == "user"), default=-1)
            yield item, [each.text for each in below[: last + 1]]


def left_out(listed: list[str], index: SourceIndex) -> list[SourceLink]:
    """Return links to the human words of the range that none of the listed statements contains.

    Reasons of refusals count as messages: they are the user's own words. Bare assents may be left out. A list
    that rewords most messages is not judged.
    """
    stated_here = [span for span in index.human if _is_message(span, index)]
    words = [index.events[ordinal].text[start:end] for ordinal, start, end in stated_here]
    found = [_stated(text, words) for text in listed]
    if sum(map(bool, found)) < MOST_OF * max(1, len(found)):
        return []
    stated = frozenset(place for places in found for place in places)
    return [
        _opening(index.events[ordinal], start, end, index)
        for place, (ordinal, start, end) in enumerate(stated_here)
        if place not in stated and len(statement(words[place]).stems) >= LEAST_WORDS
    ]


def _is_message(span: tuple[int, int, int], index: SourceIndex) -> bool:
    ordinal, start, end = span
    if ordinal not in index.source or ordinal in index.source.kept:
        return False
    event = index.events[ordinal]
    return event.sidechain is None and not _reply(event) and _is_human_text(event.text[start:end])


def _stated(text: str, messages: list[str]) -> list[int]:
    """Return the messages that a listed statement matches: literally if any do, else by similarity.

    A quotation with elisions matches literally if all its parts do.
    """
    quoted = runs(text)
    parts = [runs(part) for part in ELISION.split(text) if part.strip()]
    abridged = any(len(part.split()) >= OPENING for part in parts)
    literal = [
        place
        for place, words in enumerate(messages)
        if runs(words) in quoted or (abridged and _holds_all(runs(words), parts)) or quoted in runs(words)
    ]
    return literal or [place for place, words in enumerate(messages) if _same(text, words)]


def _holds_all(words: str, parts: list[str]) -> bool:
    return all(part in words for part in parts)


def _is_human_text(words: str) -> bool:
    """Return whether a message is human text: no command, no data, no markup of the harness."""
    return words.lstrip()[:1] not in ("/", "<", "[", "{", "!") and bool(runs(words).strip())


def _reply(event: SourceEvent) -> bool:
    """Return whether an event contains answers to a tool's question, which a list of messages may omit."""
    return event.kind is not EventKind.USER and any(s.kind is SignalKind.ANSWER for s in event.signals)


def _opening(event: SourceEvent, start: int, end: int, index: SourceIndex) -> SourceLink:
    """Return a link to the beginning of some words of an event."""
    words = event.text[start:end]
    start += len(words) - len(words.lstrip())
    last = next(stop for first, stop in chunk_bounds(event.text) if first <= start < stop)
    return make_link(index.source.session_id, event.ordinal, event.text, start, min(start + SHOWN, last, end))


def _is(quoted: str, event: SourceEvent) -> bool:
    return _same(quoted, event.text)


def _same(quoted: str, words: str) -> bool:
    stated, compared = statement(quoted), statement(words)
    if min(len(stated.stems), 2) and coverage(stated.stems, compared.stems) >= HELD_AT:
        return True
    opening = runs(" ".join(quoted.split()[:OPENING]))
    return coverage(compared.stems, stated.stems) >= HELD_AT or opening in runs(words)
