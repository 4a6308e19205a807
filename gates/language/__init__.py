"""Words, names, numbers and moods of a text: what statements and sources are compared by."""
