"""Tests of `workbench/facts/proposals`."""
