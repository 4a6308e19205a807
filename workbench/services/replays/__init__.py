"""`replay`: repeated compaction of a session as it grew, and the plot of the results."""
