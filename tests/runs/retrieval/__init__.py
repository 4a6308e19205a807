"""Tests of `workbench/runs/retrieval`."""
