"""Suggests the id that was probably meant by one that names nothing ("did you mean")."""

from __future__ import annotations

import re
from collections.abc import Iterable

_TAG = re.compile(r"^[a-z]{3}_")
_SHORT = 12
"""Characters of an id in the lists of the commands, its tag included."""
_LEAST = 5
"""Characters without the tag below which any id is near."""
_ALIKE = 0.8
"""Least similarity, by `difflib`: one wrong, missing or swapped character in six."""


def did_you_mean_id(given: str, known: Iterable[str]) -> str:
    """Return the beginning of a hint, `did you mean ses_8f3a12be? `; empty if no known id is near.

    Ids are compared without their tags, over as many characters as were given. A third of these must occur
    unchanged, which is quick to find among many ids.
    """
    wanted = _TAG.sub("", given).casefold()
    if len(wanted) < _LEAST:
        return ""
    third = len(wanted) // 3
    parts = (wanted[:third], wanted[third:-third], wanted[-third:])
    begun = dict[str, str]()
    for full in known:
        bare = _TAG.sub("", full)
        longer = bare[: len(wanted) + 1]
        if any(part in longer for part in parts):
            begun.setdefault(bare[: len(wanted)], full)
    import difflib

    found = difflib.get_close_matches(wanted, begun, n=1, cutoff=_ALIKE)
    return f"did you mean {begun[found[0]][: max(_SHORT, len(given))]}? " if found else ""
