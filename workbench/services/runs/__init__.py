"""`run`: agent runs and the runs of strategies, stored and reviewed."""
