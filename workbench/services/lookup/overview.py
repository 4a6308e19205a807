"""Details for the library: the sizes of contexts, and one session with its drafts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gates.report import Verdict
from store.context import size
from store.context.size import Weight
from store.engine import Store
from store.records import artifacts, reports, sessions
from store.values import NativeCompaction, StoredArtifact
from workbench.bootstrap import Env
from workbench.services.lookup.library import RUN_FORMAT, LibraryLine, line_of, run_statuses
from workbench.services.moves.artifact_state import DRAFT, states


@dataclass(frozen=True)
class ArtifactLine:
    """One artifact of a session, in a line."""

    artifact_id: str
    number: int
    strategy: str
    origin: str
    start: int
    end: int
    verdicts: Mapping[str, Verdict] | None
    """By gate; None if it was not scored yet."""
    state: str
    """`active`, `displaced`, `rolled back`, `rejected`, or empty for a draft."""


@dataclass(frozen=True)
class SessionDetails:
    """One session with its compactions, drafts and context sizes."""

    line: LibraryLine
    compactions: tuple[NativeCompaction, ...]
    drafts: tuple[ArtifactLine, ...]
    """Newest first."""
    context: Weight
    native: Weight
    readable: bool = True
    """Whether every native summary can be read; if not, the size of the native context is not known."""

    @property
    def saved(self) -> int:
        """Tokens by which the active context is smaller than the native one; 0 if that is not readable."""
        if not self.readable:
            return 0
        return self.native.tokens - self.context.tokens


def context_tokens(env: Env, session_ids: Sequence[str]) -> dict[str, int]:
    """Return the tokens that an agent would be given now, by session."""
    store = env.open_store()
    with store.reading():
        return {each: size.weigh(store, each).tokens for each in session_ids}


def details(env: Env, session_id: str) -> SessionDetails:
    """Return one session with its compactions, drafts and context."""
    store = env.open_store()
    with store.reading():
        kept = artifacts.listing(store, session_id)
        became = states(store, session_id, [each.artifact_id for each in kept])
        lines = [_draft(store, each, became[each.artifact_id].replace(DRAFT, "")) for each in kept]
        session = sessions.get(store, session_id)
        runs = run_statuses(store) if session.format == RUN_FORMAT else {}
        return SessionDetails(
            line=line_of(store, session, runs.get(session_id, "")),
            compactions=sessions.compactions(store, session_id),
            drafts=tuple(reversed(lines)),
            context=size.weigh(store, session_id),
            native=size.weigh(store, session_id, "native"),
            readable=not any(each.artifact.opaque for each in kept),
        )


def _draft(store: Store, stored: StoredArtifact, state: str) -> ArtifactLine:
    scored = reports.latest(store, stored.artifact_id)
    source = stored.artifact.source
    return ArtifactLine(
        artifact_id=stored.artifact_id,
        number=stored.number,
        strategy=stored.artifact.strategy,
        origin=stored.artifact.origin.value,
        start=source.source_start,
        end=source.source_end,
        verdicts={gate: each.status for gate, each in scored.report.gates.items()} if scored else None,
        state=state,
    )
