"""Transcripts with one record per line, as terminal agents write them: totals and compactions."""
