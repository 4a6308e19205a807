"""Tests of `store/boundary`."""
