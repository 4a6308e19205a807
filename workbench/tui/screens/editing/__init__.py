"""Edits of a draft from the keyboard: words, links, what is added and dropped, undo, keep."""
