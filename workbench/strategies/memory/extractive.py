"""The summarization function without a language model: deterministic, extractive, a full rewrite each time.

It reads only the current summary and the messages to fold (S4 section 8). Bullets are sentences of the
messages, shortened below the verbatim limit by leaving words out; of two explicit decisions about the same
thing the later one stays. It writes no reply, no reasoning and no word that is not in the messages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gates.language.similarity import ComparedText, statement
from gates.language.tokens import IdentifierKind
from gates.source import EventKind, SourceEvent
from workbench.facts.commitment import Basis, Commitment, CommitmentKind
from workbench.facts.reading import commitments
from workbench.facts.sentences.prose import HumanSentence as Sentence
from workbench.facts.sentences.prose import statements
from workbench.facts.sentences.reported import is_anothers
from workbench.facts.sentences.talk import is_tentative
from workbench.strategies.clauses import memory_clauses
from workbench.strategies.condensing import VerbatimRuns
from workbench.strategies.memory.merging import closes, merged, topic
from workbench.strategies.memory.state import ChatMessage, TokenCount, estimated_tokens
from workbench.strategies.memory.summary_text import Heading, SummaryBullet, bounded, parse, render
from workbench.strategies.page.self_contained import is_substep

MAX_FACTS = 3
"""Most statements without binding force that are taken from one message."""
MAX_REFERENCES = 3
"""Most files and addresses that are taken from one message."""
MIN_FACT_STEMS = 2
SHARE = 0.4
"""Share of the folded messages by which a summary may grow, besides its binding entries."""
LEAST = 60
"""Tokens that a summary may always take."""

_OPEN = re.compile(r"^(?:still )?(?:open|to ?do|pending|outstanding)\b[ :,-]{0,3}", re.IGNORECASE)
_GOAL = re.compile(
    r"\b(?:goal|aim|we want|i want|i'd like|i would like|we'd like|i like|i prefer|we prefer|my favou?rite|"
    r"hoping to)\b",
    re.IGNORECASE,
)
_PROMISE = re.compile(r"^(?:i'll|i will|we'll|we will|i am going to|i'm going to)\s", re.IGNORECASE)
_LABEL = re.compile(
    r"^(decision changed(?: back)?|changed|decision|decided|agreed|noted|condition|open|todo|pending)"
    r"[ \t]{0,2}:[ \t]{1,3}",
    re.IGNORECASE,
)
_LABELS = {
    "decision changed": Heading.DECISIONS,
    "decision changed back": Heading.DECISIONS,
    "changed": Heading.FACTS,
    "condition": Heading.FACTS,
    "decision": Heading.DECISIONS,
    "decided": Heading.DECISIONS,
    "agreed": Heading.DECISIONS,
    "noted": Heading.FACTS,
    "open": Heading.OPEN,
    "todo": Heading.OPEN,
    "pending": Heading.OPEN,
}
_DONE = re.compile(
    r"^(?:i|we|i've|we've|i have|we have)\s"
    r"(?:\w{2,20}ed|wrote|written|put|sent|built|made|ran|run|set|split)\b",
    re.IGNORECASE,
)
_OWN = re.compile(r"\b(?:my|our|i|we|i'm|we're|i've|we've)\b", re.IGNORECASE)
_STATES = re.compile(
    r"\b(?:is|are|was|were|has|have|had|uses?|needs?|runs?|costs?|takes?|live|work|gets?|stays?|goes|holds?|"
    r"seats?|opens?|closes|starts?|ends?|sells?|stands?|belongs?)\b",
    re.IGNORECASE,
)
_PERMITS = re.compile(
    r"^(?:you|we|they|everyone|anyone) (?:may|can)\b[^?\n]{3,200}\b(?:from now on|now|again)\b", re.IGNORECASE
)
_DIALOGUE = re.compile(
    r"\b(?:asks?|asked)\b|\bi know\b|\b(?:yes|\d{1,9}) or (?:no|\d)|!!|[:;]-?[()oD](?:\s|$)", re.IGNORECASE
)
"""Marks of dialogue, or of how somebody feels about something."""
_INSTEAD = re.compile(r"^[A-Za-z][^?\n]{5,200}\binstead[.!]?$", re.IGNORECASE)
_REFERENCES = (IdentifierKind.PATH, IdentifierKind.FILE, IdentifierKind.URL)


class ExtractiveSummarizer:
    """`summarize_memory` without a model; `model` names it in records."""

    model = "extractive"

    def __init__(self, max_summary_tokens: int = 1_000, count: TokenCount = estimated_tokens) -> None:
        self._most = max_summary_tokens
        self._count = count

    def summarize_memory(
        self, current_memory_summary: str, messages_to_summarize: Sequence[ChatMessage]
    ) -> str:
        """Return the whole summary rewritten, with the durable content of the messages folded in.

        Raises:
            SummaryRefused: the current summary is not headings and bullets.
        """
        entries = parse(current_memory_summary)
        for entry in found_in(messages_to_summarize):
            entries = merged(entries, entry)
        runs = VerbatimRuns(message.text for message in messages_to_summarize)
        entries = [each for entry in entries for each in _unrepeated(entry, runs)]
        read = sum(self._count(message.text) for message in messages_to_summarize)
        wanted = max(LEAST, self._count(current_memory_summary) + int(SHARE * read))
        return render(bounded(entries, self._most, self._count, wanted_tokens=wanted))


def _unrepeated(entry: SummaryBullet, runs: VerbatimRuns) -> list[SummaryBullet]:
    """Return an earlier entry, shortened if somebody has since said it in the same words."""
    if not runs.stand_in(entry.text):
        return [entry]
    texts = memory_clauses(entry.text).texts
    return [SummaryBullet(entry.heading, text) for text in texts if not runs.stand_in(text)]


def found_in(messages: Sequence[ChatMessage]) -> list[SummaryBullet]:
    """Return the durable statements of messages, in their order."""
    events = [
        SourceEvent(
            ordinal,
            EventKind.USER if message.role == "user" else EventKind.ASSISTANT,
            message.text,
            f"m{ordinal}",
        )
        for ordinal, message in enumerate(messages)
    ]
    placed = [(c.words[-1].ordinal, c.words[-1].start, 0, _committed(c)) for c in commitments(events, 0)]
    bound = {(ordinal, start) for ordinal, start, _, _ in placed}
    for event in events:
        for start, rank, entry in _loose(event):
            if (event.ordinal, start) not in bound:
                placed.append((event.ordinal, start, rank, [entry]))
    ordered = sorted(placed, key=lambda each: each[:3])
    return [entry for *_, entries in ordered for entry in entries if entry.text]


def _committed(found: Commitment) -> list[SummaryBullet]:
    """Return a decision, a constraint or open work in force; none if it was retracted or is done."""
    if not found.counts:
        return []
    work = found.kind is CommitmentKind.OPEN_WORK
    heading = Heading.OPEN if work else heading_of(found.text, found.basis)
    return [
        SummaryBullet(heading, text, source_text=found.text)
        for text in memory_clauses(found.text, binds=True).texts
    ]


def heading_of(text: str, basis: Basis) -> Heading:
    """Return the heading of a decision in force: open items, goals, facts (for a rule), or decisions."""
    if _OPEN.match(text):
        return Heading.OPEN
    if _GOAL.search(text):
        return Heading.GOALS
    return Heading.FACTS if basis is Basis.RULE else Heading.DECISIONS


def _loose(event: SourceEvent) -> Iterable[tuple[int, int, SummaryBullet]]:
    """Yield facts and promises without binding force, and names: position, rank and entry."""
    yield from ((each.start, 1, each.entry) for each in stated_in(event)[:MAX_FACTS])
    named = [
        name for name, kind in dict.fromkeys(statement(event.text).tokens.identifiers) if kind in _REFERENCES
    ]
    for name in named[:MAX_REFERENCES]:
        yield max(0, event.text.find(name)), 2, SummaryBullet(Heading.ARTIFACTS, name)


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact, a promise or a noted decision, and its position in its message."""

    start: int
    end: int
    entry: SummaryBullet


def stated_in(event: SourceEvent) -> list[Stated]:
    """Return the statements of one message that guide the work and are not binding in form, in order."""
    human = event.kind is EventKind.USER
    found = []
    for sentence, heading in _wording(event) if human else _reported(event):
        listed = [] if human or heading is not Heading.OPEN else _listed(event, sentence)
        bare = sentence.text if human else _LABEL.sub("", sentence.text)
        found += listed or _stated(sentence.start, sentence.end, heading, bare, sentence.text)
    return found


def _stated(start: int, end: int, heading: Heading, bare: str, source_text: str) -> list[Stated]:
    """Return a statement as entries without a run of twelve of its words; empty if that is impossible."""
    return [
        Stated(start, end, SummaryBullet(heading, text, source_text=source_text))
        for text in memory_clauses(bare).texts
    ]


def _listed(event: SourceEvent, sentence: Sentence) -> list[Stated]:
    """Return the open points of one sentence that separates them by semicolons, one by one."""
    text = event.text[sentence.start : sentence.end]
    label = _LABEL.match(text)
    begin = label.end() if label else 0
    parts = [(begin + m.start(), begin + m.end()) for m in re.finditer(r"[^;\s][^;]*", text[begin:])]
    if len(parts) < 2 or "(" in text or not all(statement(text[a:b]).stems for a, b in parts):
        return []
    lead = text[:begin]
    return [
        each
        for a, b in parts
        for each in _stated(sentence.start + a, sentence.start + b, Heading.OPEN, text[a:b], lead + text[a:b])
    ]


def _wording(event: SourceEvent) -> list[tuple[Sentence, Heading]]:
    """Return what people state about themselves or their work, without questions and courtesies."""
    found = []
    for sentence in statements(event.text):
        known = statement(sentence.text)
        if (
            sentence.text.endswith(("?", ":"))
            or _DIALOGUE.search(sentence.text)
            or len(known.stems) < MIN_FACT_STEMS
            or len(sentence.text.split()) < 3
            or is_substep(sentence.text)
            or is_anothers(event.text, sentence.start)
        ):
            continue
        if _OPEN.match(sentence.text):
            found.append((sentence, Heading.OPEN))
        elif _INSTEAD.match(sentence.text):
            found.append((sentence, Heading.DECISIONS))
        elif _PERMITS.match(sentence.text):
            found.append((sentence, Heading.FACTS))
        elif _GOAL.search(sentence.text):
            found.append((sentence, Heading.GOALS))
        elif topic(sentence.text) or (
            _STATES.search(sentence.text) and (_OWN.search(sentence.text) or _is_definite(known))
        ):
            found.append((sentence, Heading.FACTS))
    return found


def _reported(event: SourceEvent) -> list[tuple[Sentence, Heading]]:
    """Return what the assistant notes as decided or open, promises, or reports as done by name or figure.

    Its thoughts, considerations, questions and explanations are left out.
    """
    found = []
    for sentence in statements(event.text):
        text = sentence.text
        label = _LABEL.match(text)
        definite = _is_definite(statement(text)) and not text.endswith("?")
        name = label.group(1).casefold() if label is not None else ""
        if closes(text):
            found.append((sentence, Heading.OPEN))
        elif label is not None and len(statement(text[label.end() :]).stems) >= MIN_FACT_STEMS:
            if not text.endswith("?"):
                found.append((sentence, _LABELS[name]))
        elif definite and _PROMISE.match(text):
            found.append((sentence, Heading.OPEN))
        elif definite and _DONE.match(text) and not is_tentative(text) and not text.endswith(":"):
            found.append((sentence, Heading.FACTS))
    return found


def is_promise(text: str) -> bool:
    """Return whether a text says what its author will do."""
    return _PROMISE.match(text) is not None


def _is_definite(compared: ComparedText) -> bool:
    """Return whether a statement names something or gives a figure."""
    return bool(compared.tokens.identifiers or compared.tokens.numbers)
