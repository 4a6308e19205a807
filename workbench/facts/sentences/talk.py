"""Statements of the agent: informative sentences, without announcements, courtesies, code and tables.

Sentences are picked by form alone and never by whether they are true.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gates.language.sentence_spans import sentences
from gates.source import EventKind, SourceEvent
from workbench.facts.sentences.courtesy import is_polite_remark
from workbench.facts.spans import EventWords, fold

MAX_SENTENCE = 500
MIN_WORDS = 4

_FENCE = re.compile(r"^ {0,8}(?:`{3,}|~{3,})")
_MARKER = re.compile(r"(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>)[ \t]+")
_ANNOUNCES = re.compile(
    r"^(?:ok(?:ay)?|now|next|first|great|good|perfect|alright|and|so|then|also|excellent|sure|right|yes|actually)?"
    r"[,.!: -]*(?:now |next |first |then |(?:before|after|once|while|to) [^,.;\n]{2,60}, )?"
    r"(?:let me(?! know\b)|let's|let us|"
    r"i'll|i will|i'm going to|i am going to|i need to|i should|i want to|i'd like to|"
    r"we'll|we will|going to|time to|wait|hmm|would you like|do you want|shall i|should i|want me to|"
    r"is there anything)\b",
    re.IGNORECASE,
)
_TENTATIVE = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|might|could|hmm|wait|actually|i think|i guess|i wonder|i'd|i'm|"
    r"i am|should i|seems|presumably|not sure|let me|i need|i should|i want|i can|alternatively)\b",
    re.IGNORECASE,
)
_NEEDS = re.compile(r"^(?:need to|now|next|still need)\b", re.IGNORECASE)
"""The beginning of a remark that names the next step."""
_UNDER_WAY = re.compile(
    r"(?:^|[.:;,!] |\b(?:and|now|next|so|then|but) )(?:i'm|i am|we're|we are) "
    r"(?:now |also |just |still |currently |only )?(?!going\b|missing\b|seeing\b|getting\b)"
    r"(?:[a-z]{2,12}-)?[a-z]{2,16}ing\b"
    r"|^(?:still )?(?:waiting|checking|rerunning|running|continuing|looking)\b",
    re.IGNORECASE,
)
"""Wordings of work in progress, such as `I'm rerunning the tests`."""


def agent_sentences(event: SourceEvent) -> list[EventWords]:
    """Return the informative sentences of one event's prose, in order, without list markers."""
    fences = _fenced(event.text)
    found = []
    for start, end in sentences(event.text):
        if any(a <= start < b for a, b in fences):
            continue
        mark = _MARKER.match(event.text, start, end)
        if mark is not None and mark.group()[0] == "#":
            continue
        first = mark.end() if mark else start
        if informs(event.text[first:end]):
            found.append(EventWords(event.ordinal, first, end))
    return found


def announces(text: str) -> bool:
    """Return whether the last sentence of a message announces the next step, so that the turn goes on."""
    parts = sentences(text)
    last = _straight(fold(text[slice(*parts[-1])])) if parts else ""
    return last.endswith(":") or bool(_ANNOUNCES.match(last)) or bool(_NEEDS.match(last))


def concludes(text: str) -> bool:
    """Return whether a message ends a turn, with a report or with a question to the user.

    A heading at its end is the title of what the agent does next.
    """
    if not text.strip() or text.strip().rpartition("\n")[2].startswith("#"):
        return False
    return text.rstrip(" *_`").endswith("?") or not announces(text)


def is_under_way(sentence: str) -> bool:
    """Return whether a sentence describes work in progress, which is void once that work is over."""
    return bool(_UNDER_WAY.search(_straight(sentence)))


def is_tentative(sentence: str) -> bool:
    """Return whether a sentence considers or guesses instead of stating."""
    return bool(_TENTATIVE.search(_straight(sentence)))


def _straight(text: str) -> str:
    """Return the text with straight apostrophes, which the patterns use; some agents write `I’ll`."""
    return text.replace("’", "'")


def informs(sentence: str) -> bool:
    """Return whether a sentence states something, judged by its form."""
    text = _straight(fold(sentence))
    if not 20 <= len(text) <= MAX_SENTENCE or len(text.split()) < MIN_WORDS or text.endswith((":", "?")):
        return False
    if text.startswith("|") or text.count("|") > 2:
        return False
    return not _ANNOUNCES.match(text) and not is_polite_remark(text)


def _fenced(text: str) -> list[tuple[int, int]]:
    spans, opened, position = [], -1, 0
    for line in text.split("\n"):
        if _FENCE.match(line):
            if opened < 0:
                opened = position
            else:
                spans.append((opened, position + len(line)))
                opened = -1
        position += len(line) + 1
    if opened >= 0:
        spans.append((opened, len(text)))
    return spans


def spoken(events: Iterable[SourceEvent]) -> list[SourceEvent]:
    """Return the agent's messages, in order, without sidechains."""
    return [e for e in events if e.kind is EventKind.ASSISTANT and e.sidechain is None]


def final_state(events: Sequence[SourceEvent], start: int, limit: int = 12) -> list[EventWords]:
    """Return the agent's last sentences at or after event `start`, at most `limit`, in order."""
    found: list[EventWords] = []
    for event in reversed(spoken(events[start:])):
        own_sentences = agent_sentences(event)
        found = [*own_sentences[-(limit - len(found)) :], *found]
        if len(found) >= 3:
            break
    return found
