"""Repairing a draft by hand: what a change is, the working copy that changes make, the form for an editor."""
