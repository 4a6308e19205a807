"""Dialogs that every screen may open: to read, choose, answer, wait; the keys and the glossary; a path."""
