"""Compaction Workbench: review, score, accept and roll back compactions of agent sessions."""
