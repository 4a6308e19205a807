"""Comparisons: drafts and moves, active and native context, replays of a session."""
