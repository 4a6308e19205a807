"""The content of screens as plain values; no module here imports Textual."""
