"""Snapshot JSON v1: building, checking, comparing and printing it (S0)."""
