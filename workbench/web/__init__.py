"""The app in a browser on this machine: one guarded server, one process of the app for each window."""
