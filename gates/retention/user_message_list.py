"""Whether a list of all user messages holds them all (S1 gate C).

Only an imported summary keeps such a list: statements in the user's own words, most of the range's
messages among them. What it leaves out is named; that alone fails no gate, for a message need not decide
anything. Bare confirmations are not missed.
"""

from __future__ import annotations

from collections.abc import Iterator

from gates.artifact import Artifact, Origin
from gates.findings import Found
from gates.language.modality import runs
from gates.language.similarity import coverage, statement
from gates.search.index import SourceIndex
from gates.source import CHUNK_LIMIT, EventKind, SourceEvent, make_link

LEAST = 3
"""Quotations from which a summary keeps a list of the user's messages."""
MOST_OF = 0.5
"""Share of the messages that the quotations must hold to be taken for a list of all."""
HELD_AT = 0.6
"""Share of a message's words, or of a quotation's, from which one stands for the other."""
OPENING = 5
"""Words of a quotation that must open a sentence of a message for it to be that message, abridged."""
SHOWN = 200


def unlisted(artifact: Artifact, index: SourceIndex) -> Iterator[Found]:
    """A warning for each human message of the range that the artifact's list leaves out."""
    quoted = [item.text for item in artifact.items if item.speaker == "user"]
    if artifact.origin is not Origin.IMPORTED or len(quoted) < LEAST:
        return
    said = [e for e in index.range_events if e.kind is EventKind.USER and len(statement(e.text).stems) > 1]
    missing = [event for event in said if not any(_is(text, event) for text in quoted)]
    if len(said) - len(missing) < max(LEAST, MOST_OF * len(said)):
        return
    for event in missing:
        start = len(event.text) - len(event.text.lstrip())
        end = min(start + SHOWN, CHUNK_LIMIT, len(event.text))
        link = make_link(index.source.session_id, event.ordinal, event.text, start, end)
        shown = " ".join(event.text[start:end].split())
        message = f"the list of user messages leaves out event {event.ordinal}: {shown}"
        yield Found("user_message_missing", "warning", message, (link,), str(event.ordinal))


def _is(quoted: str, event: SourceEvent) -> bool:
    told, said = statement(quoted), statement(event.text)
    if min(len(told.stems), 2) and coverage(told.stems, said.stems) >= HELD_AT:
        return True
    opening = runs(" ".join(quoted.split()[:OPENING]))
    return coverage(said.stems, told.stems) >= HELD_AT or opening in runs(event.text)
