"""Tests of `workbench/importers/events`."""
