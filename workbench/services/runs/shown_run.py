"""The request for a run, and a run as commands show it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from store.run_values import ProcessedSource, RunRecord
from workbench.models.base import answered_words
from workbench.runs.records import state as phases
from workbench.runs.records.shapes import ResearchOutput
from workbench.runs.records.state import RunState
from workbench.runs.settings import RunSettings
from workbench.services.output_shapes.run_shapes import RunShape
from workbench.services.output_shapes.shape import printed

Traffic = tuple[Path | None, Path | None]


@dataclass(frozen=True)
class RunRequest:
    """A request for a run."""

    objective: str
    sources: tuple[str, ...]
    done_definition: str = ""
    out: Path | None = None
    """Folder for the outputs; None: they are only stored."""
    settings: dict[str, Any] | None = None
    """Explicit settings; see `RunSettings`."""
    traffic: Traffic = (None, None)
    """A recording to replay a model's answers from, and one to write them to."""


@dataclass(frozen=True)
class RunShown:
    """A run as the commands show it."""

    record: RunRecord
    state: RunState
    settings: RunSettings
    sources: dict[str, int]
    """Number of sources that were read, skipped and failed."""
    output: ResearchOutput | None
    written: Path | None = None
    not_read: tuple[ProcessedSource, ...] = ()
    """Sources that were not read, while there is no output, which names them."""

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.run/1` object."""
        state = self.state
        return printed(
            RunShape,
            self.record,
            status=state.status,
            phase=state.phase,
            step=state.step,
            events=state.sequence,
            question=state.question,
            reason=state.reason,
            budgets={
                "steps": {"used": state.step, "most": self.settings.steps},
                "tokens": {"used": state.spent.tokens, "most": self.settings.tokens},
                "seconds": {"used": state.spent.seconds, "most": self.settings.seconds},
                "money": {
                    "used": state.spent.money,
                    "most": self.settings.money,
                    "currency": self.settings.currency,
                },
            },
            sources=self.sources,
            steps=list(state.progress),
            warnings=list(state.warnings),
            overrides=[
                {
                    "override_id": each.override_id,
                    "override": each.override.model_dump(mode="json"),
                    "trigger": each.trigger,
                    "step": each.step,
                    "ttl_steps": each.ttl_steps,
                    "active": each.active(state.step + 1) and state.status == phases.RUNNING,
                }
                for each in state.overrides
            ],
            snapshot_id=state.snapshot_id,
            output=self.output,
            written=str(self.written) if self.written else None,
            not_read=[{"location": each.location, "reason": each.reason} for each in self.not_read],
            answered_by=[
                {"model": asked, "reported_model": reported} for asked, reported in state.answered_by
            ],
        )

    def others_answered(self) -> list[str]:
        """Name each model that was asked with the one that answered, if its service reports another one."""
        named = [(asked, answered_words(asked, reported)) for asked, reported in self.state.answered_by]
        return [stated for asked, stated in named if stated != asked]


def next_words(run_id: str, state: RunState, *, has_output: bool) -> str:
    """Return what can be done with a run in its state."""
    if state.status == phases.WAITING:
        return f'`workbench run answer {run_id} "..."` goes on'
    if state.status == phases.RUNNING:
        return f"`workbench run resume {run_id}` goes on"
    if has_output:
        return f"`workbench run status {run_id} --out DIR` writes its outputs"
    return f"it ended before it had an output; `workbench timeline {run_id}` shows what it did"
