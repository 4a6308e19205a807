"""The store: keeps everything the gates judge, and owns the one place where a pointer moves."""
