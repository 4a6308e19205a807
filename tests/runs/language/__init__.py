"""Tests of `workbench/runs/language`."""
