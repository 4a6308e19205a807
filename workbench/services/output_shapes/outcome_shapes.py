"""By what a run of `score` passes or fails, as models: budgets and baselines."""

from __future__ import annotations

from workbench.services.output_shapes.shape import Shape


class BudgetUseShape(Shape):
    """How much of something was found, and how much the run may hold; `allowed` null: any number."""

    found: int
    allowed: int | None


class BudgetShape(Shape):
    """The budgets of a run, where a policy or an option sets one."""

    failed: BudgetUseShape
    warnings: BudgetUseShape


class AgainstBaselineShape(Shape):
    """A run beside its baseline."""

    path: str
    new: int
    """Problems by which a compaction fails that are new, or worse than they were."""
    known: int
    fixed: int
    gone: list[str]
    """Compactions of the baseline that this run did not judge."""
    notes: list[str]
