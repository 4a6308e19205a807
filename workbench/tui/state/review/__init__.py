"""A draft, its gates and its claims as lines and rows."""
