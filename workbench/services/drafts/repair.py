"""Repair: apply the deterministic corrections of a failing report, as a new artifact (GI)."""

from __future__ import annotations

from gates.artifact import Artifact
from gates.report import Verdict
from store.engine import Store
from store.records import artifacts, event_stats, lookup
from workbench.bootstrap import Env
from workbench.edits.against_parent import against_parent
from workbench.errors import Refused
from workbench.escaping import one_line
from workbench.facts.objective import current_objective
from workbench.facts.spans import shorten
from workbench.services.drafts.draft import Drafted, history
from workbench.services.judgement.judge import JudgedArtifact, judge_stored
from workbench.strategies.repair import repair_artifact
from workbench.strategies.repaired import blocking
from workbench.strategies.whole_calls import with_whole_calls

REPAIR_SCHEMA = "workbench.repair/1"
_WORDS = 200
"""Most characters of what is in the way."""


def repair(env: Env, id_or_prefix: str, *, drop_unsourced: bool = False, likely: bool = False) -> Drafted:
    """Make, store and score the repaired artifact; one that passes already is returned unchanged.

    `drop_unsourced` leaves out statements without a source, `likely` adds also what is likely lost.

    Raises:
        Refused: the artifact fails, and nothing of it can be repaired without a judgement, or nothing
            of it would be left.
    """
    store = env.open_store()
    stored = artifacts.get(store, lookup.artifact(store, id_or_prefix))
    judged = judge_stored(env, store, stored)
    whole = with_whole_calls(judged.artifact, judged.events) is judged.artifact
    if whole and judged.report.passes(strict=env.policy.strict) and not likely:
        return Drafted(judged.report, judged, stored.session_id, schema=REPAIR_SCHEMA, unchanged=True)
    repaired = repair_artifact(
        stored.artifact,
        judged.report,
        judged.index,
        judged.capture,
        drop_unsourced=drop_unsourced,
        likely=likely,
    )
    if repaired is None:
        raise Refused(
            f"nothing about d-{judged.number} can be repaired without a judgement",
            _other_ways(judged, id_or_prefix, tried=drop_unsourced) + _in_the_way(judged),
            code="nothing_to_repair",
        )
    if not repaired.artifact.items:
        raise Refused(
            f"nothing of d-{judged.number} would be left: "
            f"none of its {len(judged.artifact.items)} statements has a source in the range",
            "if the transcript begins at its compaction, import the earlier file first",
            code="nothing_left",
        )
    artifact = _with_objective(store, repaired.artifact)
    before = event_stats.artifact_numbers(store, stored.session_id)
    kept = artifacts.put(store, artifact, now=env.now())
    result = judge_stored(env, store, kept, unlisted=True)
    known = {item.item_id for item in judged.artifact.items}
    left = {item.item_id for item in result.artifact.items} | {each.item_id for each in repaired.dropped}
    return Drafted(
        result.report,
        result,
        stored.session_id,
        schema=REPAIR_SCHEMA,
        added=tuple(item for item in result.artifact.items if item.item_id not in known),
        removed=tuple(item for item in judged.artifact.items if item.item_id not in left),
        dropped=repaired.dropped,
        blocking=blocking(result.artifact, result.report),
        against=against_parent(
            judged.number, (judged.artifact, judged.report), (result.artifact, result.report)
        ),
        repeated=kept.artifact_id in before,
    )


def _with_objective(store: Store, artifact: Artifact) -> Artifact:
    """Return the artifact with the objective of its range if it has none, as a native summary."""
    if artifact.objective:
        return artifact
    source = artifact.source
    events = history(store, source.session_id, source.source_start, source.source_end)
    return artifact.model_copy(update={"objective": current_objective(events, source.source_start)})


def _in_the_way(judged: JudgedArtifact) -> str:
    """Return what keeps the artifact from passing, numbered, with what to do about each."""
    left = blocking(judged.artifact, judged.report)
    lines = [
        f"{n}. {each.gate} {each.rule}: {shorten(one_line(each.text), _WORDS)} -> {one_line(each.fix)}"
        for n, each in enumerate(left, 1)
    ]
    return f"; in the way: {' '.join(lines)}" if lines else ""


def _other_ways(judged: JudgedArtifact, given: str, *, tried: bool) -> str:
    """Return what to do if nothing could be repaired: drop unsourced statements, if that was not tried."""
    shows = f"`workbench show {judged.artifact_id[:12]}` says what fails"
    unsourced = judged.report.gates["B"].status is Verdict.FAIL
    if unsourced and not tried and not judged.artifact.opaque:
        way = f"workbench repair {given} --drop-unsourced"
        return f"{shows}; `{way}` leaves out the statements that have no source"
    if judged.report.blocking == ("E",) and judged.report.fails_by_size_alone:
        return f"{shows}; it is not smaller than its range, so draft a larger range"
    return f"{shows}; draft the range again"
