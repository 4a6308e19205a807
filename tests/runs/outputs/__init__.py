"""Tests of `workbench/runs/outputs`."""
