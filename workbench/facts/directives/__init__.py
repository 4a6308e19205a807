"""Reads what user messages ask to do, keep or avoid, as commitments."""
