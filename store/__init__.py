"""The store: keeps everything the gates judge, and is the only place where a pointer moves."""
