"""Tests of `workbench/facts/plans`."""
