"""What a run leaves in a folder, and golden cases that judge it."""
