"""Reads plans: proposed, approved, saved as documents, and carried out."""
