"""Dialogs that every screen may open: reading, choosing, answering, progress; keys and glossary; paths."""
