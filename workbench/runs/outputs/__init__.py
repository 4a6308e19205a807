"""The files that a run writes into a folder, and golden cases that judge its output."""
