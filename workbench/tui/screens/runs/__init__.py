"""Agent runs: starting and showing them, and notices of their progress."""
