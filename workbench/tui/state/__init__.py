"""What screens show, as plain values; no module here knows Textual."""
