"""Tests of `store/journal`."""
