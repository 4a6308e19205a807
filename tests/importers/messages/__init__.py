"""Tests of `workbench/importers/messages`."""
