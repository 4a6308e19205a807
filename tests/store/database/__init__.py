"""Tests of `store/database`."""
