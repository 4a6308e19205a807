"""Tests of `workbench/importers/traffic`."""
