"""Intent and labels by rules in place of a model's: where it does not parse, or may not be asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from workbench.runs.agent import Agent, IntentFailed, LabelsFailed
from workbench.runs.compiling.compiler import Compiled


class Relabelling:
    """Executes the phases of one run, with the labels of its agent or of rules."""

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self.warning = ""
        """What the rules did in this phase in place of the model, and why."""

    def take(self, phase: Callable[[], None], *, by_rules: bool) -> None:
        """Execute a phase; if intent or labels do not parse twice, again with the rules'.

        Args:
            phase: stores nothing before all its passages are labelled.
            by_rules: the rules label from the beginning.
        """
        self.warning = ""
        self._agent.labels_by_rules = by_rules
        while not self._taken(phase):
            pass

    def _taken(self, phase: Callable[[], None]) -> bool:
        """Execute a phase; return False where it is to be executed again, which each failure allows once."""
        try:
            phase()
        except IntentFailed as error:  # the agent has the rules' intent from now on
            self._warn(f"{error}; the rules read the objective instead")
        except LabelsFailed as error:
            self._warn(f"{error}; the rules labelled the passages instead")
            self._agent.labels_by_rules = True
        else:
            return True
        return False

    def _warn(self, why: str) -> None:
        self.warning = "; ".join(filter(None, (self.warning, why)))

    def warned(self, made: Compiled) -> Compiled:
        """Return a step's context with the warning, if there is one."""
        if not self.warning:
            return made
        detail = made.detail.model_copy(
            update={"warning": "; ".join(filter(None, (made.detail.warning, self.warning)))}
        )
        return replace(made, detail=detail, manifest=replace(made.manifest, detail=detail.model_dump_json()))
