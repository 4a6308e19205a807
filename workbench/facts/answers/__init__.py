"""What the agent asked and offered, and what the user answered."""
