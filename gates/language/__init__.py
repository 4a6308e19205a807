"""Words, names, numbers and moods of texts, the basis for comparing statements with sources."""
