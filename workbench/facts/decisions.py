"""Decisions: answers, refusals with a reason, approved plans and directives, as of the last event.

A later statement supersedes an earlier one only where that is explicit: the same question answered
again, a plan of the same title approved again, the same thing added and then removed or negated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from gates.matching import statement
from gates.source import EventKind, SignalEntry, SignalKind, SourceEvent, ToolAction
from workbench.facts.commitment import Basis, Commitment, Kind, Status
from workbench.facts.directives import MAX_DIRECTIVE, Directive, Force, directives
from workbench.facts.plans import plan_decisions
from workbench.facts.prose import statements
from workbench.facts.replies import fold_replies
from workbench.facts.reversal import reverses, takes_back
from workbench.facts.spans import Words, entry_words, fold, shorten

MAX_ANSWER = 320
LABEL_WORDS = 8
"""Answers of up to this many words are labels, which mean nothing without their question."""

QUOTED_FROM = 30
"""From this length on, a sentence that an agent wrote before is that agent's, pasted."""

REMEMBERED = 40
"""Agent texts among which a pasted sentence is looked for."""

_WAITS = re.compile(
    r"^(?:hang on|hold on|wait|one (?:sec|second|moment)|just a (?:sec|second|moment))\b", re.I
)
_ADVICE = re.compile(r"(?:^|[,;] )consider (?:whether|if|\w{1,20}ing)\b", re.I)
_BASIS = {Force.RULE: Basis.RULE, Force.LOOK: Basis.LOOK}
_ANYTHING = statement("try something else, one more change or thing").stems
_OPTION = re.compile(r"\b[A-Z]\b(?<!I)")
_MARKUP = re.compile(r"[*_`]+")


def fold_decisions(events: Sequence[SourceEvent]) -> list[Commitment]:
    """Every explicit decision in order of its first mention, restatements not yet merged; no lanes."""
    return [c for c in _read(events) if c.sure]


def fold_suggestions(events: Sequence[SourceEvent]) -> list[Commitment]:
    """What human words only suggest: weighed, passed on, or agreed to without saying to what."""
    return [c for c in _read(events) if not c.sure]


def _read(events: Sequence[SourceEvent]) -> list[Commitment]:
    found = [*_answers(events), *_refusals(events), *plan_decisions(events), *_directives(events)]
    found += fold_replies(events)
    ordered = sorted(found, key=lambda c: (c.touched[-1], c.words[0], c.text))
    return _reversed(ordered, _retractions(events))


def _entries(events: Sequence[SourceEvent], kind: SignalKind) -> Iterator[tuple[SignalEntry, Words]]:
    for event in events:
        if event.lane is None:
            for signal in event.signals:
                if signal.kind is kind:
                    for entry in signal.entries:
                        words = entry_words(event, entry)
                        if words is not None:
                            yield entry, words


def _answers(events: Sequence[SourceEvent]) -> Iterator[Commitment]:
    given = list(_entries(events, SignalKind.ANSWER))
    last = {
        fold(entry.context).casefold(): number for number, (entry, _) in enumerate(given) if entry.context
    }
    for number, (entry, words) in enumerate(given):
        said = fold(words.quote(events))
        if asks_back(said):
            continue
        stands = not entry.context or last[fold(entry.context).casefold()] == number
        yield _answer(events, words, said, fold(entry.context), stands)
        yield from _within(events, words, MAX_ANSWER)


def _answer(
    events: Sequence[SourceEvent], words: Words, said: str, question: str, stands: bool
) -> Commitment:
    kept = Words(words.ordinal, words.start, words.start + len(shorten(words.quote(events), MAX_ANSWER)))
    text = fold(kept.quote(events))
    places: tuple[Words, ...] = (kept,)
    if question and stands and len(said.split()) <= LABEL_WORDS:
        asked = _asked(events, words, question)
        text = f"{question} {text}"
        places = (kept,) if asked is None else (asked, kept)
    status: Status = "in_force" if stands else "superseded"
    return Commitment(Kind.DECISION, Basis.ANSWER, text, status, places, (words.ordinal,), question)


def _asked(events: Sequence[SourceEvent], answer: Words, question: str) -> Words | None:
    """Where the question of an answer stands: before it in the same event, else in the call."""
    call = events[answer.ordinal].tool
    for event in reversed(events[max(0, answer.ordinal - REMEMBERED) : answer.ordinal + 1]):
        own = event.ordinal == answer.ordinal
        if own or (call is not None and event.tool is not None and event.tool.call_id == call.call_id):
            limit = answer.start if own else len(event.text)
            position = event.text.rfind(question, 0, limit)
            if position >= 0:
                return Words(event.ordinal, position, position + len(question))
    return None


def asks_back(said: str) -> bool:
    """Whether an answer is itself only questions, which settles nothing."""
    parts = [part for part in re.split(r"(?<=[.!?])\s+|\n+", said) if any(map(str.isalnum, part))]
    return bool(parts) and all(part.rstrip("\"')] ").endswith("?") for part in parts)


def _refusals(events: Sequence[SourceEvent]) -> Iterator[Commitment]:
    for entry, words in _entries(events, SignalKind.REFUSAL):
        end = words.start + len(shorten(words.quote(events), MAX_DIRECTIVE))
        kept = Words(words.ordinal, words.start, end)
        text, place = fold(kept.quote(events)), (words.ordinal,)
        context = fold(entry.context)
        sure = not asks_back(text) and not _WAITS.match(text)
        yield Commitment(Kind.DECISION, Basis.REFUSAL, text, "in_force", (kept,), place, context, sure)
        yield from _within(events, words, MAX_DIRECTIVE)


def _within(events: Sequence[SourceEvent], words: Words, limit: int) -> Iterator[Commitment]:
    """Directives of an answer or a reason beyond what its own text holds."""
    said = words.quote(events)
    if len(said) <= limit:
        return
    for found in directives(said):
        if found.end > limit:
            yield _directed(events, words.ordinal, words.start, found)


def _directives(events: Sequence[SourceEvent]) -> Iterator[Commitment]:
    said_by_agent: list[str] = []
    turns = _Turns(events)
    for event in events:
        if event.lane is not None:
            continue
        if event.kind in (EventKind.ASSISTANT, EventKind.PLAN):
            said_by_agent = [*said_by_agent[-REMEMBERED:], _plain(event.text[:20_000])]
        if event.kind is not EventKind.USER:
            continue
        for found in directives(event.text):
            if is_vague(found.text) or _is_pasted(found.text, said_by_agent):
                continue
            directed = _directed(events, event.ordinal, 0, found)
            untaken = found.force is Force.SUGGESTION and not turns.acted(event.ordinal)
            if untaken or _ADVICE.search(found.text):
                yield replace(directed, sure=False)
                continue
            over = found.force is Force.LOOK and turns.answered(event.ordinal)
            yield directed.with_status("done") if over else directed


def _is_pasted(text: str, said_by_agent: list[str]) -> bool:
    """Whether a sentence, or what stands in it after a colon, is what the agent wrote before."""
    plain = _plain(text)
    parts = (plain, plain.partition(": ")[2])
    return any(part in said for part in parts if len(part) >= QUOTED_FROM for said in said_by_agent)


def is_vague(text: str) -> bool:
    """Whether a directive names nothing: `do that`, `fix it`. What it means stands in other words."""
    said = statement(text)
    named = said.tokens.identifiers or any(stem.startswith("#") for stem in said.stems)
    return len(said.stems - _ANYTHING) < 2 and not named and not _OPTION.search(text)


def _directed(events: Sequence[SourceEvent], ordinal: int, offset: int, found: Directive) -> Commitment:
    basis = _BASIS.get(found.force, Basis.REQUEST)
    words = Words(ordinal, offset + found.start, offset + found.end)
    return Commitment(Kind.DECISION, basis, fold(words.quote(events)), "in_force", (words,), (ordinal,))


def _plain(text: str) -> str:
    return fold(_MARKUP.sub("", text)).casefold()


_ACTING = re.compile(
    r"(?:^|[;&|]\s{0,3})\s{0,3}(?:sudo )?(?:mv|rm|cp|mkdir|touch|sed -i|"
    r"git (?:mv|rm|add|commit|push|reset|revert|merge|rebase|tag|stash|cherry-pick)|"
    r"gh (?:pr|issue) (?:create|edit|comment|ready|merge|close|review)|"
    r"(?:npm|pip|cargo|go|brew|uv) (?:install|add|get|remove|uninstall))\b",
    re.MULTILINE,
)


def _acts(event: SourceEvent) -> bool:
    """Whether a tool call changes something beyond what is read."""
    tool = event.tool
    if tool is None or event.kind is not EventKind.TOOL_CALL:
        return False
    acting = tool.action is ToolAction.COMMAND and bool(_ACTING.search(tool.target[:2_000]))
    return acting or tool.action in (ToolAction.CHANGE, ToolAction.TODO)


class _Turns:
    """What followed a human message before the next one."""

    def __init__(self, events: Sequence[SourceEvent]) -> None:
        spoken = [e.ordinal for e in events if e.kind is EventKind.USER and e.lane is None]
        self._events = events
        self._next = dict(pairwise(spoken))

    def _turn(self, ordinal: int) -> Sequence[SourceEvent]:
        return self._events[ordinal + 1 : self._next.get(ordinal, len(self._events))]

    def acted(self, ordinal: int) -> bool:
        """Whether the agent took work up: it changed something, or put something on its list."""
        return any(event.lane is None and _acts(event) for event in self._turn(ordinal))

    def answered(self, ordinal: int) -> bool:
        """Whether the agent spoke and the human went on."""
        spoke = any(e.kind is EventKind.ASSISTANT and e.lane is None for e in self._turn(ordinal))
        return spoke and ordinal in self._next


def _retractions(events: Sequence[SourceEvent]) -> list[tuple[Words, str]]:
    """Sentences of human messages that take something back, directives or not (`never mind X`)."""
    found = []
    for event in events:
        if event.kind is EventKind.USER and event.lane is None:
            said = statements(event.text)
            found += [(Words(event.ordinal, s.start, s.end), s.text) for s in said if takes_back(s.text)]
    return found


def _reversed(found: list[Commitment], retractions: list[tuple[Words, str]]) -> list[Commitment]:
    """What a later sentence takes back in so many words is superseded by it."""
    bases = (Basis.RULE, Basis.REQUEST, Basis.REFUSAL)
    later = [(c.words[0], c.text) for c in found if c.basis in bases and c.sure] + retractions
    result = list(found)
    for place, text in dict.fromkeys(later):
        for position, earlier in enumerate(result):
            directed = earlier.basis in (Basis.RULE, Basis.REQUEST) and earlier.counts
            if directed and earlier.words[-1] < place and reverses(text, earlier.text):
                result[position] = earlier.with_status("superseded", place.ordinal)
    return result
