"""A human's messages as a reader needs them: the message whole, with its outcome, or as still open.

A sentence alone often says nothing (`and keep that as a state.`), and an order that was carried out long ago
looks like one to carry out. So a short message is stated whole and, if the agent closed its turn, with the
first statement of the closing message. Nobody's words are changed: each is quoted, the words around it are
the draft's.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gates.artifact import Item, ItemKind
from gates.language.sentence_spans import sentences
from gates.language.similarity import statement, subsumes
from gates.source import EventKind, SignalKind, SourceEvent, SourceLink
from gates.withdrawn import notes_interruption, without_withdrawn
from workbench.facts.folding import SettledFold
from workbench.facts.history import folded, made_once
from workbench.facts.proposals.fold import words_of
from workbench.facts.reading import commitments
from workbench.facts.sentences.prose import begins
from workbench.facts.sentences.prose import statements as own_sentences
from workbench.facts.sentences.talk import announces, concludes
from workbench.facts.spans import EventWords, fold, trimmed
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.closing_statement import (
    ASKS,
    FEWEST_ANSWERED,
    FEWEST_STEMS,
    bare_verdict,
    closing_statement,
    is_substantial,
)
from workbench.strategies.page.handed_in import ends_session, hand_in
from workbench.strategies.page.objections import Objections
from workbench.strategies.page.statement import PageStatement

LONGEST_WHOLE = 320
"""Most characters of a message that is stated whole."""
LONGEST_ASKED = 600
"""Like `LONGEST_WHOLE`, for a message that is still open."""
OWN = 0.9
"""Share of a message that must be the human's own sentences, not pasted text, to be stated whole."""
ON_THE_WAY = 0.6
"""Factor for a remark made during a turn that was closed later."""
SETTLED = 0.6
"""Factor for a question that was answered in a turn that is over."""
LONGEST_LINK = 160
"""Most characters of one link; longer words are linked sentence by sentence."""
MOST_LIKELY = 1.5
"""Largest likelihood of the statements of one message together."""

_HANGS = re.compile(r"(?:\w,|[ (]\(|\b(?:and|or|the|of|to|with|from|a|an))$")
"""The end of a line that has to go on."""
AGENT = "the agent: "
REFUSED = "then refused: "
"""Words before those by which the user stopped their own request."""
DENIED = "the user then: "
"""Words before those by which the user denied or undid what the agent reported."""

_TALK = (EventKind.USER, EventKind.PLAN, EventKind.ASSISTANT, EventKind.TOOL_CALL)
_DECIDES = (SignalKind.ANSWER, SignalKind.PLAN_APPROVED)
WANTS = re.compile(
    r"\b(?:let'?s|(?:can|could|would) (?:you|we)|please|we (?:should|need)|i(?:'d| would) like|"
    r"i (?:want|need))\b",
    re.IGNORECASE,
)
"""Phrases by which a message asks for something to be done."""


@dataclass(frozen=True, slots=True)
class HumanExchange:
    """One message of the human and the turn that it opened."""

    message: SourceEvent
    closing: SourceEvent | None
    """The message that ended the turn; None if the turn was interrupted or continues."""
    is_open: bool
    """Whether the range ends before it is answered."""
    refused: EventWords | None = None
    """The human's words that refused the first call of this turn, or denied what the agent reported of it."""
    agreed_to: EventWords | None = None
    """The agent's question to which the message only agrees."""
    is_settled: bool = False
    """Whether the human decided on a plan or answered a question afterwards: what was asked is settled."""

    def result(self) -> EventWords | None:
        """Return the agent's first statement when it closed the turn, or its bare verdict on a question."""
        if self.closing is None:
            return None
        stated = closing_statement(self.closing)
        asks = stated is None and ASKS.search(self.message.text.strip()) is not None
        return bare_verdict(self.closing) if asks else stated


def exchanges(request: DraftRequest, start: int | None = None) -> Mapping[int, HumanExchange]:
    """Return the exchanges of the range, or from `start` on, by the ordinal of the human's message."""
    events, start = request.seen(), request.source.start if start is None else start
    return made_once(events, (exchanges, start), lambda: _exchanges(events[start:]))


def _exchanges(events: Sequence[SourceEvent]) -> dict[int, HumanExchange]:
    return folded(events, _TurnFold).settled().result(handed_in=hand_in(events) is not None)


@dataclass(frozen=True, slots=True)
class _Turn:
    """A message of the human and what followed it up to the next one."""

    message: SourceEvent
    end: SourceEvent | None = None
    """The last message or call; None if nothing followed."""
    halted: bool = False
    begun: bool = False
    """Whether the agent said something, and not only what it does next."""


class _TurnFold(SettledFold):
    """The turns that the human's messages opened."""

    def __init__(self) -> None:
        super().__init__()
        self._turns: list[_Turn] = []
        self._decided = -1

    def _read(self, event: SourceEvent) -> None:
        if event.sidechain is not None:
            return
        if any(each.kind in _DECIDES for each in event.signals):
            self._decided = event.ordinal
        turn = self._turns[-1] if self._turns else None
        if turn is not None and not turn.halted and notes_interruption(event):
            self._turns[-1] = turn = replace(turn, halted=True)
        if event.kind is EventKind.USER:
            self._turns.append(_Turn(event))
        elif turn is not None and event.kind in _TALK and not ends_session(event):
            self._turns[-1] = replace(turn, end=event, begun=turn.begun or _informs(event))

    def result(self, *, handed_in: bool) -> dict[int, HumanExchange]:
        """Return the exchanges, the last one first; none is unanswered if the agent handed in its work."""
        found: dict[int, HumanExchange] = {}
        unanswered, last = not handed_in, True
        for turn in reversed(self._turns):
            end = turn.end if turn.end is not None and turn.end.kind is EventKind.ASSISTANT else None
            closes = end is not None and not (last and not concludes(end.text)) and not breaks_off(end.text)
            unanswered = unanswered and not (closes or (not last and (turn.halted or turn.begun)))
            ordinal = turn.message.ordinal
            settled = ordinal < self._decided
            found[ordinal] = HumanExchange(
                turn.message, end if closes else None, unanswered, is_settled=settled
            )
            last = False
        return found


def breaks_off(text: str) -> bool:
    """Return whether a message was stopped inside a name in code or a sentence."""
    last = text.rstrip().rpartition("\n")[2]
    return (last.count("`") % 2 == 1 and "```" not in last) or _HANGS.search(last) is not None


def ends_in_work(request: DraftRequest) -> bool:
    """Return whether a range in which no human speaks ends inside the agent's work."""
    seen = list(without_withdrawn(request.seen()[request.source.start :]))
    said = [e for e in seen if e.sidechain is None and e.kind in _TALK and not ends_session(e)]
    closed = bool(said) and said[-1].kind is EventKind.ASSISTANT and concludes(said[-1].text)
    return bool(said) and not closed and hand_in(seen) is None


def _informs(event: SourceEvent) -> bool:
    """Return whether a message of the agent says something, and not only what it does next."""
    return event.kind is EventKind.ASSISTANT and not announces(event.text)


def with_results(request: DraftRequest, found: Sequence[PageStatement]) -> list[PageStatement]:
    """Return the statements, with those of a human's message joined and their outcome added."""
    known = exchanges(request)
    waiting = [each.item.text for each in found if each.item.status == "open"]
    own: dict[int, list[int]] = defaultdict(list)
    known = _with_refusals(request, _without_rejected(request, known), found)
    bound = commitments(request.seen(), request.source.start)
    old = {words.ordinal for each in bound if each.status == "superseded" for words in each.words}
    for n, each in enumerate(found):
        if _is_message_text(request, each, known):
            own[each.places[-1].ordinal].append(n)
    made: dict[int, PageStatement] = {}
    gone = set[int]()
    for ordinal, members in own.items():
        exchange = known[ordinal]
        counted = sum(_states(each, ordinal) for each in found)
        ruled = any(found[n].item.kind is ItemKind.CONSTRAINT for n in members)
        best = min(members, key=lambda n: (found[n].group != "counted", -found[n].likelihood, n))
        turned = found[best].group == "counted" and negates(found[best].item.text) != negates(
            exchange.message.text
        )
        parted = counted > 1 or ruled or turned or ordinal in old  # what was superseded is not stated again
        whole = None if parted else _whole(exchange)
        if whole is not None:
            gone.update(set(members) - {best})
            joined = _joined([found[n] for n in members], whole, exchange)
            made[best] = _framed(request, joined, exchange, waiting)
        else:
            made |= {n: _framed(request, found[n], exchange, waiting, wording=n == best) for n in members}
        if len(made[best].places) > 1:
            again = [n for n, each in enumerate(found) if _is_in(each, made[best].places[0])]
            made |= {n: replace(found[n], informative=False) for n in again}
            more = sum(found[n].likelihood for n in again)
            made[best] = replace(made[best], likelihood=min(MOST_LIKELY, made[best].likelihood + more))
    current = [made.get(n, each) for n, each in enumerate(found) if n not in gone]
    return [_on_the_way(request, each, known) for each in current]


def _without_rejected(request: DraftRequest, known: Mapping[int, HumanExchange]) -> dict[int, HumanExchange]:
    """Return the exchanges without answers that the human's next message rejects, or with its words."""
    objections = Objections.of(request.seen())
    made = dict(known)
    for ordinal, exchange in known.items():
        result = exchange.result()
        denied = objections.denial(exchange.closing.ordinal) if exchange.closing is not None else None
        if denied is not None:
            made[ordinal] = replace(exchange, closing=None, refused=denied)
        elif result is not None and objections.reject(result.ordinal, result.quote(request.events)):
            made[ordinal] = replace(exchange, closing=None)
    return made


def _with_refusals(
    request: DraftRequest, known: Mapping[int, HumanExchange], found: Sequence[PageStatement]
) -> dict[int, HumanExchange]:
    """Return the exchanges, with the refusal of a turn's first call, which replaces its request."""
    made = dict(known)
    for each in found:
        if each.pinned and each.group == "counted":
            place = each.places[-1]
            turn = max((ordinal for ordinal in known if ordinal < place.ordinal), default=None)
            results = (e.kind is EventKind.TOOL_RESULT for e in request.seen()[turn or 0 : place.ordinal])
            if turn is not None and not any(results):
                made[turn] = replace(known[turn], refused=place)
    return made


def _on_the_way(
    request: DraftRequest, each: PageStatement, known: Mapping[int, HumanExchange]
) -> PageStatement:
    """Return a remark of a turn that was closed later with a lower likelihood; other statements unchanged."""
    if each.group != "likely" or len(each.places) != 1 or each.item.kind is ItemKind.OPEN_WORK:
        return each
    place = each.places[0]
    if request.events[place.ordinal].kind is not EventKind.ASSISTANT:
        return each
    turn = max((ordinal for ordinal in known if ordinal < place.ordinal), default=None)
    closing = known[turn].closing if turn is not None else None
    if closing is None or closing.ordinal <= place.ordinal:
        return each
    return replace(each, likelihood=each.likelihood * ON_THE_WAY)


def _is_message_text(request: DraftRequest, each: PageStatement, known: Mapping[int, HumanExchange]) -> bool:
    """Return whether a statement consists only of words of one message of the range."""
    if len(each.places) != 1 or each.group not in ("counted", "likely") or each.pinned:
        return False
    place = each.places[0]
    return place.ordinal in known and fold(place.quote(request.events)) == each.item.text


def _states(each: PageStatement, ordinal: int) -> bool:
    """Return whether a statement is counted and has a place in an event."""
    return each.group == "counted" and any(words.ordinal == ordinal for words in each.places)


def _is_in(each: PageStatement, result: EventWords) -> bool:
    """Return whether a proposed statement is within the words of the result."""
    if each.group != "likely" or len(each.places) != 1:
        return False
    place = each.places[0]
    return place.ordinal == result.ordinal and result.start <= place.start and place.end <= result.end


def _whole(exchange: HumanExchange) -> EventWords | None:
    """Return the place of a whole message, if it is short and the human's own; else None."""
    text = exchange.message.text
    if len(text[begins(text) :].strip()) > (LONGEST_ASKED if exchange.is_open else LONGEST_WHOLE):
        return None
    first = begins(text)
    own = sum(each.end - each.start for each in own_sentences(text))
    whole = trimmed(text, exchange.message.ordinal, first, len(text))
    return whole if own >= OWN * len(text[first:].strip()) else None


def _joined(members: Sequence[PageStatement], whole: EventWords, exchange: HumanExchange) -> PageStatement:
    """Return the statements of one message as the message itself."""
    first = min(members, key=lambda each: (each.group != "counted", -each.likelihood))
    text = fold(exchange.message.text)
    likelihood = min(MOST_LIKELY, sum(each.likelihood for each in members))
    item = first.item.model_copy(update={"text": text})
    return replace(first, item=item, places=(whole,), tokens=words_of(text), likelihood=likelihood)


def _framed(
    request: DraftRequest,
    each: PageStatement,
    exchange: HumanExchange,
    waiting: Sequence[str],
    *,
    wording: bool = True,
) -> PageStatement:
    """Return a statement as it is at the end of the range: still open, or with its outcome."""
    links = linked(request, *each.places)
    text = each.item.text
    if is_asked(each.item, exchange, counts=each.group == "counted") and not any(
        subsumes(text, w) or subsumes(w, text) for w in waiting
    ):
        item = each.item.model_copy(
            update={"kind": ItemKind.OPEN_WORK, "status": "open", "speaker": "user", "links": links}
        )
        group = "state" if each.group == "likely" else each.group  # what still waits stands on every page
        return replace(each, item=item, informative=True, group=group)
    ruled = each.item.kind is ItemKind.CONSTRAINT and not exchange.refused  # a prohibition is no request
    result = (exchange.refused or exchange.result()) if wording and not ruled else None
    if result is None or not (ASKS.search(text) or is_substantial(text, FEWEST_ANSWERED)):
        item = each.item.model_copy(update={"links": links})
        informative = each.group == "counted" or (each.informative and is_substantial(text, FEWEST_STEMS))
        return replace(each, item=item, informative=informative)
    answer = fold(result.quote(request.events))
    if each.group == "counted" and negates(text) != negates(f"{text} {answer}"):
        return replace(each, item=each.item.model_copy(update={"links": links}))
    by_user = request.events[result.ordinal].kind is EventKind.USER
    leads = DENIED if by_user else REFUSED if exchange.refused else AGENT
    item = each.item.model_copy(
        update={
            "text": f"{marked(text)} ({leads}{marked(answer)})",
            "speaker": None,
            "links": (*links, *linked(request, result)),
        }
    )
    tokens = each.tokens | words_of(answer)
    if each.group == "likely" and ASKS.search(text):
        each = replace(each, likelihood=each.likelihood * SETTLED)
    return replace(each, item=item, places=(result, *each.places), tokens=tokens, informative=True)


def is_asked(item: Item, exchange: HumanExchange, *, counts: bool) -> bool:
    """Return whether a statement still waits for an answer or action; a rule stays a rule."""
    if not exchange.is_open or item.kind is ItemKind.CONSTRAINT:
        return False
    short = len(exchange.message.text.strip()) <= LONGEST_ASKED
    text = item.text
    if exchange.is_settled and ASKS.search(text):
        return False
    wants = WANTS.search(text) is not None and is_substantial(text, FEWEST_ANSWERED)
    return (short and (counts or wants)) or ASKS.search(text) is not None


def linked(request: DraftRequest, *places: EventWords) -> tuple[SourceLink, ...]:
    """Return links to the words, sentence by sentence if they are long."""
    session = request.source.session_id
    parts: list[EventWords] = []
    for words in places:
        quote = words.quote(request.events)
        spans = sentences(quote) if len(quote) > LONGEST_LINK else []
        parts += [EventWords(words.ordinal, words.start + a, words.start + b) for a, b in spans] or [words]
    made = [link for words in parts for link in words.links(session, request.events)]
    return tuple({link.evidence_id: link for link in made}.values())


def marked(text: str) -> str:
    """Return the text in quotation marks of a kind that does not occur in it."""
    return f"“{text}”" if '"' in text else f'"{text}"'


def negates(text: str) -> bool:
    """Return whether a text has a negation: an answer with one would reverse what it answers."""
    return bool(statement(text).tokens.negations)
