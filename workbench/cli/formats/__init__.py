"""Formats that `score` and `report` write for other programs and readers: one module per format."""
