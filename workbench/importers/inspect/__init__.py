"""Logs of Inspect: their container, their samples, and what a sample's events tell."""
