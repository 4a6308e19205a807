"""Tests of `workbench/importers/conversations`."""
