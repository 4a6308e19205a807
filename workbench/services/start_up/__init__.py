"""Fast paths of the start-up: data for a first frame and a shell's completion, without opening the store.

The gain of each is measured in docs/decisions/start-up.md. No other code reads a store without
`store.engine`.
"""
