"""Tests of `workbench/runs/machine`."""
