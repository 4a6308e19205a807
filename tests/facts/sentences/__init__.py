"""Tests of `workbench/facts/sentences`."""
