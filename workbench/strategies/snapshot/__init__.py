"""The `snapshot` strategy: the state of a run as the contract's canonical JSON, for drafts and for runs."""

from workbench.strategies.snapshot.draft import SnapshotStrategy

__all__ = ["SnapshotStrategy"]
