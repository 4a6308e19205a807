"""The first statement of the agent's message that closed a turn: the answer, or what was done.

Interim words, questions and courtesies state nothing; of a list, as many whole entries as fit are taken.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gates.language.sentence_spans import sentences
from gates.language.similarity import statement
from gates.source import SourceEvent
from workbench.facts.sentences.courtesy import is_courtesy
from workbench.facts.sentences.talk import agent_sentences, announces
from workbench.facts.spans import EventWords, shorten, trimmed
from workbench.strategies.page.self_contained import is_interim, is_label

LONGEST_RESULT = 220
"""Most characters of the agent's statement."""
SHORTEST_CLOSING = 90
"""Most characters of a closing message that is stated whole."""
SHORT_RESULT = 60
"""Length up to which the next sentence is added."""
FEWEST_STEMS = 5
"""Fewest content words of a remark that names nothing."""
FEWEST_ANSWERED = 3
"""Like `FEWEST_STEMS`, if the agent's answer is stated with it."""

_OPENING = re.compile(
    r"^[ \t]{0,8}(?:[-*+•][ \t]|\d{1,3}[.)][ \t]|#{1,6} |\*\*[^*\n]{2,80}:?\*\*:?\s*$|```)", re.MULTILINE
)
"""The place where a message becomes a list, a heading or code: one entry of a list is no answer."""
_DID = re.compile(
    r"^\W{0,4}(?:(?:Re)?(?:[Bb]uilt|[Ss]et)|Cut|Kept|Left|Made|Put|Sent|Shut|Split|"
    r"(?!Indeed)[A-Z][a-z]{2,14}(?:ed|ade|ote))\b"
)
"""The beginning of a sentence that reports an action."""
_DONE = re.compile(r"^\W{0,4}(?:all )?(?:done|fixed)\b", re.IGNORECASE)
"""The beginning of a message that only says that a request was carried out."""
LONGEST_DONE = 60
_LED = re.compile(
    r"\s{1,4}((?!What|Which|Here|These)[A-Z][\w /-]{2,60} (?:\w{2,14}ed|made|written|built|split)"
    r"(?: [\w ]{1,30})?:)[ \t]*\n{1,2}(?:[ \t]{0,8}[-*+•] [^\n]{1,200}(?:\n|$)){1,12}"
)
"""A line that introduces a list of results, with the list: `Files renamed:`."""
_LINE = re.compile(r"[^\n]+")
TRIES = re.compile(
    r"\W{0,4}(?:(?:go ahead and|now|please|so|then|you can(?: now)?)[ ,]{1,2}){0,3}"
    r"(?:check|refresh|reload|restart|retry|run|test|try) "
    r"(?:[^.!?]{0,60}\b(?:again|now|once more)\b|it\b|the page\b)"
    r"|\W{0,4}(?:please )?(?:give (?:it|that|this) an(?:other)? |(?:have|take) another )(?:go|try|shot)\b",
    re.IGNORECASE,
)
"""The beginning of a sentence that tells the human to try: it answers nothing."""
_VERDICT = re.compile(r"\W{0,4}(?:absolutely|both|correct|neither|never|no|nope|not|only|right|yes)\b", re.I)
"""The beginning of a short answer to a question."""
_ADVISES = re.compile(
    r"\W{0,4}(?:my (?:advice|recommendation|suggestion)\b"
    r"|(?:so )?I(?:'d| would)(?:n't| not| also| rather)? (?!like\b)\w"
    r"|I (?:advise|propose|recommend|suggest)\b|(?:you|we) should\b)",
    re.IGNORECASE,
)
"""The beginning of a sentence of the agent that says what to do."""
ASKS = re.compile(r"\?[\"')*_` ]{0,6}$")


def closing_statement(closing: SourceEvent) -> EventWords | None:
    """Return the first statement of a message that closes a turn; None if it states nothing."""
    text, ordinal = closing.text, closing.ordinal
    listed = _OPENING.search(text)
    if len(text.strip()) <= SHORTEST_CLOSING and listed is None:
        whole = trimmed(text, ordinal, 0, len(text))
        tells = _answers(text, FEWEST_ANSWERED) and not ASKS.search(text) and not TRIES.match(text)
        return whole if whole is not None and tells else None
    end = listed.start() if listed is not None else len(text)
    stated = [w for w in agent_sentences(closing) if w.end <= end]
    parts = ((w, text[w.start : w.end]) for w in stated)
    reported = [w for w, part in parts if not ASKS.search(part) and not TRIES.match(part)]
    answers = [w for w in reported if _answers(text[w.start : w.end], FEWEST_STEMS)]
    lasting = [w for w in answers if not is_interim(text[w.start : w.end])]
    first = next(iter(lasting or answers), None)
    if first is None:
        done = _done(text, ordinal)
        return _announced(text[:end], ordinal) or (
            done and (_entry(closing, end) or _listed(text, done) or done)
        )
    return _bounded(text, first, stated[stated.index(first) + 1 :])


def bare_verdict(closing: SourceEvent) -> EventWords | None:
    """Return the first sentence of an answer to a question, if it begins with a verdict such as `no`."""
    start, end = next(iter(sentences(closing.text)), (0, 0))
    text = closing.text[start:end].rstrip()
    if not _VERDICT.match(text) or text.endswith((":", "?")) or len(text) > LONGEST_RESULT:
        return None
    return trimmed(closing.text, closing.ordinal, start, end)


def advice(closing: SourceEvent) -> EventWords | None:
    """Return the first sentence in which a message says what to do, with the next one if it is short."""
    stated = list(agent_sentences(closing))
    for n, words in enumerate(stated):
        text = closing.text[words.start : words.end]
        if _ADVISES.match(text) and not ASKS.search(text):
            return _bounded(closing.text, words, stated[n + 1 :])
    return None


def _bounded(text: str, first: EventWords, follows: Sequence[EventWords]) -> EventWords | None:
    """Return a sentence, with the next one if it is short; None if it is too long to be stated."""
    if (
        first.end - first.start < SHORT_RESULT
        and follows
        and not text[first.end : follows[0].start].strip(" ")
    ):
        first = EventWords(first.ordinal, first.start, follows[0].end)
    if first.end - first.start > LONGEST_RESULT:
        kept = shorten(text[first.start : first.end], LONGEST_RESULT)
        if not kept.endswith((".", "!", "?")):
            return None
        first = EventWords(first.ordinal, first.start, first.start + len(kept))
    return trimmed(text, first.ordinal, first.start, first.end)


def _announced(head: str, ordinal: int) -> EventWords | None:
    """Return the line before a list that reports an action, without its colon: `Renamed A to B in:`."""
    for start, end in sentences(head):
        wording = head[start:end].rstrip()
        reported = (
            wording.endswith(":") and len(wording) <= LONGEST_RESULT and _answers(wording, FEWEST_STEMS)
        )
        if reported and _DID.match(wording):
            return trimmed(head, ordinal, start, start + len(wording) - 1)
    return None


def _entry(closing: SourceEvent, listed: int) -> EventWords | None:
    """Return the first entry of a list that reports an action, if the text before only says `Done.`."""
    text = closing.text
    for words in agent_sentences(closing):
        source_text = text[words.start : words.end]
        tells = (
            _answers(source_text, FEWEST_STEMS) and not is_interim(source_text) and not is_label(source_text)
        )
        if words.start >= listed and tells and words.end - words.start <= LONGEST_RESULT:
            return words if not ASKS.search(source_text) and not announces(source_text) else None
    return None


def _listed(text: str, done: EventWords) -> EventWords | None:
    """Return the list after `Done.` with its introduction, as far as whole entries fit."""
    found = _LED.match(text, done.end)
    if found is None:
        return None
    ends = [line.end() for line in _LINE.finditer(text, found.start(1), found.end())]
    end = max(each for each in ends if each - found.start(1) <= LONGEST_RESULT)
    return trimmed(text, done.ordinal, found.start(1), end) if end > found.end(1) else None


def _done(text: str, ordinal: int) -> EventWords | None:
    """Return the first sentence of a message, if it says that the request was carried out."""
    parts = sentences(text)
    start, end = parts[0] if parts else (0, 0)
    short = 0 < end - start <= LONGEST_DONE and not text[start:end].rstrip().endswith((":", "?"))
    return trimmed(text, ordinal, start, end) if short and _DONE.match(text[start:end]) else None


def _answers(text: str, fewest: int) -> bool:
    return is_substantial(text, fewest) and not is_courtesy(text)


def is_substantial(text: str, fewest: int) -> bool:
    """Return whether a remark names something, or has enough words to be informative by itself."""
    compared = statement(text)
    return bool(compared.tokens.identifiers) or len(compared.stems) >= fewest
