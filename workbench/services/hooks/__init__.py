"""Hooks of live agents: their installation, the work of each call, and the records of the calls."""
