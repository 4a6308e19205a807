"""Tests of `workbench/importers/claude`."""
