"""Agent runs: start one, see one, hear what it came to."""
