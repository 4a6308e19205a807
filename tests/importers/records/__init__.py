"""Tests of `workbench/importers/records`."""
