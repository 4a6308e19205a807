"""A run as it is reviewed: steps with their manifests, claims beside their source, and what it asks."""

from __future__ import annotations

from dataclasses import dataclass

from store.run_values import ContextManifest
from workbench.bootstrap import Env
from workbench.runs.compiler import words_of
from workbench.runs.outputs import is_passage
from workbench.runs.shapes import Citation, ManifestBody, ManifestDetail, ResearchClaim, ResearchOutput
from workbench.runs.state import RunState, SetOverride
from workbench.services.runs.agent_runs import RunShown, listing, status
from workbench.services.runs.run_ledger import StoreLedger

AROUND = 240
"""Code points of a source that are shown on either side of words that are quoted."""


@dataclass(frozen=True, slots=True)
class ReviewedStep:
    """One step: what it was compiled from, and what it did."""

    step: int
    manifest_id: str
    manifest: ManifestBody
    detail: ManifestDetail
    did: str
    """Its action and result in a few words; empty while it is not done."""
    supervised: tuple[str, ...] = ()
    """What the supervisor had set for it, with why and until when."""


@dataclass(frozen=True, slots=True)
class QuoteInContext:
    """Words of a source with what stands around them."""

    location: str
    line: int
    page: int | None
    before: str
    quote: str
    after: str


@dataclass(frozen=True, slots=True)
class ReviewedClaim:
    """A claim or a conflict with the words it rests on."""

    text: str
    status: str
    """`verified`, `candidate` or `conflict`."""
    quotes: tuple[QuoteInContext, ...]


@dataclass(frozen=True, slots=True)
class RunReview:
    """What the app shows of a run."""

    shown: RunShown
    steps: tuple[ReviewedStep, ...]
    claims: tuple[ReviewedClaim, ...]


def run_of(env: Env, session_id: str) -> str | None:
    """The id of the run that a session is; None where it is none."""
    return next((each.run_id for each in listing(env) if each.session_id == session_id), None)


def reviewed(env: Env, session_id: str) -> RunReview | None:
    """A run with its steps and claims; None where the session is none."""
    run_id = run_of(env, session_id)
    if run_id is None:
        return None
    ledger = StoreLedger(env.open_store())
    with ledger.reading():
        shown = status(env, run_id)
        steps = [_step(each, shown.state) for each in ledger.manifests(run_id)]
        return RunReview(shown, tuple(steps), _claims(ledger, shown.output))


def _step(manifest: ContextManifest, state: RunState) -> ReviewedStep:
    progress, detail = state.progress, ManifestDetail.model_validate_json(manifest.detail)
    did = progress[manifest.step - 1] if manifest.step <= len(progress) else ""
    return ReviewedStep(
        manifest.step,
        manifest.manifest_id,
        ManifestBody.model_validate_json(manifest.body),
        detail,
        did,
        tuple(_supervised(each) for each in state.overrides if each.override_id in detail.overrides),
    )


def _supervised(each: SetOverride) -> str:
    last = each.step + each.ttl_steps
    return f"{words_of(each.override)} Set after step {each.step} ({each.trigger}), to step {last} at most."


def _claims(ledger: StoreLedger, made: ResearchOutput | None) -> tuple[ReviewedClaim, ...]:
    """Claims and conflicts of the output, the words of each found again in the text of its source."""
    if made is None:
        return ()
    stated = [(_told(claim), str(claim.status), claim.citations) for claim in made.claims]
    stated += [(each.text, "conflict", (*each.side_a, *each.side_b)) for each in made.conflicts]
    texts = ledger.texts(sorted({cited.artifact_id for _, _, all_of in stated for cited in all_of}))
    return tuple(
        ReviewedClaim(
            text,
            state,
            tuple(_quoted(texts[each.artifact_id], each) for each in cited),
        )
        for text, state, cited in stated
    )


def _told(claim: ResearchClaim) -> str:
    """A claim; what a model says and nothing bears out, with the reason."""
    said = claim.reason and not is_passage(claim)
    return f"{claim.text} (not verified: {claim.reason})" if said else claim.text


def _quoted(text: str, cited: Citation) -> QuoteInContext:
    before = text[max(0, cited.start - AROUND) : cited.start]
    after = text[cited.end : cited.end + AROUND]
    return QuoteInContext(
        cited.location, cited.line, cited.page, before, text[cited.start : cited.end], after
    )
