"""Sessions, transcripts of this machine and search results, as rows."""
