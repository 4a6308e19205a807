"""Access to files, compressed or not: documents, lines and message arrays."""
