"""Statements that a range offers a draft, the most binding first: captured, current state, proposed.

Each offer is one statement, verbatim or without a run of twelve of its words (S4); sentences that cannot be
stated so are listed. No word is added to what somebody said; the strategy decides how much of it fits.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from gates.artifact import Item, ItemKind
from gates.language.sentence_spans import sentences
from gates.language.similarity import statement
from gates.source import EventKind
from workbench.facts.actions.changes import changes, last_changes
from workbench.facts.commitment import Basis, Commitment
from workbench.facts.plans.plans import lead_of
from workbench.facts.proposals.scratch_files import lasting
from workbench.facts.proposals.work_state import REFUSED, STOPPED
from workbench.facts.reading import bound
from workbench.facts.sentences.mood import forbids
from workbench.facts.sentences.talk import informs
from workbench.facts.spans import GAP, fold, shorten
from workbench.strategies.answer_in_short import with_question
from workbench.strategies.bare_texts import is_bare, is_headed, is_note, without_key
from workbench.strategies.base import DraftRequest
from workbench.strategies.called_places import (
    MAX_ACTION,
    MIN_TARGET,
    called_places,
    is_beside_commit,
    is_of_commit,
)
from workbench.strategies.clauses import MemoryClauses, memory_clauses
from workbench.strategies.condensing import VERBATIM_WORDS, words_of
from workbench.strategies.offered_choices import in_document
from workbench.strategies.page.closing_statement import ASKS, FEWEST_ANSWERED, is_substantial
from workbench.strategies.page.decided import decides
from workbench.strategies.page.exchanges import AGENT, exchanges, is_asked, linked, marked, negates
from workbench.strategies.page.in_hand import BEGUN
from workbench.strategies.page.last_state import FAILED, with_outcome, with_reason
from workbench.strategies.page.obsolete import obsolete
from workbench.strategies.page.overtaken import only_asks
from workbench.strategies.page.past import passed_events
from workbench.strategies.page.self_contained import is_interim, is_substep
from workbench.strategies.page.statement import COMMITTED, made_of
from workbench.strategies.page.superfluous import is_shown
from workbench.strategies.page.turn_outcome import REPLIED, asks_else, done_in, is_rejected
from workbench.strategies.statements import AGREED, ANSWERED, Writer

LEAST_LIKELY = 0.05
"""Likelihood below which a statement is not offered, however much room is left."""
MAX_FILES = 5
HELD = 0.7
"""Share of a text's words that its links must have, or further links are added."""
FEWEST_WORDS = 3
FEWEST_STEMS = 4
"""Fewest content words of an agent's sentence without names: `I found and fixed the issue.` has too few."""


_POINTS = re.compile(r"\W{0,3}(?:that|this|it|these|those|they)(?:['’]s|['’]re| (?:is|are|was|were))\b", re.I)
"""The beginning of a clause about something that another one names."""
_LEANS_ON = re.compile(r"\W{0,3}(?:it|this|that|these|those|they|both)\b", re.IGNORECASE)
"""The beginning of a sentence that says nothing without the one before it."""
_FRAGMENT = re.compile(
    r"^(?:[Ss]ee (?:[\w' -]{1,60} )?[\[`]|(?:or|which|who|because)\b)"
    r"|^(?:when|where|if) [^,]{1,120}, or that\b"
    r"|(?:\b(?:and|or|the|of|to|with)|,)\s*$"
)
"""Clauses that say nothing by themselves: they only point to a place, or are broken off."""
_SAID = (Basis.STATED, Basis.OPINION, Basis.LOOK, Basis.STATEMENT)
"""Bases of a question that requests no action."""
_TAKEN = re.compile(
    r"(?:shall|should|can|may|do you want|want|would you like) (?:i|we|me to|us to) ([^?\n]{3,240})\?$",
    re.IGNORECASE,
)
"""An offer of the agent; what it would do is what was agreed to."""
_ASSENT = re.compile(
    r"^(?:yes|yeah|yep|yup|sure|ok|okay|please|go ahead|sounds good|do it)\b[ ,.!a-z]{0,24}$", re.IGNORECASE
)
_HARNESS = re.compile(r"read the full transcript at|\[(?:image|request interrupted)", re.IGNORECASE)
"""Text that the agent's program puts into a message."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One statement as items, none if it cannot be stated, and its sentences that cannot."""

    items: tuple[Item, ...]
    left_out: tuple[str, ...] = ()
    ordinals: tuple[int, ...] = ()
    """The events that say it."""
    counts: bool = False
    """Whether it is certain to bind."""


class Offers:
    """The offers of one request; `in_short` states none with twelve consecutive words of a message."""

    def __init__(self, request: DraftRequest, *, in_short: bool) -> None:
        self._in_short = in_short
        self._brief = _in_brief if in_short else str
        self._request = request
        self._events = request.seen()
        self._start = request.source.start
        self._writer = Writer(request.source.session_id, self._events, self._start)
        self._bound = bound(self._events, self._start)
        self._exchanges = exchanges(request)
        self._state = passed_events(request)
        self._told = set[int]()
        """Messages whose answer is stated; it is not stated twice."""
        self.talk = all(event.tool is None or event.sidechain is not None for event in self._events)
        """Whether the session has only messages, no tool calls."""

    def binding(self) -> list[Offer]:
        """Return the captured statements that count, the likeliest first."""
        counted = [c for c in self._bound.counted if c.counts]
        order = sorted(range(len(counted)), key=lambda n: (-(counted[n].likelihood or 1.0), n))
        return [self._counted(counted[n]) for n in order]

    def _counted(self, found: Commitment) -> Offer:
        """Return a captured statement; an answered question has its answer if both fit."""
        if self._asks(found, (*_SAID, Basis.REQUEST)):
            made = self._answered(found)
        elif self._is_over(found):
            made = self._with_end(found, counts=True)
        else:
            made = Offer(())
        kind = self._item(found, counts=True).kind
        items = tuple(item.model_copy(update={"kind": kind}) for item in made.items)
        return replace(made, items=items, counts=True) if items else self._offer(found, counts=True)

    def files(self) -> list[Offer]:
        """Return the files that were changed last, the newest first."""
        made = []
        for change in reversed(lasting(last_changes(changes(self._events, self._start)))):
            item = self._writer.change(change)
            made.append(item.model_copy(update={"text": item.text.partition(" (last ")[0]}))
        return [Offer((item,)) for item in made[:MAX_FILES]]

    def likely(self) -> list[Offer]:
        """Return the proposed statements, the likeliest first, without those that are over."""
        proposed = [c for c in self._bound.proposed if (c.likelihood or 0.0) >= LEAST_LIKELY]
        proposed = [c for c in proposed if c.basis is Basis.STATE or not is_substep(c.text)]
        return [self._proposed(c) for c in self._current(proposed)]

    def _proposed(self, found: Commitment) -> Offer:
        """Return a proposed statement; a question or a request of a turn that is over with its outcome."""
        if self._asks(found):
            return self._answered(found)
        return (
            self._with_end(found, counts=False) if self._is_over(found) else self._offer(found, counts=False)
        )

    def _is_over(self, found: Commitment) -> bool:
        """Return whether it is a request, not undone, of a turn that is over, and no plan's step."""
        place = found.words[-1]
        exchange = self._exchanges.get(place.ordinal)
        if exchange is None or exchange.is_open or self.talk or is_rejected(self._request, exchange):
            return False
        return only_asks(_unmarked(found.text)) and not in_document(exchange.message, place.start)

    def _with_end(self, found: Commitment, *, counts: bool) -> Offer:
        """Return a request of a turn that is over with its answer once, else what was done, else bare."""
        ordinal = found.words[-1].ordinal
        exchange, told = self._exchanges[ordinal], ordinal in self._told
        if not told and not asks_else(exchange, found.text):
            made = self._answered(found)
            if made.items and not (counts and negates(found.text) != negates(made.items[0].text)):
                self._told.add(ordinal)
                return made
        made = self._offer(found, counts=counts)
        if not made.items or made.items[-1].text.endswith((ANSWERED, AGREED)):
            return made
        ending, places = ("", ()) if told else done_in(self._request, exchange, self._brief)
        self._told.add(ordinal)
        if not ending and (counts or exchange.closing is not None):
            return made
        last = made.items[-1]
        links = [*last.links, *(link for words in places for link in linked(self._request, words))]
        unique = tuple({link.evidence_id: link for link in links}.values())
        ended = last.model_copy(
            update={"text": f"{last.text}{ending or BEGUN}", "links": unique, "speaker": None}
        )
        return replace(made, items=(*made.items[:-1], ended))

    def _current(self, proposed: Sequence[Commitment]) -> list[Commitment]:
        """Return the statements that hold at the end, without headings of the agent.

        In a session of talk only text of others that the user shows is left out.
        """
        items = [self._item(each, counts=False) for each in proposed]
        stated = [made_of(i, c.words, 0.0, "likely") for i, c in zip(items, proposed, strict=True)]
        if self.talk:
            over = [is_shown(self._request, each) for each in stated]
        else:
            over = obsolete(self._request, stated, self._state)
        return [
            each
            for each, is_over in zip(proposed, over, strict=True)
            if each.basis is Basis.STATE
            or not (is_over or self._is_heading(each) or is_beside_commit(self._events, each))
        ]

    def _is_heading(self, found: Commitment) -> bool:
        """Return whether an agent's statement is only the heading of what follows it."""
        places = [(self._events[words.ordinal], words.start) for words in found.words]
        by_agent = places[-1][0].kind is not EventKind.USER
        return by_agent and not self.talk and all(is_headed(event.text, at) for event, at in places)

    def _asks(self, found: Commitment, bases: Sequence[Basis] = _SAID) -> bool:
        """Return whether it is a question of the human in a closed turn: it states nothing by itself."""
        exchange = self._exchanges.get(found.words[-1].ordinal)
        past = found.words[-1].ordinal < self._start
        closed = past or (exchange is not None and not exchange.is_open)
        text = _unmarked(found.text)
        return closed and found.basis in bases and ASKS.search(text) is not None and not self.talk

    def _answered(self, found: Commitment) -> Offer:
        """Return a question with the agent's answer; empty if that cannot be stated beside it."""
        place = found.words[-1]
        exchange = self._exchanges.get(place.ordinal)
        result = exchange.result() if exchange is not None else None
        if result is None:
            return Offer(())
        asked, answer = _unmarked(found.text), self._brief(fold(result.quote(self._events)))
        if self._in_short:
            parts = memory_clauses(asked)
            if len(parts.texts) != 1 or parts.left_out or not answer:
                return Offer((), (asked,), (place.ordinal,))
            text = f"{parts.texts[0]} ({REPLIED}: {answer})"
        else:
            text = f"{marked(asked)} ({AGENT}{marked(answer)})"
        links = (*linked(self._request, place), *linked(self._request, result))
        item = Item(kind=ItemKind.CLAIM, text=text, links=links)
        return Offer((item,), (), (place.ordinal, result.ordinal))

    def _offer(self, found: Commitment, *, counts: bool) -> Offer:
        ordinals = tuple(sorted({words.ordinal for words in found.words}))
        if found.basis is Basis.STATE:
            stated = self._with_outcome(found)
            return Offer((self._action(stated, self._item(stated, counts=counts)),), (), ordinals, counts)
        bare = self._item(found, counts=counts)
        text, suffix = _framed(found, bare.text)
        lead, by_agent = lead_of(text), self._events[found.words[-1].ordinal].kind is not EventKind.USER
        source_text = text.removeprefix(lead) if lead else _statement(found, text, by_agent=by_agent)
        made = MemoryClauses((source_text,) if source_text else ())
        made = with_question(found, _apart(source_text), self._events) if self._in_short else made
        if suffix and not counts and all(ASKS.search(each) for each in made.texts):
            return Offer((), made.left_out, ordinals)  # a question, whose answer cannot be stated
        opening = COMMITTED if is_of_commit(self._events, found) else lead
        items = tuple(self._linked(found, bare, f"{opening}{each}", suffix) for each in made.texts)
        return Offer(items, made.left_out, ordinals, counts)

    def _with_outcome(self, found: Commitment) -> Commitment:
        """Return a check with its outcome; a long one up to a clause's end, or left out."""
        with_words = with_reason if found.text.startswith(FAILED) else with_outcome
        stated = with_words(self._request, found)
        said = stated.text.removeprefix(found.text).strip(" ()").split()
        if not self._in_short or len(said) < VERBATIM_WORDS - 1:
            return stated
        return replace(stated, text=f"{found.text} ({kept} {GAP})") if (kept := _to_border(said)) else found

    def _linked(self, found: Commitment, bare: Item, text: str, suffix: str) -> Item:
        """Return an item of a text, with links that have its words."""
        wanted = words_of(text)
        held = set(words_of(" ".join(link.quote for link in bare.links)))
        links = bare.links
        if sum(word in held for word in wanted) < HELD * len(wanted):
            session = self._request.source.session_id
            more = [
                link for words in found.evidence(self._start) for link in words.links(session, self._events)
            ]
            links = tuple({link.evidence_id: link for link in (*bare.links, *more)}.values())
        return bare.model_copy(update={"text": text + suffix, "links": links})

    def _action(self, found: Commitment, item: Item) -> Item:
        """Return the outcome of a command or an edit, linked to the call beside its result."""
        text = fold(shorten(item.text.replace(REFUSED, STOPPED, 1), MAX_ACTION))
        links = {link.evidence_id: link for link in item.links}
        for ordinal in sorted({words.ordinal for words in found.words}):
            for words in called_places(self._events, ordinal, text):
                links.update(
                    (link.evidence_id, link)
                    for link in words.links(self._request.source.session_id, self._events)
                )
        return item.model_copy(update={"text": text, "links": tuple(links.values())})

    def _item(self, found: Commitment, *, counts: bool) -> Item:
        """Return the statement as an item without a speaker; a proposed one that decides nothing is a claim.

        A human's wish that does not count is no decision: it was carried out, or directs nothing. A request
        without an answer is open work.
        """
        item = self._writer.commitment(found)
        human = self._events[found.words[-1].ordinal].kind is EventKind.USER
        exchange = self._exchanges.get(found.words[-1].ordinal) if len(found.words) == 1 else None
        if exchange is not None and not self.talk and is_asked(item, exchange, counts=counts):
            return item.model_copy(update={"kind": ItemKind.OPEN_WORK, "status": "open", "speaker": None})
        stated = found.basis is Basis.STATED and not (human and counts)
        action = found.basis is Basis.STATE and item.kind is not ItemKind.OPEN_WORK
        binds = forbids if human else decides
        weighs = not counts and item.kind is ItemKind.DECISION and not binds(item.text)
        if not stated and not action and not weighs:
            return item.model_copy(update={"speaker": None})
        verbatim = human and not self._in_short and item.text == self._writer.quote(found.words[-1])
        speaker = "user" if verbatim else None
        return item.model_copy(update={"kind": ItemKind.CLAIM, "speaker": speaker})


def _in_brief(said: str) -> str:
    """Return words of the agent without a run of twelve, and without a `Done!`; empty if impossible."""
    texts = memory_clauses(said, binds=True).texts
    return next((text for text in texts if is_substantial(text, FEWEST_ANSWERED)), "".join(texts[:1]))


def _framed(found: Commitment, text: str) -> tuple[str, str]:
    """Return somebody's words, and what the draft adds: that they are an answer, or what they refuse."""
    if found.basis is Basis.REFUSAL:
        suffix = text.removeprefix(f'"{found.text}"')
        return (found.text, suffix) if suffix != text else (text, "")
    spans = [found.text[a:b] for a, b in sentences(found.text)]
    if found.basis is Basis.REPLY and _settled(spans) != spans:
        return found.text, ""  # an accepted offer is stated as its action
    suffix = next((each for each in (ANSWERED, AGREED) if text.endswith(each)), "")
    return text.removesuffix(suffix), suffix


def _statement(found: Commitment, text: str, *, by_agent: bool) -> str:
    """Return the text of a statement, without an accepted offer's form, announcements and courtesies."""
    bare = without_key(_unmarked(text))
    if found.basis is Basis.ANSWER:
        return bare
    if _HARNESS.search(bare) or bare.startswith("|") or is_bare(bare, by_agent=by_agent):
        return ""
    stated = found.basis is Basis.STATED
    spans = _settled([fold(bare[a:b]) for a, b in sentences(bare)])
    if not stated:
        return " ".join(spans)
    kept: list[str] = []
    for before, each in zip([None, *spans], spans, strict=False):
        alone = before is None or before in kept or _LEANS_ON.match(each) is None
        kept += [each] if (alone or not by_agent) and _is_informative(each, by_agent=by_agent) else []
    return " ".join(kept)


def _apart(source_text: str) -> MemoryClauses:
    """Return the clauses of a statement; one that points back says nothing without the clause before it."""
    made = memory_clauses(source_text, binds=True)
    alone = tuple(
        text
        for text in made.texts
        if _FRAGMENT.search(text) is None
        and (not _POINTS.match(text) or source_text.startswith(text[:MIN_TARGET]))
    )
    pointing = tuple(text for text in made.texts if text not in alone)
    return MemoryClauses(alone, (*made.left_out, *pointing))


def _to_border(words: Sequence[str]) -> str:
    """Return the first words, short of a verbatim run, up to a clause's end; empty if none ends there."""
    for count in range(min(len(words), VERBATIM_WORDS - 2), FEWEST_WORDS - 1, -1):
        kept = " ".join(words[:count])
        if kept[-1] in ".,;" and kept.count("(") == kept.count(")"):
            return kept.rstrip(" .,;")
    return ""


def _is_informative(sentence: str, *, by_agent: bool) -> bool:
    """Return whether a sentence without the form of a decision is informative later."""
    compared = statement(sentence)
    if len(sentence.split()) < FEWEST_WORDS or not compared.stems:
        return False
    if by_agent and not compared.tokens.identifiers and len(compared.stems) < FEWEST_STEMS:
        return False
    if not by_agent:
        return sentence[-1] != ":"
    return informs(sentence) and not is_interim(sentence) and not is_note(sentence)


def _settled(spans: Sequence[str]) -> list[str]:
    """Return sentences with an accepted offer stated as its action, without the assent."""
    made: list[str] = []
    for number, sentence in enumerate(spans):
        taken = _TAKEN.match(sentence)
        follows = spans[number + 1] if number + 1 < len(spans) else ""
        if taken is not None and _ASSENT.match(follows):
            made.append(f"{taken.group(1)}.")
        elif number and _ASSENT.match(sentence) and _TAKEN.match(spans[number - 1]):
            continue
        else:
            made.append(sentence)
    return made


def _unmarked(text: str) -> str:
    """Return the text without marks of bold; names and code are unchanged."""
    return fold(text.replace("**", ""))
