"""Tests of `workbench/importers/gemini`."""
