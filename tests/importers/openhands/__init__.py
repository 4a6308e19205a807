"""Tests of `workbench/importers/openhands`."""
