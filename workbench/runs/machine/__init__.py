"""The phases of a run, persisted one at a time, and the supervisor of its steps."""
