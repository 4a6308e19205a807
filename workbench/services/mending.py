"""Repair: apply what a failing report says to add, as far as it is deterministic, as a new artifact (GI)."""

from __future__ import annotations

from store import artifacts, ids
from workbench.bootstrap import Env
from workbench.errors import Refused
from workbench.services.drafting import Drafted
from workbench.services.judging import judge_stored
from workbench.strategies.repair import repair as mend

REPAIR_SCHEMA = "workbench.repair/1"


def repair(env: Env, given: str) -> Drafted:
    """Make the repaired artifact, keep it and judge it; one that passes already is given back as it is.

    Raises:
        Refused: the artifact fails, and nothing about it can be mended without a judgement.
    """
    store = env.open_store()
    stored = artifacts.get(store, ids.artifact(store, given))
    judged = judge_stored(env, store, stored)
    if judged.report.passes(strict=env.policy.strict):
        return Drafted(judged.report, judged, stored.session_id, schema=REPAIR_SCHEMA)
    mended = mend(stored.artifact, judged.report, judged.index, judged.capture)
    if mended is None:
        raise Refused(
            f"nothing about d-{judged.number} can be repaired without a judgement",
            f"`workbench show {judged.artifact_id[:12]}` says what fails; draft the range again",
            code="nothing_to_repair",
        )
    kept = artifacts.put(store, mended, now=env.now())
    result = judge_stored(env, store, kept)
    known = {item.item_id for item in judged.artifact.items}
    left = {item.item_id for item in result.artifact.items}
    return Drafted(
        result.report,
        result,
        stored.session_id,
        schema=REPAIR_SCHEMA,
        added=tuple(item for item in result.artifact.items if item.item_id not in known),
        removed=tuple(item for item in judged.artifact.items if item.item_id not in left),
    )
