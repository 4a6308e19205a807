"""Transcript files: found, read whole, and imported into the store; and the lines that could not be read."""
