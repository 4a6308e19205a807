"""Sessions, transcripts of this machine and what a search found, as rows."""
