"""The gate table of the draft screen: which gate is explained, and the walk from problem to problem."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.presentation.judgement import Judgement
from workbench.presentation.problems import ORDER, GateProblem
from workbench.tui.screens.base import BaseScreen
from workbench.tui.state.review import drafts
from workbench.tui.state.review.gate_table import explained, gate_rows
from workbench.tui.state.spans import PaneRow, row
from workbench.tui.widgets.line_view import LineView

COMPACT_BELOW = 28
"""Rows of the screen below which a gate's measures share its line."""
_GATES = frozenset("ABCDES")


class GateWalk:
    """Lays out the pane `#gates` of a screen and moves its cursor."""

    def __init__(self, screen: BaseScreen) -> None:
        """Start empty."""
        self._screen = screen
        self._judgement: Judgement | None = None
        self.gate = "A"
        """The gate that is explained below the table."""

    @property
    def lines(self) -> LineView:
        """The view of the pane."""
        return self._screen.query_one("#gates", LineView)

    @property
    def problems(self) -> tuple[GateProblem, ...]:
        """The problems of the shown judgement."""
        return self._judgement.problems if self._judgement is not None else ()

    def show(self, judgement: Judgement, *, fresh: bool) -> None:
        """Show a judgement; `fresh`: of another draft, so that the cursor goes to the worst gate."""
        self._judgement = judgement
        known = _GATES | {each.key for each in judgement.problems}
        if fresh or self.lines.cursor is None or self.lines.cursor not in known:
            worst = judgement.report.blocking
            self.gate = next((name for name in ORDER if name in worst), "A")
            self.lines.show(self._lay, cursor=self.gate)
        else:
            self.lines.show(self._lay)

    def clear(self) -> None:
        """Show nothing until another draft is scored."""
        self._judgement = None
        self.lines.show(lambda _width: (), keep=False)

    def _lay(self, width: int) -> Sequence[PaneRow]:
        if self._judgement is None:
            return ()
        compact = self._screen.size.height < COMPACT_BELOW
        rows = gate_rows(self._judgement, width, compact=compact)
        return [*rows, row(), *explained(self._judgement, self.gate, width)]

    def moved(self, key: str) -> None:
        """Explain the gate under the cursor, or the gate of the problem under it."""
        problem = self._problem(key)
        self._explain(problem.gate if problem is not None else key)

    def _explain(self, gate: str) -> None:
        if gate != self.gate:
            self.gate = gate
            self.lines.show(self._lay)

    def _problem(self, key: str | None) -> GateProblem | None:
        return next((each for each in self.problems if each.key == key), None)

    def problem_at(self, key: str) -> GateProblem | None:
        """Return the problem of a key, or the first one of a gate."""
        return self._problem(key) or drafts.first_of(self.problems, key)

    def visit(self, problem: GateProblem) -> None:
        """Record that the reader visited a problem."""
        self._screen.bench.looked_at.add(self._screen.state.artifact_id, problem.key)

    def step(self, by: int) -> bool:
        """Go to the next or previous problem, wrapping around; return False if there is none."""
        if self._judgement is not None and self._judgement.opaque:
            return False
        problem = drafts.step(self.problems, self.lines.cursor, self.gate, by)
        if problem is None:
            return False
        self._explain(problem.gate)
        self.lines.go_to(problem.key)
        self.visit(problem)
        return True
