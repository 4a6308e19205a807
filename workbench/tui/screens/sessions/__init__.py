"""The library of sessions: details, import, transcripts on this machine, search over all sessions."""
