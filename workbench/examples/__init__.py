"""Runnable examples of the library for authors of agents: `python -m workbench.examples.NAME [STORE]`."""
