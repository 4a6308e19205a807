"""Comparisons, contexts and replays as rows."""
