"""The summarization function without a language model: deterministic, extractive, a full rewrite each time.

It reads the current summary and the messages to fold, and nothing else (S4 section 8). Bullets are
sentences of the messages, stated below the verbatim limit by leaving words out; of two explicit decisions
about the same thing the later one stays. It writes no reply, no reasoning and no word that was not said.
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
"""Statements that bind nobody, taken of one message."""
MAX_REFERENCES = 3
"""Files and addresses taken of one message."""
MIN_FACT_STEMS = 2
SHARE = 0.4
"""Share of the messages folded by which a summary may grow, but for what binds."""
LEAST = 60
"""Tokens that a summary may take whatever it read."""

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
"""Marks what is said back and forth, or how somebody feels about it."""
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
        """The whole summary rewritten, with what is durable in the messages folded in.

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
    """An entry of before, stated in fewer words where somebody has said it since in the same words."""
    if not runs.stand_in(entry.text):
        return [entry]
    texts = memory_clauses(entry.text).texts
    return [SummaryBullet(entry.heading, text) for text in texts if not runs.stand_in(text)]


def found_in(messages: Sequence[ChatMessage]) -> list[SummaryBullet]:
    """What is durable in messages, in the order in which it was said."""
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
    """A decision, a constraint or open work that still holds; none for what was taken back or is done."""
    if not found.counts:
        return []
    work = found.kind is CommitmentKind.OPEN_WORK
    heading = Heading.OPEN if work else heading_of(found.text, found.basis)
    return [
        SummaryBullet(heading, text, source_text=found.text)
        for text in memory_clauses(found.text, binds=True).texts
    ]


def heading_of(text: str, basis: Basis) -> Heading:
    """Where a decision in force belongs: what is called open, a wish, a rule, or a decision."""
    if _OPEN.match(text):
        return Heading.OPEN
    if _GOAL.search(text):
        return Heading.GOALS
    return Heading.FACTS if basis is Basis.RULE else Heading.DECISIONS


def _loose(event: SourceEvent) -> Iterable[tuple[int, int, SummaryBullet]]:
    """Facts and promises that bind nobody, and what is named: position, rank and entry."""
    yield from ((each.start, 1, each.entry) for each in stated_in(event)[:MAX_FACTS])
    named = [
        name for name, kind in dict.fromkeys(statement(event.text).tokens.identifiers) if kind in _REFERENCES
    ]
    for name in named[:MAX_REFERENCES]:
        yield max(0, event.text.find(name)), 2, SummaryBullet(Heading.ARTIFACTS, name)


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact, a promise or a noted decision, and where in its message it stands."""

    start: int
    end: int
    entry: SummaryBullet


def stated_in(event: SourceEvent) -> list[Stated]:
    """What one message states that guides what is done next and binds nobody by its form, in order."""
    human = event.kind is EventKind.USER
    found = []
    for sentence, heading in _wording(event) if human else _reported(event):
        listed = [] if human or heading is not Heading.OPEN else _listed(event, sentence)
        bare = sentence.text if human else _LABEL.sub("", sentence.text)
        found += listed or _stated(sentence.start, sentence.end, heading, bare, sentence.text)
    return found


def _stated(start: int, end: int, heading: Heading, bare: str, source_text: str) -> list[Stated]:
    """One statement as entries, each without a run of twelve of its words; none where that has no way."""
    return [
        Stated(start, end, SummaryBullet(heading, text, source_text=source_text))
        for text in memory_clauses(bare).texts
    ]


def _listed(event: SourceEvent, sentence: Sentence) -> list[Stated]:
    """The open points of one sentence that parts them by semicolons, each for itself."""
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
    """What a person states about themselves or their work; questions and courtesies are left out."""
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
    """What the assistant notes as decided or open, promises, or reports as done by name or figure.

    What it thinks, weighs, asks or explains is not kept.
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
    """Whether somebody says what they will do."""
    return _PROMISE.match(text) is not None


def _is_definite(compared: ComparedText) -> bool:
    """Whether a statement names something or gives a figure."""
    return bool(compared.tokens.identifiers or compared.tokens.numbers)
