"""Completion at the prompt: the scripts of the shells, and the answers to their questions."""
