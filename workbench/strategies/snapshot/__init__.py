"""`snapshot`: the state of a run as the contract's canonical JSON, drafted, or kept by a run."""

from workbench.strategies.snapshot.draft import SnapshotStrategy

__all__ = ["SnapshotStrategy"]
