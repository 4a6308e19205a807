"""What commands and screens say of a search in the same words."""

from __future__ import annotations

ONLY_SOME = "Nothing holds all of the words; these hold some of them."
"""Where no text holds every term."""
