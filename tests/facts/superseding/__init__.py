"""Tests of `workbench/facts/superseding`."""
