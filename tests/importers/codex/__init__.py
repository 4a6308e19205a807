"""Tests of `workbench/importers/codex`."""
