"""The tuning report of `snapshot` on a stored session: its transcript, its moves and its latest snapshot.

Reads only, and recommends nothing. Tokens and time are the transcript's own, plus those of the active
compactions that reported theirs.
"""

from __future__ import annotations

from gates.snapshot.cadence import CadenceLimits
from store import pointers
from store.records import artifacts, lookup, sessions, snapshots
from workbench.bootstrap import Env
from workbench.services.lookup.triggers import thresholds_of
from workbench.strategies.snapshot.tally import tally_of
from workbench.strategies.snapshot.tuning import TuningReport, report_of


def tuning(env: Env, id_or_prefix: str, thresholds: CadenceLimits | None = None) -> TuningReport:
    """Return the report on a session under the thresholds, else the policy's. Raises NotFound."""
    store = env.open_store()
    with store.reading():
        session_id = lookup.session(store, id_or_prefix)
        events = sessions.load_events(store, session_id)
        native = sessions.compactions(store, session_id)
        active = pointers.active(store, session_id)
        records = [artifacts.get(store, move.artifact_id).artifact.generation_record for move in active]
        latest = snapshots.latest(store, session_id)
    ends = {each.source_end for each in native} | {move.source_end for move in active}
    counts = [count for record in records for count in record.counts()]
    spent = [record.elapsed_ms for record in records]
    found = tally_of(events, ends)
    worked = found.elapsed_ms
    tally = found.model_copy(
        update={
            "tokens": (found.tokens or 0) + sum(count or 0 for count in counts),
            "elapsed_ms": None if worked is None else worked + sum(each or 0 for each in spent),
        }
    )
    return report_of(tally, latest.body if latest else None, thresholds or thresholds_of(env))
