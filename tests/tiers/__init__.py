"""Tests of the optional tiers."""
