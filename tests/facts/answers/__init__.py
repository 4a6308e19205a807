"""Tests of `workbench/facts/answers`."""
