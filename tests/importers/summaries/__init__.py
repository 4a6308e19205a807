"""Tests of `workbench/importers/summaries`."""
