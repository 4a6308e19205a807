"""`run`: agent runs and the runs of strategies, kept in a store and reviewed."""
