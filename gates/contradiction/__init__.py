"""Gate D: checks claims against the source that they link to."""
