"""A run for review: its steps with their manifests, its claims beside their source, and its question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from store.run_values import ContextManifest
from workbench.bootstrap import Env
from workbench.runs.compiling.compiler import words_of
from workbench.runs.records.events import ActDone, ObserveDone, PersonAnswered, PersonAsked, PlanDone
from workbench.runs.records.shapes import (
    Citation,
    ManifestBody,
    ManifestDetail,
    Model,
    Plan,
    ResearchOutput,
    WidenRetrieval,
)
from workbench.runs.records.state import RunState, SetOverride, parsed
from workbench.services.runs.agent_runs import listing, status
from workbench.services.runs.run_ledger import StoreLedger
from workbench.services.runs.shown_run import RunShown

AROUND = 240
"""Code points of the source that are shown on either side of a quotation."""


@dataclass(frozen=True, slots=True)
class ReviewedStep:
    """One step: its context, and its action."""

    step: int
    manifest_id: str
    manifest: ManifestBody
    detail: ManifestDetail
    did: str
    """Its action and result in a few words; empty until it is done."""
    searched: str = ""
    """The search terms of its plan."""
    asked: str = ""
    """The question to a person, if it was answered."""
    answer: str = ""
    """The person's answer."""
    supervised: tuple[str, ...] = ()
    """The supervisor's overrides for it, each with its reason and expiry."""
    acted: ActDone | None = None
    """The result of its action; None until it is done."""
    new_passages: int = 0
    """Number of passages that no earlier step had."""


@dataclass(frozen=True, slots=True)
class QuoteInContext:
    """A quotation from a source with the text around it."""

    location: str
    place: str
    """Its page, heading or line; may be empty."""
    before: str
    quote: str
    after: str


@dataclass(frozen=True, slots=True)
class ReviewedClaim:
    """A claim or a conflict with its quotations."""

    text: str
    status: str
    """`verified`, `candidate` or `conflict`."""
    quotes: tuple[QuoteInContext, ...]
    reason: str = ""
    """The reason why it is not verified."""


@dataclass(frozen=True, slots=True)
class RunReview:
    """The data of a run's screen in the app."""

    shown: RunShown
    steps: tuple[ReviewedStep, ...]
    claims: tuple[ReviewedClaim, ...]


def run_of(env: Env, session_id: str) -> str | None:
    """Return the id of the run whose session this is; None if it is not a run's."""
    return next((each.run_id for each in listing(env) if each.session_id == session_id), None)


def reviewed(env: Env, session_id: str) -> RunReview | None:
    """Return a run with its steps and claims; None if the session is not a run's."""
    run_id = run_of(env, session_id)
    if run_id is None:
        return None
    ledger = StoreLedger(env.open_store())
    with ledger.reading():
        shown = status(env, run_id)
        happened = [(each.step, parsed(each)) for each in ledger.events(run_id)]
        steps = [_step(each, shown.state, happened) for each in ledger.manifests(run_id)]
        return RunReview(shown, tuple(steps), _claims(ledger, shown.output))


def _step(manifest: ContextManifest, state: RunState, happened: Sequence[tuple[int, Model]]) -> ReviewedStep:
    progress, detail = state.progress, ManifestDetail.model_validate_json(manifest.detail)
    own = [body for step, body in happened if step == manifest.step]
    answers = [each.text for each in own if isinstance(each, PersonAnswered)]
    did = progress[manifest.step - 1] if manifest.step <= len(progress) else ""
    return ReviewedStep(
        manifest.step,
        manifest.manifest_id,
        ManifestBody.model_validate_json(manifest.body),
        detail,
        did,
        next((_searched(each.plan) for each in own if isinstance(each, PlanDone)), ""),
        next((each.question for each in own if isinstance(each, PersonAsked) and answers), ""),
        next(iter(answers), ""),
        tuple(_supervised(each) for each in state.overrides if each.override_id in detail.overrides),
        next((each for each in own if isinstance(each, ActDone)), None),
        next((each.new_chunks for each in own if isinstance(each, ObserveDone)), 0),
    )


def _searched(plan: Plan) -> str:
    return str(plan.tool_calls[0].arguments["query"]) if plan.action_type == "SEARCH" else ""


def _supervised(each: SetOverride) -> str:
    last = each.step + each.ttl_steps
    stated = words_of(each.override)
    if isinstance(each.override, WidenRetrieval):  # the prompt has it shorter, and stays as it was
        stated = f"{each.override.factor} times as many candidates are taken, whatever their source."
    return f"{stated} Set after step {each.step} ({each.trigger}), to step {last} at most."


def _claims(ledger: StoreLedger, made: ResearchOutput | None) -> tuple[ReviewedClaim, ...]:
    """Return claims and conflicts of the output, with the words of each located in its source."""
    if made is None:
        return ()
    stated = [(claim.text, str(claim.status), claim.citations, claim.reason) for claim in made.claims]
    stated += [(each.text, "conflict", (*each.side_a, *each.side_b), "") for each in made.conflicts]
    texts = ledger.texts(sorted({cited.artifact_id for _, _, all_of, _ in stated for cited in all_of}))
    return tuple(
        ReviewedClaim(
            text,
            state,
            tuple(_quoted(texts[each.artifact_id], each) for each in cited),
            reason,
        )
        for text, state, cited, reason in stated
    )


def _quoted(text: str, cited: Citation) -> QuoteInContext:
    before = text[max(0, cited.start - AROUND) : cited.start]
    after = text[cited.end : cited.end + AROUND]
    return QuoteInContext(cited.location, cited.place, before, text[cited.start : cited.end], after)
