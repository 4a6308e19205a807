"""What `score` and `report` write for other programs and for people elsewhere: one module a format."""
