"""Tests of `store/records`."""
