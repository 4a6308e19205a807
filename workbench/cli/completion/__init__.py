"""Completion at the prompt: the scripts of the shells, and the answers that they ask for."""
