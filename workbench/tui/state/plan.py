"""Estimated cost of drafting for the compact dialog: a row per strategy, and lines about the chosen one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gates.measure_words import plural
from workbench.presentation.figures import short
from workbench.presentation.spans import Line, StyledText
from workbench.services.plans import plan_words
from workbench.tui.state.spans import paragraph

if TYPE_CHECKING:
    from workbench.services.drafts.smaller_offer import SmallerOffer
    from workbench.services.judgement.context_growth import ContextChange
    from workbench.services.plans.plan import CostPlan, Estimate

DETAIL_LINES = 7
"""Most lines that `detail_lines` returns."""

OFF = ("off", "warn")
"""Words shown for a mode that is switched off, instead of how its size fits."""
CORRECTED = "A correction may go out without the events."


def switched_off(plan: CostPlan | None, strategy: str) -> str:
    """Return why a strategy cannot be chosen now and what switches it on; empty if it can be chosen."""
    each = plan.estimate(strategy) if plan is not None else None
    if each is None or each.on:
        return ""
    return f"{strategy} is off; in a shell, workbench modes {each.mode} on --reason R switches it on."


def row_cells(plan: CostPlan | None, strategy: str) -> tuple[StyledText, ...]:
    """Return stages, calls, input, output and the worst stage's fit; empty cells for an unplanned strategy.

    A narrow dialog has no room for the number of such stages: `detail_lines` names it.
    """
    each = plan.estimate(strategy) if plan is not None else None
    if each is None:
        return (StyledText(""),) * 5
    words = StyledText(*(plan_words.worst_fit(each) if each.on else OFF))
    if not each.runs:
        return (*(StyledText("-", "dim"),) * 4, words)
    counted = (len(each.runs), each.calls)
    sizes = (short(each.input_tokens), short(each.output_tokens))
    return (*(StyledText(f"{count:,}") for count in counted), *(StyledText(size) for size in sizes), words)


def detail_lines(plan: CostPlan | None, strategy: str, about: str, width: int) -> Sequence[Line]:
    """Return a strategy's description, its mode's planning range, trend, worst stages, risk and price."""
    rows = paragraph(f"{strategy}: {about}" if about else strategy, width, style="strong", most=2)
    each = plan.estimate(strategy) if plan is not None else None
    beside = plan.beside(each.mode) if plan is not None and each is not None else None
    if plan is None:
        stated = "The configuration cannot be read, so nothing is estimated."
        return [row.line for row in (*rows, *paragraph(stated, width, style="warn", most=2))]
    if each is None or not each.calls_model or beside is None:
        stated = "It calls no model: it sends nothing and costs nothing."
        return [row.line for row in (*rows, *paragraph(stated, width, most=2))]
    envelope = beside.envelope
    own = each.inputs[1]
    planned = f"Planned {plan_words.planned(beside)}, at most {own:,} here. Cost {envelope.trend}."
    count = plan_words.worst_count(each)
    some = f" In {count} stages: {plan_words.worst_fit(each)[0]}." if count else ""
    rows += paragraph(planned + some, width, most=2)
    if each.runs:
        rows += paragraph(_checked(each), width, most=2)
    off = switched_off(plan, strategy)
    if off:
        rows += paragraph(off[:1].upper() + off[1:], width, style="warn", most=2)
    rows += paragraph(f"Fidelity: {envelope.risk}.", width, most=1)
    if each.money:
        first = each.money[0]
        more = f", and {len(each.money) - 1} more models" if len(each.money) > 1 else ""
        rows += paragraph(f"{plan_words.money(first)} with {first.model}{more}", width, most=1)
    return [row.line for row in rows[:DETAIL_LINES]]


def _checked(each: Estimate) -> str:
    """Return what the cap decides by, which is more than the input and output that are shown."""
    if each.fit == "refused":
        return f"Not sent: with its longest answer {plan_words.checked(each)}, counted from above."
    corrected = f" {CORRECTED}" if each.fit == "over_with_mending" else ""
    return f"With its longest answer {plan_words.checked(each)}.{corrected}"


def sent_words(plan: CostPlan | None, strategy: str) -> str:
    """Return what a strategy would send to a model and get back, and the price if it is known."""
    each = plan.estimate(strategy) if plan is not None else None
    if each is None or not each.runs:
        return "How many tokens that are is not known before."
    calls = plural(each.calls, "call")
    sent = f"About {each.input_tokens:,} tokens in {calls}, answered with about {each.output_tokens:,}"
    prices = ", ".join(f"{plan_words.money(money)} with {money.model}" for money in each.money)
    price = prices or "unknown, the configuration has no [prices.MODEL]"
    return f"{sent}; repairing takes more.\nPrice: {price}."


def size_warning(text: str) -> str:
    """Return the size warning of a draft for a reader of the dialog, who has no command-line options."""
    stated = (
        text.replace("without --size", "without a size")
        .replace("--size native", "the size `native`")
        .replace("--size ", "size ")
    )
    where = " Size is a field of the dialog that c opens." if stated != text else ""
    return f"{stated[:1].upper()}{stated[1:]}.{where}"


def growth_warning(change: ContextChange, number: int, offer: SmallerOffer | None) -> str:
    """Return the warning that accepting d-`number` enlarges the context, with the draft to make instead."""
    stated = f"Accepting d-{number} makes the context larger: {change.before:,} -> {change.after:,} tokens."
    if offer is None:
        return stated
    return f"{stated} With strategy `{offer.strategy}` for the same events it has {offer.after:,}."
