"""One page about a range: captured items and the state at the end, then the likeliest statements that fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gates.artifact import Item, ItemKind
from gates.language.opening import is_address, plan_itself
from gates.language.similarity import subsumes
from workbench.facts.merging import Survivors
from workbench.facts.objective import (
    cut_to,
    longer_objective,
    plan_title,
    without_pictures,
)
from workbench.facts.reading import fold_plans
from workbench.facts.said import said_in, spawned_task
from workbench.facts.sentences.talk import agent_sentences
from workbench.facts.sentences.tips import task_part
from workbench.facts.spans import GAP, fold
from workbench.strategies.asked import CHARACTERS, LONGEST_PAGE, DraftRoom
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.asked_last import (
    advised,
    asked_last,
    first_answer,
    is_unsettled,
    task_exchange,
    unasked,
)
from workbench.strategies.page.choosing import Choice, Chooser
from workbench.strategies.page.closing_statement import ASKS, FEWEST_ANSWERED, LONGEST_RESULT, is_substantial
from workbench.strategies.page.context_size import entering_tokens, text_rate
from workbench.strategies.page.deciding_events import deciding_units
from workbench.strategies.page.exchanges import (
    AGENT,
    LONGEST_WHOLE,
    HumanExchange,
    exchanges,
    marked,
)
from workbench.strategies.page.last_state import EDITED
from workbench.strategies.page.linked_titles import BEHIND, linked_titles
from workbench.strategies.page.next_step import with_next
from workbench.strategies.page.self_contained import is_interim
from workbench.strategies.page.statement import PageStatement
from workbench.strategies.page.statements import LEAST_LIKELY, statements
from workbench.strategies.page.units import DECISIVE, EventUnit, units
from workbench.strategies.statements import Writer, last_words

FIRST = ("given", "state", "counted", "carried")
"""Groups that come before all others, in this order."""
FIRST_SHARE = 0.6
"""Largest share of the room for these groups if a size was requested."""

NOW = "Asked for last, and not finished: "
"""Words before an unfinished request, after the objective."""
LAST = "Asked for last: "
"""Like `NOW`, if the turn was interrupted and others followed, or if its end settled nothing."""
APPROVED = "Approved plan: "
"""Words before the title of a plan."""
ANSWERED = "Asked for last, and answered: "
"""Words before the last request if the agent has answered it."""
ANSWER = "The agent answered: "
"""Words before the answer if nothing else was requested."""
LONGEST_OBJECTIVE = 2_000
"""Most characters of the message that opened the session: the problem often comes after an introduction."""
MAX_OPENING = 20_000
"""Characters of a message in which the objective is looked for."""
OPENING = 120
"""Characters by which a message is recognised as the objective, which may be cut after them."""
AS_IT_STANDS = (*EDITED, "Made to try something")
"""Beginnings of open work about the state of the files, not about what comes next."""
LAST_SHARE = 0.3
"""Largest share of the room for the agent's last message as a whole."""
LEAST_ON_PAGE = 0.15
"""Likelihood below which a statement hardly ever binds, so that it is no line of a page."""
MOST_CUTS = 4
"""Most times that a page is chosen to stay within `LONGEST_PAGE` with its headings and objective."""
FILES_SHARE = 0.65
"""Share of the room up to which the most relevant files are named."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page before it is written as an artifact."""

    request: DraftRequest
    items: tuple[Item, ...]
    kept: frozenset[int]
    """Ordinals of the events that stay verbatim."""

    def kept_request(self) -> DraftRequest:
        """Return the request with the events to keep in its source."""
        return replace(self.request, source=replace(self.request.source, kept=self.kept))


def page(
    request: DraftRequest,
    *,
    also: Sequence[PageStatement] = (),
    room: DraftRoom | None = None,
    decisive: frozenset[str] = DECISIVE,
    again: frozenset[int] = frozenset(),
    whole_state: bool = False,
    least: float = LEAST_ON_PAGE,
) -> Page:
    """Return the page of a range, of the requested size.

    Args:
        request: the range, the events and the size.
        also: statements that were made elsewhere.
        room: the room, if it is not the request's own.
        decisive: sorts of events that a page keeps; one of a requested size is filled with any sort.
        again: events that already stay verbatim; they stay, as far as half of the room suffices.
        whole_state: state captured items even if a kept event states them, and failed checks as failures even
            if open work states them: a snapshot is made of items, and lists failures by themselves.
        least: least likelihood of a proposed statement if no size was requested.
    """
    room = room or request.room()
    least = LEAST_LIKELY if room.hard else least
    most = room.most
    earlier = bool(again)
    stated = statements(request, earlier=earlier, least=least, all_failures=whole_state)
    known = [*also, *stated]
    if sum(each.size for each in known if each.group in FIRST) > most:
        stated = statements(
            request, with_answers=False, earlier=earlier, least=least, all_failures=whole_state
        )
        known = [*also, *stated]
    objective = page_objective(request)
    known = [replace(each, informative=False) if _opens(objective, each) else each for each in known]
    marked = {words.ordinal for each in known if each.pinned for words in each.places}
    waiting = frozenset(n for n, each in exchanges(request).items() if each.is_open)
    may_keep = [
        unit
        for unit in deciding_units(request, units(request, again), waiting)
        if (unit.sort != "refused" or marked.isdisjoint(unit.ordinals)) and not _is_objective(request, unit)
    ]
    sought = _Sought(request, room, tuple(known), tuple(may_keep), again, decisive, whole_state)
    first_most = int(most * FIRST_SHARE) if room.hard else _stretched(most)
    rate = text_rate(request)
    for _ in range(MOST_CUTS):
        choice = sought.choice(most, first_most)
        items, kept = sought.made(choice)
        over = 0 if room.hard else entering_tokens(request, rate, objective, items, kept) - LONGEST_PAGE
        if over <= 0:
            break
        most = min(most, max(1, choice.used - int(over * max(rate, CHARACTERS)) - 1))
        first_most = min(first_most, most)
    return Page(replace(request, objective=objective), tuple(items), kept)


@dataclass(frozen=True, slots=True)
class _Sought:
    """All that a page chooses from."""

    request: DraftRequest
    room: DraftRoom
    known: tuple[PageStatement, ...]
    may_keep: tuple[EventUnit, ...]
    again: frozenset[int]
    decisive: frozenset[str]
    whole_state: bool

    def choice(self, most: int, first_most: int) -> Choice:
        """Return what fits into `most` characters, captured items and the state into `first_most`."""
        known, may_keep, hard = self.known, self.may_keep, self.room.hard
        chooser = Chooser(known, may_keep, most)
        first = [n for n, each in enumerate(known) if each.group in FIRST]
        first.sort(key=lambda n: (FIRST.index(known[n].group), -known[n].likelihood))
        chooser.keep(
            [n for n, unit in enumerate(may_keep) if self.again.issuperset(unit.ordinals)], most // 2
        )
        chooser.force(first, first_most)
        if self.whole_state:
            chooser.settle()
        chooser.force([n for n, each in enumerate(known) if each.group == "file"], int(most * FILES_SHARE))
        chooser.keep_last_answer(min(most, chooser.choice.used + int(most * LAST_SHARE)))
        if hard and most > (page_most := self.request.page_room().most):
            chooser.fill(page_most, self.decisive)
            chooser.settle()  # a larger draft has the same items as the page, and keeps more events
        chooser.fill(most, self.decisive)
        if hard:
            chooser.fill(most)
        return chooser.choice

    def made(self, choice: Choice) -> tuple[list[Item], frozenset[int]]:
        """Return the items of a choice in the page's order, and the ordinals of the events that it keeps."""
        kept = frozenset(ordinal for n in choice.kept for ordinal in self.may_keep[n].ordinals)
        stated = _stated_once([self.known[n] for n in sorted(choice.items)])
        chosen = with_next(self.request, _next_first(stated))
        return chosen or _last_resort(self.request, self.known), kept


def page_objective(request: DraftRequest, longest: int = LONGEST_OBJECTIVE) -> str:
    """Return the session's objective with the last request: still to be done, or answered.

    `longest` is the most characters of the message that opened the session.
    """
    if not request.objective:
        return unasked(request)
    spawned = spawned_task(request.seen())
    if spawned is not None:
        objective, asked = request.objective, task_exchange(request, spawned)
    else:
        objective = _with_titles(request, _with_plan(request, longest))
        asked = asked_last(request)
    if asked is None:
        return objective
    text, opening = asked.message.text, fold(request.objective)[:OPENING]
    advice = advised(request, opening) if opening not in fold(text) else ""
    objective = f"{objective}\n\n{ANSWER}{marked(advice)}" if advice else objective
    last = cut_to(plan_title(text) or plan_itself(without_pictures(text)), LONGEST_WHOLE)
    known = subsumes(request.objective, last) or fold(last.rstrip(GAP))[:OPENING] in fold(request.objective)
    agreed = ""
    if asked.agreed_to is not None:
        known, agreed = False, f" (to the agent's {marked(fold(asked.agreed_to.quote(request.events)))})"
    if asked.closing is None:
        opened = NOW if asked.is_open else LAST
        return objective if known else f"{objective}\n\n{opened}{marked(last)}{agreed}"
    text = _answer(request, asked)
    if not known:
        answer = f" ({AGENT}{marked(text)})" if text else ""
        opened = LAST if is_unsettled(asked) else ANSWERED
        return f"{objective}\n\n{opened}{marked(last)}{agreed}{answer}"
    return f"{objective}\n\n{ANSWER}{marked(text)}" if text else objective


def _with_titles(request: DraftRequest, objective: str) -> str:
    """Return the objective with the titles behind its addresses, if it says nothing else.

    If no title was read, the agent's first statement about it is added.
    """
    titles = linked_titles(request)
    if titles:
        return f"{objective}\n\n{BEHIND}{'; '.join(titles)}"
    began = first_answer(request) if is_address(request.objective) else ""
    return f"{objective}\n\n{AGENT.capitalize()}{marked(began)}" if began else objective


def _answer(request: DraftRequest, asked: HumanExchange) -> str:
    """Return the agent's statement when it closed the turn; of a long sentence its beginning."""
    result = asked.result()
    if result is not None:
        return fold(result.quote(request.events))
    stated = agent_sentences(asked.closing) if asked.closing is not None else []
    texts = (fold(words.quote(request.events)) for words in stated)
    lasting = next((text for text in texts if not is_interim(text)), "")
    whole = fold(asked.closing.text) if asked.closing is not None else ""
    if (
        len(lasting) <= LONGEST_RESULT
        and len(whole) <= LONGEST_WHOLE
        and not ASKS.search(whole)
        and is_substantial(whole, FEWEST_ANSWERED)
    ):
        return whole
    return cut_to(lasting, LONGEST_RESULT) if len(lasting) > LONGEST_RESULT else ""


def _with_plan(request: DraftRequest, longest: int) -> str:
    """Return the objective with the title of the plan that was approved for it."""
    opening = fold(request.objective)[:OPENING]
    messages = [
        e for e in said_in(request.seen()).every if opening in fold(plan_itself(e.text[:MAX_OPENING]))
    ]
    whole = fold(plan_itself(without_pictures(messages[0].text))) if messages and opening else ""
    objective = cut_to(request.objective, longest)
    if _goes_on(whole, objective):
        objective = longer_objective(objective, task_part(messages[0].text), longest)
        objective = f"{objective} {GAP}" if _goes_on(whole, objective) else objective
    plans = [plan for plan in fold_plans(request.seen()) if plan.state == "approved"]
    if not plans or plans[-1].ordinal <= max((e.ordinal for e in messages), default=-1):
        return objective
    title = fold(plans[-1].title)
    stated = title.casefold() in fold(request.objective).casefold()
    return objective if stated else f"{objective}\n\n{APPROVED}{marked(title)}"


def _goes_on(whole: str, part: str) -> bool:
    """Return whether a folded message has words after a part of it."""
    at = whole.find(fold(part))
    return 0 <= at < len(whole) - len(fold(part))


def _opens(objective: str, each: PageStatement) -> bool:
    """Return whether a proposed statement only repeats words of the page's objective."""
    return each.group == "likely" and fold(each.item.text) in fold(objective)


def _is_objective(request: DraftRequest, unit: EventUnit) -> bool:
    """Return whether a message is the objective, which the page already has."""
    text = fold(request.events[unit.ordinals[0]].text)
    return unit.sort == "user" and text == fold(request.objective)


def _stated_once(chosen: Sequence[PageStatement]) -> list[Item]:
    """Return the items, without proposed ones that restate others."""
    survivors, gone = Survivors(), set[int]()
    for n, each in sorted(enumerate(chosen), key=lambda pair: (pair[1].group == "likely", pair[0])):
        if each.group == "likely" and survivors.restates(each.item.text):
            gone.add(n)
        else:
            survivors.add(each.item.text)
    return [each.item for n, each in enumerate(chosen) if n not in gone]


def _next_first(items: Sequence[Item]) -> list[Item]:
    """Return the items with the next steps before the state of the files; else in the given order."""
    return sorted(
        items, key=lambda item: item.kind is ItemKind.OPEN_WORK and item.text.startswith(AS_IT_STANDS)
    )


def _stretched(most: int) -> int:
    """Return the room for captured items if no size was requested: a page omits none that it can hold."""
    return max(most, min(LONGEST_PAGE * CHARACTERS, 3 * most))


def _last_resort(request: DraftRequest, known: Sequence[PageStatement]) -> list[Item]:
    """Return the likeliest statement, else the beginning of the last informative event."""
    best = max((each for each in known if each.informative), key=lambda each: each.likelihood, default=None)
    if best is not None:
        return [best.item]
    writer = Writer(request.source.session_id, request.seen(), request.source.start)
    return last_words(writer, request.events, request.replaced())
