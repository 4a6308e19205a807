"""The messages of each provider as drafts: their roles, texts, calls and results."""
