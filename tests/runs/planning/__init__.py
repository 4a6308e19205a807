"""Tests of `workbench/runs/planning`."""
