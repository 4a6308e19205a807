"""The human's last request, for the objective of a page; what stands for one if there is none."""

from __future__ import annotations

import re
from dataclasses import replace

from gates.language.opening import CONFIRMATIONS, has_substance
from gates.language.sentence_spans import sentences
from gates.language.similarity import statement
from gates.source import EventKind, SourceEvent, ToolAction
from workbench.facts.actions.commands import failures
from workbench.facts.commitment import Basis
from workbench.facts.folding import EventFold
from workbench.facts.history import folded
from workbench.facts.objective import BEGAN, SUMMED, last_task, without_pictures
from workbench.facts.reading import fold_decisions
from workbench.facts.said import said_in
from workbench.facts.sentences.mood import forbids, imperative
from workbench.facts.sentences.talk import agent_sentences, announces
from workbench.facts.spans import EventWords, fold, shorten, trimmed
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.closing_statement import (
    ASKS,
    FEWEST_ANSWERED,
    FEWEST_STEMS,
    TRIES,
    advice,
    is_substantial,
)
from workbench.strategies.page.exchanges import (
    LONGEST_WHOLE,
    WANTS,
    HumanExchange,
    exchanges,
    marked,
)
from workbench.strategies.page.objections import Objections
from workbench.strategies.page.overtaken import is_failing

MAX_SUMMARY = 4_000
"""Characters of a transcript's own summary in which its goal is looked for."""
_GOAL = re.compile(
    r"^[#*\d.\s-]{0,8}(?:goal|objective|(?:initial|primary|user)[ _](?:context|request)(?: and intent)?)"
    r"\b[\s*:_]{1,8}(?=\w)([^\n]{24,})",
    re.IGNORECASE | re.MULTILINE,
)
"""The label of the goal in such a summary, with the line or the paragraph after it."""
_WORDS = re.compile(r"[a-z]['a-z-]*[a-z]")
_TURNS = (EventKind.USER, EventKind.PLAN, EventKind.TOOL_CALL, EventKind.ASSISTANT)
_RULES = re.compile(
    r"\b(?:nothing|no \w{2,16}|not|don't|never) (?:[\w'-]{1,16} ){0,6}(?:before|until|unless)\b",
    re.IGNORECASE,
)
"""A rule that outlasts the turn: something has to wait."""
_WAITS = re.compile(
    r"\b(?:wait(?:ing)?|pending|blocked) (?:for|on) (?:your|you|the user)\b|\b(?:need|needs) your\b",
    re.IGNORECASE,
)
"""The agent waits for the human."""
_REFUSES = re.compile(
    r"\b(?:returns?|raises?|gives?|shows?|ends? (?:in|with)|get(?:s|ting)?) (?:an? |the )?`?[\w ]{0,20}"
    r"(?:error|invalid|fail|exception|denied|refused|timeout)|\bi suspect\b|\bstill (?:fails?|broken|not)\b"
    r"|\b(?:does not|doesn't) work yet\b",
    re.IGNORECASE,
)
"""The agent ends with a fault that is still there."""
_ACKNOWLEDGING = frozenset(
    "ok okay alright amazing awesome cheers cool excellent fine good great it lgtm looks love makes nice"
    " perfect right sense so sounds thank thanks that thats that's thx very well works you".split()
)
"""Words that accept what is done; unlike `yes` or `go`, they ask for nothing."""
_SHOULD = re.compile(r"\bshould (?:\w{2,12} )?(?:appear|be|go|have|look|read|say|show|use)\b", re.IGNORECASE)
"""Words that say how something is to be."""
_WONDERS = re.compile(
    r"\b(?:do you think|(?:is it|it'?s|be) worth|should (?:I|we)|wonder(?:ing)?)\b", re.IGNORECASE
)
"""Words by which a message asks for advice."""
UNSETTLED = 2
"""Sentences at the end of an answer in which a failure is one that is still there."""
MOST_READ = 2_000
_ASSENTS = statement(" ".join(sorted(CONFIRMATIONS))).stems


def last_request(request: DraftRequest) -> HumanExchange | None:
    """Return the human's last request, also from before the range; a later remark that says little is none.

    An order counts however short it is, while it is not carried out; a bare `yes` or `1` continues the
    previous request, and its outcome is the answer, unless it agrees to a question that says what is done.
    """
    known = exchanges(request, 0)
    found = next((known[n] for n in sorted(known, reverse=True) if _requests(known[n].message.text)), None)
    last = known[max(known)] if known else None
    if last is not None and not last.is_open and _left_failing(request, last):
        open_now = replace(last, closing=None, is_open=True)
        last, found = open_now, open_now if found is last else found
    question = None if last is None else _agreed_to(request, last.message)
    if last is not None and question is not None:
        return replace(last, agreed_to=question)
    if found is None or last is None:
        return found
    if not last.is_open:
        agreed = last.message.ordinal > found.message.ordinal and _assents(last.message.text)
        return replace(found, closing=last.closing) if agreed and last.closing is not None else found
    words = _WORDS.findall(last.message.text.casefold())
    if words and found.closing is not None and _ACKNOWLEDGING.issuperset(words) and _is_done(found.closing):
        return found
    if not words or _assents(last.message.text):
        return replace(found, closing=None, is_open=True)
    if _orders(words):
        return last
    over = found.closing is None or _is_done(found.closing)
    return found if over else replace(found, closing=None, is_open=True)


def _is_done(closing: SourceEvent) -> bool:
    """Return whether a message asks nothing and names nothing to do next, at its end."""
    end = closing.text.strip()
    spans = sentences(end)
    return not ASKS.search(end) and not (spans and announces(end[slice(*spans[-1])]))


def _agreed_to(request: DraftRequest, message: SourceEvent) -> EventWords | None:
    """Return the agent's question, just before a message, to which the message only agrees."""
    if _WORDS.search(message.text.casefold()) is None or not _assents(message.text):
        return None
    earlier = (e for e in reversed(request.seen()[: message.ordinal]) if e.sidechain is None)
    before = next((e for e in earlier if e.kind in _TURNS), None)
    if before is None or before.kind is not EventKind.ASSISTANT or not ASKS.search(before.text.strip()):
        return None
    start, end = sentences(before.text)[-1]
    words = trimmed(before.text, before.ordinal, start, end)
    if words is None or not is_substantial(words.quote(request.events), FEWEST_ANSWERED):
        return None
    return words


def _left_failing(request: DraftRequest, last: HumanExchange) -> bool:
    """Return whether a turn breaks off after a failed check: its last message says what is done next.

    One that ends in a question to the human does not break off: it waits.
    """
    closing = last.closing.text if last.closing is not None else ""
    if ASKS.search(closing.strip()):
        return False
    if not any(announces(closing[start:end]) for start, end in sentences(closing)):
        return False
    return any(f.checks and f.passed is None for f in failures(request.seen(), last.message.ordinal))


def is_unsettled(asked: HumanExchange) -> bool:
    """Return whether a turn that closed did not settle its request, as far as its words say.

    The answer ends with a failure or waits for the human, or the request has a rule, which stays in force.
    """
    if any(_RULES.search(each) or forbids(each) for each in _sentences(asked.message.text)):
        return True
    closing = _sentences(asked.closing.text) if asked.closing is not None else []
    return any(_WAITS.search(each) or TRIES.match(each) for each in closing) or any(
        map(_fails, closing[-UNSETTLED:])
    )


def _fails(sentence: str) -> bool:
    return is_failing(sentence) or _REFUSES.search(sentence) is not None


def _sentences(text: str) -> list[str]:
    """Return the sentences of a short message; of a long one, which may be pasted, those at its end."""
    return [text[a:b].replace("’", "'") for a, b in sentences(text[-MOST_READ:])]


def _assents(text: str) -> bool:
    """Return whether a message only agrees, or chooses by a number."""
    return not {stem for stem in statement(text).stems if not stem.isdigit()} - _ASSENTS


def asked_last(request: DraftRequest) -> HumanExchange | None:
    """Return the human's last request, or their refusal of a plan if that came after it."""
    asked = last_request(request)
    return last_refusal(request, asked.message.ordinal if asked else -1) or asked


def advised(request: DraftRequest, opening: str) -> str:
    """Return the agent's advice on the question of a message that begins with `opening`; empty for none."""
    for each in exchanges(request).values():
        if opening and opening in fold(each.message.text) and each.closing is not None:
            words = advice(each.closing) if _WONDERS.search(each.message.text) else None
            text = fold(words.quote(request.events)) if words is not None else ""
            rejected = Objections.of(request.seen()).reject(each.closing.ordinal, text)
            return "" if rejected else text
    return ""


def last_refusal(request: DraftRequest, after: int) -> HumanExchange | None:
    """Return the human's last refusal of a plan after event `after`: it says what to do instead."""
    events = request.seen()
    reported = [c.words[-1] for c in fold_decisions(events) if c.basis is Basis.REFUSAL]
    reported = [words for words in reported if _is_of_plan(events[words.ordinal])]
    words = max((w for w in reported if w.ordinal > after), default=None)
    if words is None or not is_substantial(words.quote(events), FEWEST_ANSWERED):
        return None
    message = events[words.ordinal]._replace(text=words.quote(events))
    later = [e for e in events[words.ordinal + 1 :] if e.sidechain is None and e.kind in _TURNS]
    ends = later[-1] if later and later[-1].kind is EventKind.ASSISTANT else None
    closing = ends if ends is not None and not announces(ends.text) else None
    return HumanExchange(message, closing, is_open=closing is None)


def task_exchange(request: DraftRequest, first: SourceEvent) -> HumanExchange | None:
    """Return the last task of a session that another session started, with the agent's closing message.

    None if the session has only one task, which is its objective.
    """
    task = last_task(request.seen(), first)
    if task is first:
        return None
    later = [e for e in request.seen()[task.ordinal + 1 :] if e.sidechain is None and e.kind in _TURNS]
    ends = later[-1] if later and later[-1].kind is EventKind.ASSISTANT else None
    closing = ends if ends is not None and not announces(ends.text) else None
    return HumanExchange(task, closing, is_open=closing is None)


def _is_of_plan(event: SourceEvent) -> bool:
    """Return whether a result belongs to a plan: a refusal of a plan says what to do instead."""
    return event.tool is not None and event.tool.action is ToolAction.PLAN


def _requests(text: str) -> bool:
    """Return whether a message asks for something, or is informative enough to be a request."""
    source_text = without_pictures(text)
    if not has_substance(source_text):
        return False
    if _orders(_WORDS.findall(source_text.casefold())) and not _assents(source_text):
        return True
    asks = WANTS.search(source_text) or _SHOULD.search(source_text) or ASKS.search(source_text.strip())
    return is_substantial(source_text, FEWEST_ANSWERED if asks else FEWEST_STEMS)


def _orders(words: list[str]) -> bool:
    """Return whether a message's words begin with an order, if only of one word: `commit`."""
    return bool(words) and imperative([*words, "it"] if len(words) == 1 else words) is not None


def first_answer(request: DraftRequest) -> str:
    """Return the first sentence of the agent that states something; empty if none does."""
    for event in request.seen():
        if event.sidechain is None and event.kind is EventKind.ASSISTANT:
            for words in agent_sentences(event):
                return shorten(fold(words.quote(request.events)), LONGEST_WHOLE)
    return ""


class _FirstWords(EventFold):
    """The agent's first sentence."""

    def __init__(self) -> None:
        self.text = ""

    def take(self, event: SourceEvent) -> None:
        """Read the next event."""
        if event.kind is EventKind.ASSISTANT and not self.text:
            parts = sentences(event.text)
            self.text = event.text[slice(*parts[0])] if parts else ""


def unasked(request: DraftRequest) -> str:
    """Return an objective if no human and no plan said anything, else an empty string.

    It is the goal that the transcript's last summary names, else the agent's first words.
    """
    if any(event.sidechain is None for event in said_in(request.seen()).every):
        return ""
    for event in reversed(request.seen()):
        named = _GOAL.search(event.text[:MAX_SUMMARY]) if event.kind is EventKind.COMPACTION else None
        if named is not None:
            return f"{SUMMED}{marked(shorten(fold(named[1]), LONGEST_WHOLE))}"
    text = folded(request.seen(), _FirstWords).text
    return f"{BEGAN}{marked(shorten(fold(text), LONGEST_WHOLE))}" if text[:1].isalnum() else ""
