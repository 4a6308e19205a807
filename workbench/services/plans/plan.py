"""What drafting a range would cost, by mode and strategy, before anything is sent (SG7, S1 section 3).

The contract's planning ranges, trends and risk words are shown beside the session's own figures. Everything
is estimated from figures of events; nothing is drafted, sent or kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from store.engine import Store
from store.records import event_figures, lookup, sessions
from store.values import StoredSession
from workbench import modes
from workbench.bootstrap import Env
from workbench.errors import InputError, UsageError
from workbench.facts.shown import BYTES_PER_TOKEN
from workbench.models.prices import Price, prices_of
from workbench.modes import MODES
from workbench.services.drafts.range_choice import ChosenRange, choose_range
from workbench.services.plans.exact_check import HISTORIAN, ExactCheck
from workbench.services.plans.plan_runs import (
    PAGE_TOKENS,
    PLANNERS,
    QUOTE_FACTOR,
    REPAIRING_ROUNDS,
    PlannedGeneration,
    PlannedRange,
    checked_tokens,
)
from workbench.strategies.modelled.prompting import shown_tokens
from workbench.strategies.modelled.stage_room import INSTRUCTION_TOKENS
from workbench.strategies.triggers import EventFacts

FAR = 2
"""Times the cap above which no text of a range is read to plan it."""
Fit = Literal["within", "over_with_mending", "refused"]


@dataclass(frozen=True, slots=True)
class Envelope:
    """The contract's planning figures for a mode (S1 section 3, token-cost comparison)."""

    mode: str
    pattern: str
    low: int
    high: int
    """Upper bound of the input tokens of a run or stage; `low` is the lower one."""
    unit: Literal["run", "stage"]
    trend: str
    risk: str


CONTRACT = (
    Envelope(
        "intentional",
        "user-triggered one-shot for explicit range",
        8_000,
        40_000,
        "run",
        "medium one-time",
        "medium risk (single-pass loss)",
    ),
    Envelope(
        "rolling",
        "recurring every N turns",
        2_000,
        10_000,
        "run",
        "medium ongoing; grows with session length",
        "highest drift risk (lossy-over-lossy)",
    ),
    Envelope(
        "multi_session",
        "staged intentional compaction + seed package",
        12_000,
        40_000,
        "stage",
        "high total; bounded by staged windows",
        "medium-high (cross-session context loss)",
    ),
)


FITS: tuple[Fit, ...] = ("within", "over_with_mending", "refused")
"""The ways to fit the cap, best first."""


def fit_of(run: PlannedGeneration, cap: int) -> Fit:
    """Return how one run fits the cap of a generation.

    Nothing is sent that could exceed the cap. `refused`: its first call could, with the longest answer, so
    nothing is sent at all. `over_with_mending`: not every round of repair can send the events again; it goes
    out without them, or not at all. Else `within`.
    """
    if run.checked > cap:
        return "refused"
    return "within" if run.whole_corrections(cap) == REPAIRING_ROUNDS else "over_with_mending"


@dataclass(frozen=True, slots=True)
class Money:
    """The cost of a strategy with a model: `least` without rounds of repair, `most` with all of them."""

    model: str
    currency: str
    least: float
    most: float


@dataclass(frozen=True)
class Estimate:
    """The estimate of one strategy over the range, drafted with a language model.

    Offline it sends nothing.
    """

    strategy: str
    mode: str
    on: bool
    """False for a mode that is switched off."""
    calls_model: bool
    """False if the strategy never calls a model."""
    runs: tuple[PlannedGeneration, ...]
    cap: int
    money: tuple[Money, ...] = ()

    @property
    def calls(self) -> int:
        """Number of calls, without rounds of repair."""
        return sum(run.calls for run in self.runs)

    @property
    def input_tokens(self) -> int:
        """Tokens sent in total, without rounds of repair."""
        return sum(run.input for run in self.runs)

    @property
    def output_tokens(self) -> int:
        """Tokens answered in total, without rounds of repair."""
        return sum(run.output for run in self.runs)

    @property
    def inputs(self) -> tuple[int, int]:
        """The smallest and the largest input of a run, in tokens; zeros if there is no run."""
        sizes = [run.input for run in self.runs]
        return (min(sizes), max(sizes)) if sizes else (0, 0)

    @property
    def checked(self) -> int:
        """Tokens of the largest first call, as compared with the cap before it is sent; 0 without a run.

        Its longest answer is included, and it is counted from above, so it exceeds what a service counts.
        """
        return max((run.checked for run in self.runs), default=0)

    @property
    def fits(self) -> tuple[Fit, ...]:
        """How each run fits the cap."""
        return tuple(fit_of(run, self.cap) for run in self.runs)

    @property
    def fit(self) -> Fit:
        """How the worst run fits the cap; `within` if there is no run."""
        return max(self.fits, key=FITS.index, default="within")

    def to_json(self) -> dict[str, Any]:
        """Return one entry of `strategies[]`."""
        from workbench.services.output_shapes.plan_shapes import EstimateShape
        from workbench.services.output_shapes.shape import printed

        rounds = 1 + REPAIRING_ROUNDS
        least, most = self.inputs
        return printed(
            EstimateShape,
            self,
            stages=len(self.runs),
            most_calls=self.calls * rounds,
            most_input_tokens=self.input_tokens * rounds,
            most_output_tokens=self.output_tokens * rounds,
            least_stage_input=least,
            largest_stage_input=most,
            largest_stage_checked=self.checked,
            stages_refused=self.fits.count("refused"),
            stages_over=0,
            stages_over_with_mending=self.fits.count("over_with_mending"),
        )


@dataclass(frozen=True)
class Beside:
    """A mode's planning range beside the estimated runs over this range."""

    envelope: Envelope
    least: int
    largest: int
    below: int
    inside: int
    above: int
    """Number of runs of the mode's own strategy whose input is above the planning range.

    `below` and `inside` likewise.
    """

    def to_json(self) -> dict[str, Any]:
        """Return one entry of `modes[]`."""
        from workbench.services.output_shapes.plan_shapes import PlannedModeShape
        from workbench.services.output_shapes.shape import printed

        return printed(
            PlannedModeShape,
            self,
            **{key: getattr(self.envelope, key) for key in ("mode", "pattern", "unit", "trend", "risk")},
            planned_low=self.envelope.low,
            planned_high=self.envelope.high,
            least_stage_input=self.least,
            largest_stage_input=self.largest,
        )


@dataclass(frozen=True)
class CostPlan:
    """The cost envelope of each mode and strategy over one range."""

    session: StoredSession
    chosen: ChosenRange
    events: int
    turns: int
    tokens: int
    cap: int
    estimates: tuple[Estimate, ...]
    modes: tuple[Beside, ...]

    def estimate(self, strategy: str) -> Estimate | None:
        """Return the estimate of a strategy; None if it is not planned."""
        return next((each for each in self.estimates if each.strategy == strategy), None)

    def beside(self, mode: str) -> Beside | None:
        """Return a mode's planning range beside this range's figures; None for an unknown mode."""
        return next((each for each in self.modes if each.envelope.mode == mode), None)

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.plan/1` object."""
        from workbench.services.output_shapes.plan_shapes import AssumedShape, PlanShape
        from workbench.services.output_shapes.shape import printed

        assumed = AssumedShape(
            instruction_tokens=INSTRUCTION_TOKENS,
            page_tokens=PAGE_TOKENS,
            quote_factor=QUOTE_FACTOR,
            mending_rounds=REPAIRING_ROUNDS,
            checked_bytes_per_token=BYTES_PER_TOKEN,
        )
        return printed(
            PlanShape,
            self,
            session_id=self.chosen.session_id,
            source_start=self.chosen.start,
            source_end=self.chosen.end,
            source_tokens=self.tokens,
            cap_tokens=self.cap,
            assumed=assumed,
            strategies=[each.to_json() for each in self.estimates],
            modes=[each.to_json() for each in self.modes],
        )


def chosen_range(env: Env, id_or_prefix: str, requested: tuple[int, int] | None) -> ChosenRange:
    """Return the range to plan, and why it was chosen."""
    try:
        return choose_range(env, id_or_prefix, requested)
    except UsageError:
        store = env.open_store()
        with store.reading():
            session = sessions.get(store, lookup.session(store, id_or_prefix))
        last = max(session.events - 1, 0)
        return ChosenRange(session.session_id, 0, last, "the whole session, since nothing is left to draft")


def plan_range(env: Env, chosen: ChosenRange, *, model: str | None = None) -> CostPlan:
    """Return the cost envelope of a chosen range."""
    prices = prices_of(env.config_file, model)
    switched = modes.current_switches(modes.read(env.config_file))
    store = env.open_store()
    with store.reading():
        session = sessions.get(store, chosen.session_id)
        facts = _facts(store, chosen)
    cap = env.policy.purpose["compaction"].cap_tokens
    counted, exact = _counted(store, chosen, facts, cap), ExactCheck(store, chosen, cap)
    scope = PlannedRange(facts, cap, counted)
    estimates = []
    for name, planner in PLANNERS.items():
        runs = tuple(planner(scope)) if planner is not None and facts else ()
        if name == HISTORIAN or (counted is not None and name != "multi_session"):
            runs = exact.counted(name, runs)
        mode = name if name in MODES else "intentional"
        on = name not in MODES or switched[name].on
        money = tuple(_money(runs, price) for price in prices) if planner is not None else ()
        estimates.append(Estimate(name, mode, on, planner is not None, runs, cap, money))
    known = {each.strategy: each for each in estimates}
    beside = tuple(_beside(envelope, known[envelope.mode].runs) for envelope in CONTRACT)
    return CostPlan(session, chosen, len(facts), scope.turns, scope.tokens, cap, tuple(estimates), beside)


def plan_if_known(env: Env, chosen: ChosenRange) -> CostPlan | None:
    """Like `plan_range`, for a screen that can do without it: None if the configuration cannot be read."""
    try:
        return plan_range(env, chosen)
    except InputError:
        return None


def _facts(store: Store, chosen: ChosenRange) -> list[EventFacts]:
    """Read the figures of the range's main-line events; reading stops at its end."""
    found: list[EventFacts] = []
    for rows in event_figures.batches(store, chosen.session_id):
        found += [EventFacts._make(row) for row in rows if chosen.start <= row[0] <= chosen.end]
        if rows[-1][0] > chosen.end:
            break
    return found


def _counted(store: Store, chosen: ChosenRange, facts: Sequence[EventFacts], cap: int) -> int | None:
    """Return the tokens of the shown parts of the events as a draft counts them, from their texts.

    None if figures alone show that the range is far over the cap, however long it is.
    """
    if sum(map(checked_tokens, facts)) > FAR * cap:
        return None
    events = sessions.load_events(store, chosen.session_id, chosen.start, chosen.end)
    return sum(map(shown_tokens, events))


def _money(runs: Sequence[PlannedGeneration], price: Price) -> Money:
    """Price the runs; each round of repair sends the prompt again, which the provider may have cached."""
    given, answered = sum(run.input for run in runs), sum(run.output for run in runs)
    least = price.of(given, 0, answered)
    most = price.of(given, given * REPAIRING_ROUNDS, answered * (1 + REPAIRING_ROUNDS))
    return Money(price.model, price.currency, round(least, 6), round(most, 6))


def _beside(envelope: Envelope, runs: Sequence[PlannedGeneration]) -> Beside:
    sizes = [run.input for run in runs]
    below = sum(each < envelope.low for each in sizes)
    above = sum(each > envelope.high for each in sizes)
    return Beside(
        envelope, min(sizes, default=0), max(sizes, default=0), below, len(sizes) - below - above, above
    )
