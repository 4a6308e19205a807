"""Tests of `workbench/facts/directives`."""
