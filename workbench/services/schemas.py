"""JSON Schemas, by name, of what the program reads and prints."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from gates.artifact import Artifact
from gates.policy import RUN_TABLE, Policy
from gates.snapshot.model import Snapshot
from workbench.errors import UsageError
from workbench.nearest import did_you_mean
from workbench.runs.records.shapes import ResearchOutput
from workbench.runs.settings import OF_ONE_RUN, RunSettings
from workbench.services.hooks import shapes as hook_shapes
from workbench.services.output_shapes import (
    calibrate_shapes,
    context_shapes,
    edit_shapes,
    plan_shapes,
    record_shapes,
    report_shapes,
    result_shapes,
    run_shapes,
    search_shapes,
    store_shapes,
    strategy_shapes,
)
from workbench.services.output_shapes import reports_and_drafts as shapes
from workbench.services.scores import baseline

_MODELS: dict[str, type[BaseModel]] = {
    "accept": shapes.MoveShape,
    "artifact": Artifact,
    "backup": store_shapes.BackupShape,
    "baseline": baseline.BaselineShape,
    "bundle": store_shapes.BundleShape,
    "calibrate": calibrate_shapes.CalibrateShape,
    "capture": shapes.CaptureShape,
    "context": context_shapes.ContextShape,
    "demo": record_shapes.DemoShape,
    "diff": shapes.DiffShape,
    "doctor": record_shapes.DoctorShape,
    "draft": shapes.DraftShape,
    "edit": edit_shapes.EditShape,
    "edit-form": edit_shapes.EditFormShape,
    "error": shapes.ErrorShape,
    "export": store_shapes.ExportShape,
    "golden": run_shapes.GoldenShape,
    "head": shapes.HeadsShape,
    "history": record_shapes.HistoryShape,
    "hooks_caught_up": hook_shapes.CaughtUpShape,
    "hooks_install": hook_shapes.HooksChangeShape,
    "hooks_log": hook_shapes.HooksLogShape,
    "hooks_status": hook_shapes.HooksStatusShape,
    "import": shapes.ImportShape,
    "manifest": run_shapes.ManifestShape,
    "modes": strategy_shapes.ModesShape,
    "plan": plan_shapes.PlanShape,
    "policy": Policy,
    "purge": store_shapes.PurgeShape,
    "repair": shapes.RepairShape,
    "replay": plan_shapes.ReplayShape,
    "requests": run_shapes.RequestsShape,
    "research": ResearchOutput,
    "result": result_shapes.ResultShape,
    "results": result_shapes.ResultsShape,
    "report": report_shapes.ReportShape,
    "restore": store_shapes.RestoreShape,
    "review": record_shapes.ReviewShape,
    "rollback": shapes.MoveShape,
    "run": run_shapes.RunShape,
    "runs": run_shapes.RunsShape,
    "score": shapes.ScoreShape,
    "search": search_shapes.SearchShape,
    "seed": strategy_shapes.SeedShape,
    "sessions": record_shapes.SessionsShape,
    "show": shapes.ShowShape,
    "snapshot": Snapshot,
    "stages": strategy_shapes.StagesShape,
    "timeline": shapes.TimelineShape,
    "triggers": strategy_shapes.TriggersShape,
    "tuning": strategy_shapes.TuningShape,
    "verify": shapes.VerifyShape,
    "watch": hook_shapes.WatchShape,
}


def names() -> tuple[str, ...]:
    """Return the names that `schema_of` knows."""
    return tuple(_MODELS)


def schema_of(name: str) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of that name; the prefix `workbench.` and the version are optional.

    Raises:
        UsageError: there is no schema of that name.
    """
    bare = name.removeprefix("workbench.").partition("/")[0]
    model = _MODELS.get(bare)
    if model is None:
        raise UsageError(
            f"there is no schema {name!r}", f"{did_you_mean(bare, _MODELS)}there are: {', '.join(_MODELS)}"
        )
    made = model.model_json_schema(by_alias=True, mode="validation")
    if model is Policy:
        _add_run_table(made)
    dialect = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": dialect, **made}


def _add_run_table(policy: dict[str, Any]) -> None:
    """Add the table `run` of a policy file, which only agent runs read, to the policy's schema."""
    table = RunSettings.model_json_schema(mode="validation")
    policy["$defs"] = {**table.pop("$defs", {}), **policy["$defs"]}
    for name in OF_ONE_RUN:
        del table["properties"][name]
    policy["$defs"]["RunSettings"] = table
    policy["properties"][RUN_TABLE] = {"$ref": "#/$defs/RunSettings"}
