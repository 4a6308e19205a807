"""Tests of the records of a run."""
