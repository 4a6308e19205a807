"""Values of the services laid out as lines for a reader. Nothing here writes or computes facts."""
