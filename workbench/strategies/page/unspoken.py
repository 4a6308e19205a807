"""Thoughts of the agent, and comments that it left in code, which nobody was told but a successor needs.

Neither is a message, so no ranker was fitted on them. A thought is weighted by the worth that its words would
have as a message, by whether it opens its event, and by its distance from the work in hand; few of them bind,
and most only say what is looked at next. They are added to a summary that has the rest.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from gates.language.similarity import statement
from gates.source import EventKind, SourceEvent
from workbench.facts.actions.changes import changes
from workbench.facts.proposals import Outlook
from workbench.facts.proposals.candidate import CandidateStatement
from workbench.facts.proposals.fold import sentence_candidates
from workbench.facts.proposals.model import MODEL_IN_USE
from workbench.facts.reading import outlook
from workbench.facts.sentences.talk import informs
from workbench.facts.spans import EventWords, fold, trimmed
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.exchanges import marked
from workbench.strategies.page.self_contained import is_interim
from workbench.strategies.page.statement import PageStatement, made_of
from workbench.strategies.statements import Writer

THOUGHT = "The agent thought: "
"""Words before a thought: nobody confirmed it."""
FEWEST_STEMS = 5
"""Fewest content words of a thought or a comment that says something."""
LEAST_LIKELY = 0.03
COMMENT = 0.06
"""Likelihood of a comment that the code still has."""
LONG = 1_600
"""Characters from which a thought considers much and settles little."""

_AS_MESSAGE = "assistant"
_BASE = -5.1
_SCORE = 0.9
"""Weight of the score of its words as a message."""
_WEIGHTS = {"place:first": 1.3, "place:only": 1.3, "turns_left:0": 1.0, "no_later_edit": 0.7}
_LONG = -0.9
_MILLION = 1_000_000
_OPENER = re.compile(
    r"^(?:(?:ok(?:ay)?|good|great|perfect|right|now|so|ah|i see|yes|but|and|actually|hmm|wait)\b"
    r"[,.!:; -]*(?:[-–—] )?)+(?=\S)",
    re.IGNORECASE,
)
"""The beginning of a thought that responds to what was just read."""
_OF_THE_USER = re.compile(r"^the user\b", re.IGNORECASE)
"""The beginning of a thought that only repeats the request."""
_COMMENT = re.compile(
    r"^[ \t+]{0,40}(?://|#(?!!)|--|\*|/\*\*?)[ \t]{0,4}(\S[^\n]{15,300}?)(?:[ \t]{0,4}\*/)?[ \t]{0,8}$",
    re.MULTILINE,
)
_DOCUMENT = (".md", ".markdown", ".txt", ".rst")


def unspoken(request: DraftRequest) -> Iterator[PageStatement]:
    """Yield the informative thoughts and comments of a range."""
    writer = Writer(request.source.session_id, request.seen(), request.source.start)
    known = outlook(request.seen(), request.source.start)
    for event in request.seen()[request.source.start :]:
        if event.sidechain is None and event.kind is EventKind.THINKING:
            yield from _thoughts(request, known, writer, event)
    yield from _comments(request, writer)


def _thoughts(
    request: DraftRequest, known: Outlook, writer: Writer, event: SourceEvent
) -> Iterator[PageStatement]:
    for each in sentence_candidates(event, _AS_MESSAGE):
        words = _unopened(event, each.words[-1])
        text = fold(words.quote(request.events))
        if _OF_THE_USER.match(text) or is_interim(text) or not _says(text):
            continue
        likelihood = _likelihood(known, each, len(event.text))
        if likelihood >= LEAST_LIKELY:
            wording = {"text": f"{THOUGHT}{marked(text)}", "speaker": None}
            item = writer.stated(words).model_copy(update=wording)
            yield made_of(item, [words], likelihood, "likely")


def _likelihood(known: Outlook, each: CandidateStatement, size: int) -> float:
    """Return how likely a thought binds: fitted on labels of thoughts, with each session left out in turn."""
    features = known.features(each)
    score = MODEL_IN_USE.current().score(features, each.tokens, _AS_MESSAGE) / _MILLION
    found = _BASE + _SCORE * score + sum(weight for name, weight in _WEIGHTS.items() if name in features)
    found += _LONG if size >= LONG else 0.0
    return round(1 / (1 + math.exp(-found)), 3)


def _unopened(event: SourceEvent, words: EventWords) -> EventWords:
    """Return a thought without opening words that only take note: `OK, so`, `I see -`."""
    opener = _OPENER.match(event.text[words.start : words.end])
    return words if opener is None else EventWords(words.ordinal, words.start + opener.end(), words.end)


def _says(text: str) -> bool:
    return len(statement(text).stems) >= FEWEST_STEMS and informs(text)


def _comments(request: DraftRequest, writer: Writer) -> Iterator[PageStatement]:
    """Yield the comments that changes put into code, each once, at its last place."""
    found: dict[str, EventWords] = {}
    for change in changes(request.seen(), request.source.start):
        if change.body is None or change.removes or change.path.endswith(_DOCUMENT):
            continue
        event = request.events[change.body.ordinal]
        begins = change.body.start
        for match in _COMMENT.finditer(change.body.quote(request.events)):
            words = trimmed(event.text, event.ordinal, begins + match.start(1), begins + match.end(1))
            text = "" if words is None else fold(words.quote(request.events))
            if words is not None and _says(text):
                found[text] = words
    for words in found.values():
        yield made_of(writer.stated(words), [words], COMMENT, "likely")
