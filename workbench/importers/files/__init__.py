"""Files as they are opened: packed or not, documents, lines and message arrays."""
