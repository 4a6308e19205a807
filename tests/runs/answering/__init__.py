"""Tests of `workbench/runs/answering`."""
