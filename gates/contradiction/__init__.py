"""Gate D: claims against the source that they link to."""
