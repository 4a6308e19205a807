"""Tests of `workbench/importers/pi`."""
