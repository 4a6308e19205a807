"""`context`: the context that an agent would be given, and session files to resume from."""
