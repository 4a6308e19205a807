"""Edits of a draft from the keyboard: words, links, adding and dropping, undo, keep."""
