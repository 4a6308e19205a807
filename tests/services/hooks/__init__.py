"""Hooks of live agents."""
