"""Tests of `store/context`."""
