"""Session files resumed by the agents themselves; skipped where they are not installed."""
