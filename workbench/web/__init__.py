"""The app in a browser on this machine: one guarded server, and one app process per window."""
