"""The journal: one hash chain per session over all of its records."""
