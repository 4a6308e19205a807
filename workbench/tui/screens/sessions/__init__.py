"""The library of sessions: what is known of each, import, transcripts on this machine, search of all."""
