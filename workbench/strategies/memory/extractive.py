"""The summarization function without a language model: deterministic, extractive, a full rewrite each time.

It reads the current summary and the messages to fold, and nothing else (S4 section 8). Bullets are
sentences of the messages, condensed below the verbatim limit; of two explicit decisions about the same thing
the later one stays. It writes no reply, no reasoning and nothing that was not said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gates.matching import Statement, statement, subsumes
from gates.source import EventKind, SourceEvent
from gates.text import IdentifierKind
from workbench.facts.commitment import Basis, Commitment, Kind
from workbench.facts.prose import statements
from workbench.facts.reading import commitments
from workbench.facts.reversal import reverses
from workbench.facts.talk import is_tentative
from workbench.strategies.condensing import condense, verbatim_run
from workbench.strategies.memory.state import Message, TokenCount, estimated_tokens
from workbench.strategies.memory.text import Entry, Heading, bounded, parse, render

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
_LABEL = re.compile(r"^(decision|decided|agreed|noted|open|todo|pending)[ \t]{0,2}:[ \t]{1,3}", re.IGNORECASE)
_LABELS = {
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
_STATES = re.compile(r"\b(?:is|are|was|were|has|have|had|uses?|needs?|runs?|costs?|takes?|live|work)\b", re.I)
_REFERENCES = (IdentifierKind.PATH, IdentifierKind.FILE, IdentifierKind.URL)
_VALUE = re.compile(r"^([^:=]{2,60}?)(?: (?:is|are) now | (?:is|are) (?=[A-Z\d])|\s?[:=] )")
_NO_TOPIC = frozenset("open todo pend note decis question fix rule task step reason problem".split())


class ExtractiveSummarizer:
    """`summarize_memory` without a model; `model` names it in records."""

    model = "extractive"

    def __init__(self, max_summary_tokens: int = 1_000, count: TokenCount = estimated_tokens) -> None:
        self._most = max_summary_tokens
        self._count = count

    def summarize_memory(self, current_memory_summary: str, messages_to_summarize: Sequence[Message]) -> str:
        """The whole summary rewritten, with what is durable in the messages folded in.

        Raises:
            SummaryRefused: the current summary is not headings and bullets.
        """
        entries = parse(current_memory_summary)
        for entry in found_in(messages_to_summarize):
            entries = merged(entries, entry)
        entries = [_unrepeated(entry, messages_to_summarize) for entry in entries]
        read = sum(self._count(message.text) for message in messages_to_summarize)
        wanted = max(LEAST, self._count(current_memory_summary) + int(SHARE * read))
        return render(bounded(entries, self._most, self._count, wanted_tokens=wanted))


def _unrepeated(entry: Entry, messages: Sequence[Message]) -> Entry:
    """An entry of before, told otherwise where somebody has said it since in the same words."""
    if all(verbatim_run(entry.text, message.text) is None for message in messages):
        return entry
    return Entry(entry.heading, condense(entry.text))


def found_in(messages: Sequence[Message]) -> list[Entry]:
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
                placed.append((event.ordinal, start, rank, entry))
    ordered = sorted(placed, key=lambda each: each[:3])
    return [entry for *_, entry in ordered if entry is not None and entry.text]


def _committed(found: Commitment) -> Entry | None:
    """A decision, a constraint or open work that still holds; None for what was taken back or is done."""
    if not found.counts:
        return None
    text = condense(found.text)
    if found.kind is Kind.OPEN_WORK:
        return Entry(Heading.OPEN, text)
    return Entry(heading_of(found.text, found.basis), text)


def heading_of(text: str, basis: Basis) -> Heading:
    """Where a decision in force belongs: what is called open, a wish, a rule, or a decision."""
    if _OPEN.match(text):
        return Heading.OPEN
    if _GOAL.search(text):
        return Heading.GOALS
    return Heading.FACTS if basis is Basis.RULE else Heading.DECISIONS


def _loose(event: SourceEvent) -> Iterable[tuple[int, int, Entry]]:
    """Facts and promises that bind nobody, and what is named: position, rank and entry."""
    stated = _told(event) if event.kind is EventKind.USER else _reported(event)
    yield from ((start, 1, Entry(heading, condense(text))) for start, heading, text in stated[:MAX_FACTS])
    named = [
        name for name, kind in dict.fromkeys(statement(event.text).tokens.identifiers) if kind in _REFERENCES
    ]
    for name in named[:MAX_REFERENCES]:
        yield max(0, event.text.find(name)), 2, Entry(Heading.ARTIFACTS, name)


def _told(event: SourceEvent) -> list[tuple[int, Heading, str]]:
    """What a person states about themselves or their work; questions and courtesies are left out."""
    found = []
    for said in statements(event.text):
        known = statement(said.text)
        if said.text.endswith("?") or len(known.stems) < MIN_FACT_STEMS or len(said.text.split()) < 3:
            continue
        if _OPEN.match(said.text):
            found.append((said.start, Heading.OPEN, said.text))
        elif _GOAL.search(said.text):
            found.append((said.start, Heading.GOALS, said.text))
        elif _topic(said.text) or (
            _STATES.search(said.text) and (_OWN.search(said.text) or _is_definite(known))
        ):
            found.append((said.start, Heading.FACTS, said.text))
    return found


def _reported(event: SourceEvent) -> list[tuple[int, Heading, str]]:
    """What the assistant notes as decided or open, promises, or reports as done by name or figure.

    What it thinks, weighs, asks or explains is not kept.
    """
    found = []
    for said in statements(event.text):
        text = said.text
        label = _LABEL.match(text)
        definite = _is_definite(statement(text)) and not text.endswith("?")
        if label is not None and len(statement(text[label.end() :]).stems) >= MIN_FACT_STEMS:
            found.append((said.start, _LABELS[label.group(1).casefold()], text[label.end() :]))
        elif definite and _PROMISE.match(text):
            found.append((said.start, Heading.OPEN, text))
        elif definite and _DONE.match(text) and not is_tentative(text):
            found.append((said.start, Heading.FACTS, text))
    return found


def _is_definite(said: Statement) -> bool:
    """Whether a statement names something or gives a figure."""
    return bool(said.tokens.identifiers or said.tokens.numbers)


def merged(entries: Sequence[Entry], fresh: Entry) -> list[Entry]:
    """Entries with a later one folded in: what it restates or replaces goes, what says more of it stays."""
    kept = [entry for entry in entries if not _gives_way(entry, fresh)]
    if any(_restates(entry, fresh) for entry in kept):
        return kept
    return [*kept, fresh]


def _gives_way(old: Entry, fresh: Entry) -> bool:
    """Whether a later statement restates all of an earlier one, takes it back, or gives it another value."""
    if Heading.ARTIFACTS in (old.heading, fresh.heading):
        return False
    if old.text != fresh.text and subsumes(fresh.text, old.text):
        return True
    return reverses(fresh.text, old.text) or _revalues(fresh, old)


def _restates(old: Entry, fresh: Entry) -> bool:
    """Whether an earlier statement says all that the later one says."""
    if fresh.heading is Heading.ARTIFACTS or old.heading is Heading.ARTIFACTS:
        return old == fresh
    return subsumes(old.text, fresh.text)


def _revalues(fresh: Entry, old: Entry) -> bool:
    """Whether both say the same of the same thing but for a value: another number, or another predicate."""
    one, two = statement(old.text), statement(fresh.text)
    if bool(one.tokens.negations) != bool(two.tokens.negations):
        return False
    bare_one, bare_two = _without_numbers(one), _without_numbers(two)
    if len(bare_one) >= MIN_FACT_STEMS and bare_one == bare_two and one.stems != two.stems:
        return True
    topic_one, topic_two = _topic(old.text), _topic(fresh.text)
    return bool(topic_one) and topic_one == topic_two


def _without_numbers(said: Statement) -> frozenset[str]:
    return frozenset(stem for stem in said.stems if not stem.startswith("#"))


def _topic(text: str) -> frozenset[str]:
    """The stems of what a statement gives a value to (`the deadline is Friday`, `database: x`), else none."""
    found = _VALUE.match(text)
    if found is None:
        return frozenset()
    stems = statement(found.group(1)).stems
    return stems if 1 <= len(stems) <= 3 and not stems & _NO_TOPIC else frozenset()
