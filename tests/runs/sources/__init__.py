"""Tests of `workbench/runs/sources`."""
