"""The agent's last thoughts before a range ends that it did not say: the work in hand.

Earlier thoughts are settled by later messages and actions, and are not stated.
"""

from __future__ import annotations

from collections.abc import Collection

from gates.language.sentence_spans import sentences
from gates.language.similarity import statement
from gates.source import EventKind
from workbench.facts.spans import EventWords, trimmed
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.exchanges import exchanges, linked, marked
from workbench.strategies.page.self_contained import is_interim
from workbench.strategies.page.statement import PageStatement, made_of
from workbench.strategies.statements import Writer

LAST = 8
"""Events before the range's end from which a thought is about the work in hand."""
LONGEST = 800
"""Most characters of a thought that is stated whole; a longer one considers much and settles little."""
FEWEST_STEMS = 5
"""Fewest content words of a thought that says something."""
THOUGHT_OF = 0.3
"""Likelihood of a thought about the work in hand."""
THOUGHT = "The agent thought last: "


def thoughts_in_hand(request: DraftRequest, writer: Writer) -> list[PageStatement]:
    """Return the agent's last thoughts that it did not say."""
    closings = [each.closing.ordinal for each in exchanges(request).values() if each.closing is not None]
    made = []
    for words in last_thoughts(request, closings):
        item = writer.stated(words)
        wording = {"text": f"{THOUGHT}{marked(item.text)}", "speaker": None, "links": linked(request, words)}
        made.append(made_of(item.model_copy(update=wording), [words], THOUGHT_OF, "likely"))
    return made


def last_thoughts(request: DraftRequest, closings: Collection[int]) -> list[EventWords]:
    """Return the thoughts after the last message that closed a turn, the newest first.

    Args:
        request: the range and the events.
        closings: ordinals of the messages that closed a turn.
    """
    since = max([request.source.end - LAST, request.source.start - 1, *closings])
    found: list[EventWords] = []
    last = True
    for event in reversed(request.seen()[since + 1 :]):
        last = last and event.kind is not EventKind.ASSISTANT
        if event.kind is not EventKind.THINKING or event.sidechain is not None or len(event.text) > LONGEST:
            continue
        end = len(event.text) if last else _settled(event.text)
        last = False
        words = trimmed(event.text, event.ordinal, 0, end)
        if words is not None and len(statement(words.quote(request.events)).stems) >= FEWEST_STEMS:
            found.append(words)
    return found


def _settled(text: str) -> int:
    """Return the end of a thought without its last sentences that only say what comes next."""
    parts = sentences(text)
    while parts and is_interim(text[slice(*parts[-1])]):
        parts = parts[:-1]
    return parts[-1][1] if parts else 0
