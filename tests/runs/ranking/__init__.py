"""Tests of `workbench/runs/ranking`."""
