"""Events, ranges and the plot of a session as values."""
