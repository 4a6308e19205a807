"""`watch`: follow folders of transcripts, and score new compactions as they appear."""
