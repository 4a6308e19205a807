"""Tests of `workbench/runs/conflicts`."""
