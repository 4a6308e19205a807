"""Tests of `workbench/facts/actions`."""
