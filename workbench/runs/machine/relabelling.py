"""Labels by rules in place of a model's: where those do not parse, and where nothing may be asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from workbench.runs.agent import Agent, LabelsFailed
from workbench.runs.compiling.compiler import Compiled


class Relabelling:
    """Executes the phases of one run, with the labels of its agent or of rules."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self.warning = ""
        """Why the rules labelled the passages of this phase in place of the model."""

    def take(self, phase: Callable[[], None], *, by_rules: bool) -> None:
        """Execute a phase; if a model's labels do not parse twice, execute it again with the rules' labels.

        Args:
            phase: stores nothing before all its passages are labelled.
            by_rules: the rules label from the beginning.
        """
        self.warning = ""
        self._agent.labels_by_rules = by_rules
        try:
            phase()
        except LabelsFailed as error:
            self.warning = f"{error}; the rules labelled the passages instead"
            self._agent.labels_by_rules = True
            phase()

    def warned(self, made: Compiled) -> Compiled:
        """Return a step's context with the warning, if there is one."""
        if not self.warning:
            return made
        detail = made.detail.model_copy(
            update={"warning": "; ".join(filter(None, (made.detail.warning, self.warning)))}
        )
        return replace(made, detail=detail, manifest=replace(made.manifest, detail=detail.model_dump_json()))
