"""`replay`: a session compacted again and again as it grew, and the drawing of it."""
