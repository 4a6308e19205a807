"""Tests of `workbench/importers/inspect`."""
