"""`watch`: folders of transcripts followed, new compactions scored as they appear."""
