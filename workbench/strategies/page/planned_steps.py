"""Plans in documents that are not begun: each with its name, its rules, its steps and their details."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from gates.artifact import ItemKind
from workbench.facts.actions.changes import changes
from workbench.facts.commitment import Basis, Commitment
from workbench.facts.directives.documents import is_document
from workbench.facts.plans.plan_items import PlanItemKind
from workbench.facts.plans.plans import NEXT_STEPS
from workbench.facts.plans.saved_plans import PlanStep, waiting_plans
from workbench.facts.proposals.fold import words_of
from workbench.facts.reading import fold_plans
from workbench.facts.spans import fold
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.exchanges import linked, marked
from workbench.strategies.page.statement import PageStatement, made_of
from workbench.strategies.statements import Writer

PLANNED = 0.4
"""Likelihood of a rule or a step of a saved plan that is not begun."""
PLANNED_IN_DETAIL = 0.3
"""Likelihood of the first sentence under a part of such a step."""
AFTERWARDS = "Later steps of the plan: "
"""Words before the titles of the steps after those that are stated."""


def saved_plans(request: DraftRequest, writer: Writer) -> Iterator[PageStatement]:
    """Yield each plan's name, rules and steps; only details of an approved one, whose steps are counted."""
    approved = {plan.title.casefold() for plan in fold_plans(request.seen()) if plan.state == "approved"}
    for plan in waiting_plans(request.seen(), request.source.start):
        counts = fold(plan.title.quote(request.events)).casefold() in approved
        if not counts:
            item = writer.saved_plan(plan)
            yield replace(made_of(item, [plan.title], 0.5, "state"), pinned=True)
            for rule in plan.rules:
                yield made_of(writer.plan_rule(rule), [rule], PLANNED, "likely")
        for step in plan.steps:
            if not counts:
                yield made_of(writer.plan_step(step), [step.title, *step.parts], PLANNED, "likely")
            for opening in step.openings[1 if counts else 0 :]:
                yield made_of(writer.plan_opening(opening), [opening], PLANNED_IN_DETAIL, "likely")


def further_steps(
    request: DraftRequest, writer: Writer, counted: Sequence[Commitment]
) -> Iterator[PageStatement]:
    """Yield the titles of an approved plan's steps after the captured ones, so that its end is not lost."""
    stated = {c.text for c in counted if c.basis is Basis.PLAN_STEP and c.status == "open"}
    for plan in fold_plans(request.seen()):
        steps = [each for each in plan.items if each.kind is PlanItemKind.STEP]
        known = [n for n, each in enumerate(steps) if each.text in stated]
        if plan.state != "approved" or len(known) < NEXT_STEPS:
            continue
        made = changes(request.seen(), plan.ordinal)
        done = {c.path.rpartition("/")[2] for c in made if not is_document(c.path)}
        later = [e for e in steps[known[-1] + 1 :] if not done or (e.files and done.isdisjoint(e.files))]
        titles = [each.words[0] for each in later]
        if titles:
            names = "; ".join(marked(fold(words.quote(request.events))) for words in titles)
            item = writer.step(titles[0], f"{AFTERWARDS}{names}")
            item = item.model_copy(update={"links": linked(request, *titles)})
            yield made_of(item, titles, PLANNED, "state")


def with_openings(request: DraftRequest, counted: Sequence[PageStatement]) -> list[PageStatement]:
    """Return captured items; a step of a plan in a document with the first sentence under its title."""
    steps: dict[str, PlanStep] = {}
    if any(each.item.kind is ItemKind.OPEN_WORK for each in counted):
        for plan in waiting_plans(request.seen(), request.source.start):
            steps |= {fold(s.title.quote(request.events)).casefold(): s for s in plan.steps if s.openings}
    return [_opened(request, each, steps.get(each.item.text.casefold())) for each in counted]


def _opened(request: DraftRequest, each: PageStatement, step: PlanStep | None) -> PageStatement:
    if step is None or each.item.kind is not ItemKind.OPEN_WORK:
        return each
    quoted = step.openings[0]
    text = f"{each.item.text}: {fold(quoted.quote(request.events))}"
    links = {link.evidence_id: link for link in (*each.item.links, *linked(request, quoted))}
    item = each.item.model_copy(update={"text": text, "links": tuple(links.values()), "speaker": None})
    return replace(each, item=item, places=(quoted, *each.places), tokens=words_of(text))
