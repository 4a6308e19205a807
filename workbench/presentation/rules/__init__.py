"""Every gate rule in plain words: what it looks for, an example, what to do about it."""
