"""Pictures of the real screens for the README."""
