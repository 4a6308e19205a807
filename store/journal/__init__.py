"""The journal: one hash chain a session over every record of it."""
