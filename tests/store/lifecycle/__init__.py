"""Tests of `store/lifecycle`."""
