"""Logs of Inspect: the container, the samples, and the events of a sample."""
