"""Transcripts where they lie: found, read whole, taken into the store; what could not be read."""
