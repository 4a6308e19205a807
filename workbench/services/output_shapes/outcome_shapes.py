"""The criteria by which a run of `score` passes or fails, as models: budgets and baselines."""

from __future__ import annotations

from workbench.services.output_shapes.shape import Shape


class BudgetUseShape(Shape):
    """How many problems were found, and how many the run may have; `allowed` null: any number."""

    found: int
    allowed: int | None


class BudgetShape(Shape):
    """The budgets of a run, if a policy or an option sets one."""

    failed: BudgetUseShape
    warnings: BudgetUseShape


class AgainstBaselineShape(Shape):
    """A run compared with its baseline."""

    path: str
    new: int
    """Problems that fail a compaction and are new, or worse than in the baseline."""
    known: int
    fixed: int
    gone: list[str]
    """Compactions of the baseline that this run did not score."""
    notes: list[str]
