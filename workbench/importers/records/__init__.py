"""Transcripts of records, one a line, as the agents of a terminal write them: totals and compactions."""
