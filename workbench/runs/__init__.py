"""Agent runs: evidence first, step by step, every step persisted before the next begins (seed 002).

Nothing here opens a store; a service stores and loads the records of a run.
"""
