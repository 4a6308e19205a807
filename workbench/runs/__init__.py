"""Agent runs: evidence first, step by step, every step persisted before the next begins (seed 002).

Nothing here opens a store; a service keeps what a run does and gives it back.
"""
