"""Editing a draft by hand: changes, the working copy that they produce, and the form for an editor."""
