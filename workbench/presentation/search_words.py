"""Wording of search results, for commands and screens."""

from __future__ import annotations

ONLY_SOME = "Nothing holds all of the words; these hold some of them."
"""Shown if no text contains every term."""
