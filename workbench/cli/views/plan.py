"""The view of what drafting would cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.cli.views.sessions import title_of
from workbench.facts.shown import BYTES_PER_TOKEN
from workbench.presentation.figures import plural
from workbench.presentation.layout import Column, heading, paragraph, table
from workbench.presentation.spans import BLANK, Line, Piece, StyledText, line
from workbench.services.plans import plan_words
from workbench.services.plans.plan_runs import REPAIRING_ROUNDS

if TYPE_CHECKING:
    from workbench.services.plans.plan import CostPlan, Estimate


def plan_lines(found: CostPlan, width: int) -> Iterator[Line]:
    """Yield the range, the strategies' estimates, the modes' planning ranges, and money if known."""
    chosen = found.chosen
    yield heading(title_of(found.session))
    yield from paragraph(
        f"events {chosen.start}..{chosen.end}: {plural(found.turns, 'turn')}, about {found.tokens:,} tokens; "
        f"a generation may take {found.cap:,}",
        width,
        indent=2,
    )
    yield from paragraph(
        "Drafted offline, as by default, no model is called and nothing is sent. With a model, estimated:",
        width,
        indent=2,
    )
    yield BLANK
    yield from _strategies(found, width)
    yield BLANK
    yield from _modes(found, width)
    yield BLANK
    yield from _money(found, width)


def _strategies(found: CostPlan, width: int) -> Iterator[Line]:
    columns = (
        Column("Strategy", stays=True),
        Column("Stages", right=True, rank=2),
        Column("Calls", right=True),
        Column("Input", right=True),
        Column("Output", right=True),
        Column("Checked", right=True, rank=1),
        Column("Against the cap", grows=True),
    )
    yield from table(columns, [_strategy(each) for each in found.estimates], width)
    yield from paragraph(
        "Input and output are about what a service will count. Checked is what the cap decides by, before a "
        f"call is sent: the largest with its longest answer, at {BYTES_PER_TOKEN} bytes a token, from above.",
        width,
        indent=2,
        style="dim",
    )
    off = [each.strategy for each in found.estimates if not each.on]
    if off:
        yield from paragraph(
            f"{' and '.join(off)} {'is' if len(off) == 1 else 'are'} off until "
            "`workbench modes MODE on --reason R` switches a mode on",
            width,
            indent=2,
            style="dim",
        )
    yield from paragraph(
        f"The figures are of the first answers. Findings may go back in {REPAIRING_ROUNDS} more rounds, each "
        f"with the range, the draft and its problems: about {1 + REPAIRING_ROUNDS} times the figures, and "
        "more where an answer cannot be used and is asked for once more; never over the cap.",
        width,
        indent=2,
        style="dim",
    )


def _strategy(each: Estimate) -> list[Piece]:
    if not each.runs:
        stages = "0" if each.calls_model else "1"
        return [each.strategy, stages, "0", "0", "0", "-", StyledText(*plan_words.fit(each))]
    return [
        each.strategy,
        f"{len(each.runs):,}",
        f"{each.calls:,}",
        f"{each.input_tokens:,}",
        f"{each.output_tokens:,}",
        f"{each.checked:,}",
        StyledText(*plan_words.fit(each)),
    ]


def _modes(found: CostPlan, width: int) -> Iterator[Line]:
    yield heading("Planning ranges of the modes, in tokens of input")
    columns = (
        Column("Mode", stays=True),
        Column("Planned"),
        Column("Here", right=True),
        Column("", grows=True),
    )
    rows: list[list[Piece]] = []
    for each in found.modes:
        stated = each.envelope
        planned = plan_words.planned(each)
        rows.append([stated.mode, planned, plan_words.here(each), StyledText(*plan_words.place(each))])
    head, *lines = table(columns, rows, width)
    yield head
    for shown, each in zip(lines, found.modes, strict=True):
        yield shown
        stated = each.envelope
        yield from paragraph(
            f"{stated.pattern}; cost {stated.trend}; {stated.risk}", width, indent=2, style="dim"
        )


def _money(found: CostPlan, width: int) -> Iterator[Line]:
    priced = [each for each in found.estimates if each.money]
    if not priced:
        yield from paragraph(
            "No prices are configured, so no money is shown; `workbench plan --help` says how to give them.",
            width,
            style="dim",
        )
        return
    yield heading("Money, without a round of repairs and with both")
    models = [money.model for money in priced[0].money]
    columns = (Column("Strategy", stays=True), *(Column(model, right=True, grows=True) for model in models))
    rows: list[list[Piece]] = [[e.strategy, *(plan_words.money(m) for m in e.money)] for e in priced]
    yield from table(columns, rows, width)
    if any("refused" in each.fits for each in priced):
        yield line(StyledText("What would be refused is counted as if it were sent.", "dim"))
