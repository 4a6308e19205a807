"""Tests of `store/verify`."""
