"""A draft that is shown and not stored, for callers that may only read."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gates.artifact import Artifact
from gates.evaluate import Evaluator
from gates.render import given_text
from gates.report import GateReport
from store.records import reviews, sessions
from workbench.bootstrap import Env
from workbench.services.drafts.draft import drafted_artifact, maker_of, request_of
from workbench.services.drafts.native_summary import native_strategy
from workbench.services.drafts.range_choice import ChosenRange
from workbench.services.drafts.strategy_names import DEFAULT_STRATEGY, NATIVE, ROLLING
from workbench.services.judgement.judge import build_index, capture_of
from workbench.services.judgement.second_opinions import opinions_on


@dataclass(frozen=True, slots=True)
class UnkeptDraft:
    """A draft with its report; gate E does not judge its effect on the context."""

    artifact: Artifact
    report: GateReport
    tokens: int
    """Tokens of the text that an agent would be given, estimated as for the range's events."""


def draft_unkept(env: Env, chosen: ChosenRange, *, strategy: str = DEFAULT_STRATEGY) -> UnkeptDraft:
    """Draft and score a range without a model; `env` is read-only, so that nothing is stored.

    Raises:
        ValueError: `env` may write.
        UsageError: there is no such strategy, or it is a mode that is off.
        gates.errors.ArtifactError: the candidate does not parse.
    """
    if not env.only_read:
        raise ValueError("a draft that is not kept needs an environment that only reads")
    maker = maker_of(env, strategy)
    store = env.open_store()
    request = request_of(store, chosen, rolling_up=strategy == ROLLING)
    if strategy == NATIVE:
        maker, source = native_strategy(env, store, chosen.session_id, (chosen.start, chosen.end))
        request = replace(request, source=source)
    artifact = drafted_artifact(env, store, maker.draft, request)
    with store.reading():
        index = build_index(store, sessions.get(store, chosen.session_id), artifact)
        recorded = reviews.for_artifact(store, chosen.session_id, artifact.artifact_id)
    judge = Evaluator(index, capture_of(env, store, index), env.policy)
    opinions = opinions_on(env, artifact, judge.search, judge.capture)
    report = judge.evaluate(artifact, recorded, strict=env.policy.strict, opinions=opinions)
    return UnkeptDraft(artifact, report, index.estimate_tokens(given_text(artifact)))
