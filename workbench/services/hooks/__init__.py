"""Hooks of live agents: what is installed where, what each call does, and what it left on record."""
