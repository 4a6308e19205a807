"""The timeline of a session and one event of it: plot, rows, range, search, preview, following."""
