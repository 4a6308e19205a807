"""Tests of `workbench/importers/files`."""
