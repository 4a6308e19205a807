"""The messages of each provider as drafts: roles, texts, calls and results."""
