"""A smaller draft of the same range, offered if accepting the first makes the context larger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from gates.artifact import Artifact
from gates.errors import ArtifactError
from gates.source import SourceRange
from store.engine import Store
from workbench.bootstrap import Env
from workbench.errors import UsageError
from workbench.services.drafts import draft as drafting
from workbench.services.drafts.strategy_names import DEFAULT_STRATEGY, NATIVE
from workbench.services.judgement.context_growth import change_with
from workbench.strategies.base import DraftRequest
from workbench.strategies.native import NativeStrategy

Native = tuple[NativeStrategy, SourceRange]
"""The strategy over the native summary of a range, and its source with the events that the summary kept."""


@dataclass(frozen=True, slots=True)
class SmallerOffer:
    """A draft that would leave a smaller context."""

    strategy: str
    after: int
    """Tokens of the context with it accepted."""


def smaller_offer(
    env: Env,
    store: Store,
    request: DraftRequest,
    made: drafting.Drafted,
    native: Callable[[], Native] | None,
) -> SmallerOffer | None:
    """Return the first draft without a requested size that leaves a smaller context: of `native`, or a page.

    Each is drafted and measured; none is stored. All share the request's reading of the events. `native`
    returns the native summary of the range, scored at most once; None if there is none.
    """
    judged = made.judged
    if made.growth is None or judged is None or judged.context is None:
        return None
    for strategy, artifact in _others(env, store, request, judged.artifact.strategy, native):
        change = change_with(store, artifact, artifact.artifact_id)
        if change is not None and change.after < judged.context.after:
            return SmallerOffer(strategy, change.after)
    return None


def _others(
    env: Env, store: Store, request: DraftRequest, strategy: str, native: Callable[[], Native] | None
) -> Iterator[tuple[str, Artifact]]:
    plain = replace(request, size=None)
    source = request.source
    if native is not None and (strategy != NATIVE or request.size is not None):
        with suppress(UsageError, ArtifactError):
            summary, whole = native()
            yield NATIVE, drafting.drafted_artifact(env, store, summary.draft, replace(plain, source=whole))
    if strategy != DEFAULT_STRATEGY or request.size is not None:
        maker = drafting.strategy_of(DEFAULT_STRATEGY)
        bare = replace(plain, source=replace(source, kept=frozenset()), rolled=())
        with suppress(UsageError, ArtifactError):
            yield DEFAULT_STRATEGY, drafting.drafted_artifact(env, store, maker.draft, bare)
