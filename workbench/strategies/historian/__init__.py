"""The `historian` strategy: the newest turns in full, an audit ledger, and a narrative of the rest (S3)."""

from workbench.strategies.historian.draft import HistorianStrategy

__all__ = ["HistorianStrategy"]
