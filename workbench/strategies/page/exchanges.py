"""What a human said as a reader needs it: the message whole, with what came of it, or as still asked.

A sentence alone often says nothing (`and keep that as a state.`), and an order that was carried out long ago
looks like one to carry out. So a short message stands whole, and where the agent closed its turn, so does the
first thing that it then stated. Nothing is put into anybody's words: each is quoted, the frame around it is
the draft's.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gates.artifact import ItemKind
from gates.language.sentence_spans import sentences
from gates.language.similarity import statement, subsumes
from gates.source import EventKind, SourceEvent, SourceLink
from gates.withdrawn import notes_interruption, without_withdrawn
from workbench.facts.proposals.fold import words_of
from workbench.facts.sentences.prose import begins
from workbench.facts.sentences.prose import statements as own_sentences
from workbench.facts.sentences.talk import agent_sentences, announces
from workbench.facts.spans import EventWords, fold, shorten, trimmed
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.self_contained import is_interim, is_label
from workbench.strategies.page.statement import PageStatement

LONGEST_WHOLE = 320
"""Characters of the longest message that stands whole."""
LONGEST_ASKED = 600
"""The same of what is still asked."""
OWN = 0.9
"""Share of a message that must be the human's own sentences for it to stand whole: nothing pasted."""
LONGEST_RESULT = 220
"""Characters of what the agent stated of a turn."""
ON_THE_WAY = 0.6
"""What a remark counts that was made on the way, once its turn is closed."""
SETTLED = 0.6
"""What a question counts that was answered in a turn that is over."""
SHORTEST_CLOSING = 90
"""Characters of a closing message that is stated whole."""
LONGEST_LINK = 160
"""Characters of words that one link takes in; longer ones are linked sentence by sentence."""
SHORT_RESULT = 60
"""Up to this length the next sentence is stated too."""
MOST_LIKELY = 1.5
"""What the statements of one message may count together."""
FEWEST_STEMS = 5
"""Words that bear a meaning in a remark that names nothing."""
FEWEST_ANSWERED = 3
"""The same where the agent's answer is stated with it."""

AGENT = "the agent: "
REFUSED = "then refused: "
"""What comes before the words by which the user stopped what they had asked for."""

_TALK = (EventKind.USER, EventKind.PLAN, EventKind.ASSISTANT, EventKind.TOOL_CALL)
_ENDING = frozenset(("finish", "submit", "attempt_completion", "complete_task", "task_complete"))
_OPENING = re.compile(
    r"^[ \t]{0,8}(?:[-*+•][ \t]|\d{1,3}[.)][ \t]|#{1,6} |\*\*[^*\n]{2,80}:?\*\*:?\s*$|```)", re.MULTILINE
)
"""Where a message goes over into a list, a heading or code: one entry of a list is no answer."""
_DID = re.compile(
    r"^\W{0,4}(?:(?:Re)?(?:[Bb]uilt|[Ss]et)|Cut|Kept|Left|Made|Put|Sent|Shut|Split|"
    r"(?!Indeed)[A-Z][a-z]{2,14}(?:ed|ade|ote))\b"
)
"""How a sentence begins that tells an action."""
_DONE = re.compile(r"^\W{0,4}(?:all )?(?:done|fixed)\b", re.IGNORECASE)
"""How a message begins that says no more of a request than that it was carried out."""
LONGEST_DONE = 60
_LED = re.compile(
    r"\s{1,4}((?!What|Which|Here|These)[A-Z][\w /-]{2,60} (?:\w{2,14}ed|made|written|built|split)"
    r"(?: [\w ]{1,30})?:)[ \t]*\n{1,2}(?:[ \t]{0,8}[-*+•] [^\n]{1,200}(?:\n|$)){1,12}"
)
"""A line that says what was done with what is listed under it, and the list: `Files renamed:`."""
_LINE = re.compile(r"[^\n]+")
_COURTESY = re.compile(r"\byou(?:'re| are) (?:absolutely |completely |totally )?right\b[.!]?$", re.IGNORECASE)
WANTS = re.compile(
    r"\b(?:let'?s|(?:can|could|would) (?:you|we)|please|we (?:should|need)|i(?:'d| would) like|"
    r"i (?:want|need))\b",
    re.IGNORECASE,
)
"""How a message says that something is to be done."""
ASKS = re.compile(r"\?[\"')*_` ]{0,6}$")


@dataclass(frozen=True, slots=True)
class HumanExchange:
    """One message of the human and the turn that it opened."""

    message: SourceEvent
    closing: SourceEvent | None
    """The message that ended the turn; None where the turn was cut off or goes on."""
    is_open: bool
    """The range ends before it is answered."""
    refused: EventWords | None = None
    """What the human said to refuse the first call of this turn."""

    def result(self) -> EventWords | None:
        """The first thing that the agent stated when it closed the turn."""
        if self.closing is None:
            return None
        text, ordinal = self.closing.text, self.closing.ordinal
        listed = _OPENING.search(text)
        if len(text.strip()) <= SHORTEST_CLOSING and listed is None:
            whole = trimmed(text, ordinal, 0, len(text))
            tells = _answers(text, FEWEST_ANSWERED) and not ASKS.search(text)
            return whole if whole is not None and tells else None
        end = listed.start() if listed is not None else len(text)
        stated = [w for w in agent_sentences(self.closing) if w.end <= end]
        reported = [
            w for w in stated if not ASKS.search(text[w.start : w.end])
        ]  # asking back answers nothing
        answers = [w for w in reported if _answers(text[w.start : w.end], FEWEST_STEMS)]
        lasting = [w for w in answers if not is_interim(text[w.start : w.end])]
        first = next(iter(lasting or answers), None)
        if first is None:
            done = _done(text, ordinal)
            return _announced(text[:end], ordinal) or (
                done and (_entry(self.closing, end) or _listed(text, done) or done)
            )
        return _bounded(text, first, stated[stated.index(first) + 1 :])


def _bounded(text: str, first: EventWords, follows: Sequence[EventWords]) -> EventWords | None:
    """A sentence with the next one where it is short; None where it is too long to be stated."""
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
    """What opens a list where it says what was done: `Renamed A to B in:`, without the colon."""
    for start, end in sentences(head):
        wording = head[start:end].rstrip()
        reported = (
            wording.endswith(":") and len(wording) <= LONGEST_RESULT and _answers(wording, FEWEST_STEMS)
        )
        if reported and _DID.match(wording):
            return trimmed(head, ordinal, start, start + len(wording) - 1)
    return None


def _entry(closing: SourceEvent, listed: int) -> EventWords | None:
    """The first entry of a list that tells what was done, where the message before it only says `Done.`."""
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
    """The list behind `Done.` with the line that leads it in, as far as whole entries fit."""
    found = _LED.match(text, done.end)
    if found is None:
        return None
    ends = [line.end() for line in _LINE.finditer(text, found.start(1), found.end())]
    end = max(each for each in ends if each - found.start(1) <= LONGEST_RESULT)
    return trimmed(text, done.ordinal, found.start(1), end) if end > found.end(1) else None


def _done(text: str, ordinal: int) -> EventWords | None:
    """The first sentence of a message that says at least that the request was carried out."""
    parts = sentences(text)
    start, end = parts[0] if parts else (0, 0)
    short = 0 < end - start <= LONGEST_DONE and not text[start:end].rstrip().endswith((":", "?"))
    return trimmed(text, ordinal, start, end) if short and _DONE.match(text[start:end]) else None


def exchanges(request: DraftRequest, start: int | None = None) -> dict[int, HumanExchange]:
    """The exchanges of the range, or of all from `start` on, by the ordinal of the human's message."""
    start = request.source.start if start is None else start
    seen = [e for e in without_withdrawn(request.seen()[start:]) if e.sidechain is None]
    inside = [e for e in seen if e.kind in _TALK and not ends_session(e)]
    asked = [n for n, event in enumerate(inside) if event.kind is EventKind.USER]
    halts = [e.ordinal for e in seen if notes_interruption(e)]
    found: dict[int, HumanExchange] = {}
    unanswered, before = True, len(inside)
    for at in reversed(asked):
        end = inside[before - 1]
        closes = before - 1 > at and end.kind is EventKind.ASSISTANT
        closes = closes and not (before == len(inside) and announces(end.text))
        follows = inside[before].ordinal if before < len(inside) else None
        withdrawn = follows is not None and any(inside[at].ordinal < h <= follows for h in halts)
        begun = follows is not None and any(_informs(e) for e in inside[at + 1 : before])
        unanswered = unanswered and not (closes or withdrawn or begun)
        found[inside[at].ordinal] = HumanExchange(inside[at], end if closes else None, unanswered)
        before = at
    return found


def ends_session(event: SourceEvent) -> bool:
    """Whether a tool call only says that the work is over: what was said before it closes the turn."""
    return event.tool is not None and event.tool.name.casefold() in _ENDING


def _informs(event: SourceEvent) -> bool:
    """Whether a message of the agent says something, and not only what it does next."""
    return event.kind is EventKind.ASSISTANT and not announces(event.text)


def with_results(request: DraftRequest, found: Sequence[PageStatement]) -> list[PageStatement]:
    """The statements, those of a human's message joined and stated with what came of it."""
    known = exchanges(request)
    waiting = [each.item.text for each in found if each.item.status == "open"]
    own: dict[int, list[int]] = defaultdict(list)
    known = _with_refusals(request, known, found)
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
        turned = found[best].group == "counted" and _signs(found[best].item.text) != _signs(
            exchange.message.text
        )
        whole = _whole(exchange) if counted <= 1 and not ruled and not turned else None
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


def _with_refusals(
    request: DraftRequest, known: dict[int, HumanExchange], found: Sequence[PageStatement]
) -> dict[int, HumanExchange]:
    """The exchanges, those whose first call was refused with what was said: it replaces what was asked."""
    made = dict(known)
    for each in found:
        if each.pinned and each.group == "counted":
            place = each.places[-1]
            turn = max((ordinal for ordinal in known if ordinal < place.ordinal), default=None)
            results = (e.kind is EventKind.TOOL_RESULT for e in request.seen()[turn or 0 : place.ordinal])
            if turn is not None and not any(results):
                made[turn] = replace(known[turn], refused=place)
    return made


def _on_the_way(request: DraftRequest, each: PageStatement, known: dict[int, HumanExchange]) -> PageStatement:
    """What the agent remarked in a turn that it closed later counts less than what it closed it with."""
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


def _is_message_text(request: DraftRequest, each: PageStatement, known: dict[int, HumanExchange]) -> bool:
    """Whether a statement is nothing but words of one message of the range."""
    if len(each.places) != 1 or each.group not in ("counted", "likely") or each.pinned:
        return False
    place = each.places[0]
    return place.ordinal in known and fold(place.quote(request.events)) == each.item.text


def _states(each: PageStatement, ordinal: int) -> bool:
    """Whether a statement counts by itself and stands in an event."""
    return each.group == "counted" and any(words.ordinal == ordinal for words in each.places)


def _is_in(each: PageStatement, result: EventWords) -> bool:
    """Whether a statement that may bind says nothing beside the result."""
    if each.group != "likely" or len(each.places) != 1:
        return False
    place = each.places[0]
    return place.ordinal == result.ordinal and result.start <= place.start and place.end <= result.end


def _whole(exchange: HumanExchange) -> EventWords | None:
    """All of a message that is short and the human's own; None of another."""
    text = exchange.message.text
    if len(text[begins(text) :].strip()) > (LONGEST_ASKED if exchange.is_open else LONGEST_WHOLE):
        return None
    first = begins(text)
    own = sum(each.end - each.start for each in own_sentences(text))
    whole = trimmed(text, exchange.message.ordinal, first, len(text))
    return whole if own >= OWN * len(text[first:].strip()) else None


def _joined(members: Sequence[PageStatement], whole: EventWords, exchange: HumanExchange) -> PageStatement:
    """The statements of one message as the message itself."""
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
    """A statement as it stands at the end of the range: still asked, or with what came of it."""
    links = linked(request, *each.places)
    text = each.item.text
    if _is_asked(each, exchange) and not any(subsumes(text, w) or subsumes(w, text) for w in waiting):
        item = each.item.model_copy(
            update={"kind": ItemKind.OPEN_WORK, "status": "open", "speaker": "user", "links": links}
        )
        return replace(each, item=item, informative=True)
    ruled = each.item.kind is ItemKind.CONSTRAINT and not exchange.refused  # what forbids is no request
    result = (exchange.refused or exchange.result()) if wording and not ruled else None
    if result is None or not (ASKS.search(text) or is_substantial(text, FEWEST_ANSWERED)):
        item = each.item.model_copy(update={"links": links})
        informative = each.group == "counted" or (each.informative and is_substantial(text, FEWEST_STEMS))
        return replace(each, item=item, informative=informative)
    answer = fold(result.quote(request.events))
    if each.group == "counted" and _signs(text) != _signs(f"{text} {answer}"):
        return replace(each, item=each.item.model_copy(update={"links": links}))
    item = each.item.model_copy(
        update={
            "text": f"{marked(text)} ({REFUSED if exchange.refused else AGENT}{marked(answer)})",
            "speaker": None,
            "links": (*links, *linked(request, result)),
        }
    )
    tokens = each.tokens | words_of(answer)
    if each.group == "likely" and ASKS.search(text):
        each = replace(each, likelihood=each.likelihood * SETTLED)
    return replace(each, item=item, places=(result, *each.places), tokens=tokens, informative=True)


def _is_asked(each: PageStatement, exchange: HumanExchange) -> bool:
    """Whether a statement still waits to be answered or done; a rule stays a rule."""
    if not exchange.is_open or each.item.kind is ItemKind.CONSTRAINT:
        return False
    short = len(exchange.message.text.strip()) <= LONGEST_ASKED
    text = each.item.text
    wants = WANTS.search(text) is not None and is_substantial(text, FEWEST_STEMS)
    return (short and (each.group == "counted" or wants)) or ASKS.search(text) is not None


def linked(request: DraftRequest, *places: EventWords) -> tuple[SourceLink, ...]:
    """Links to the words, sentence by sentence where they are many."""
    session = request.source.session_id
    parts: list[EventWords] = []
    for words in places:
        quote = words.quote(request.events)
        spans = sentences(quote) if len(quote) > LONGEST_LINK else []
        parts += [EventWords(words.ordinal, words.start + a, words.start + b) for a, b in spans] or [words]
    made = [link for words in parts for link in words.links(session, request.events)]
    return tuple({link.evidence_id: link for link in made}.values())


def marked(text: str) -> str:
    """The text in quotation marks that do not stand in it."""
    return f"“{text}”" if '"' in text else f'"{text}"'


def _answers(text: str, fewest: int) -> bool:
    return is_substantial(text, fewest) and _COURTESY.search(text) is None


def _signs(text: str) -> bool:
    """Whether a text denies something: an answer that does would turn around what it answers."""
    return bool(statement(text).tokens.negations)


def is_substantial(text: str, fewest: int) -> bool:
    """Whether a remark names something, or has words enough to say something by itself."""
    compared = statement(text)
    return bool(compared.tokens.identifiers) or len(compared.stems) >= fewest
