"""Suggests the nearest of the existing names ("did you mean")."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(word: str, names: Iterable[str]) -> str | None:
    """Return the name that was probably meant; None if none is near."""
    import difflib

    known = list(names)
    found = difflib.get_close_matches(word.lower(), known, n=1, cutoff=0.6)
    if found:
        return found[0]
    begun = [each for each in known if len(word) > 2 and each.startswith(word.lower())]
    return begun[0] if len(begun) == 1 else None


def did_you_mean(word: str, names: Iterable[str], pattern: str = "{}") -> str:
    """Return the beginning of a hint, `did you mean X? `; empty if no name is near."""
    found = nearest(word, names)
    return f"did you mean {pattern.format(found)}? " if found else ""
