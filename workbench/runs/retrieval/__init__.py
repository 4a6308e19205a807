"""Candidates for a query: by words and by vectors, fused, labelled, with one fallback."""
