"""Whether a directive of the user takes back an earlier one without saying so: it demands what that excluded.

`Use CSV, not JSON` and later `Use JSON`; or the same words with another value of the same type. In doubt both
stay.
"""

from __future__ import annotations

from gates.language.similarity import statement
from workbench.facts.superseding.replacement import Tie, replaces
from workbench.facts.superseding.retaken import retakes

_COUNTING = "first second third fourth fifth last next previous other"
"""Words that tell things of a kind apart: another one names another thing."""


def takes_back(later: str, earlier: str) -> bool:
    """Return whether `later` demands what `earlier` ruled out, or gives its only value anew."""
    return retakes(later, earlier) or _gives_anew(later, earlier)


def _gives_anew(later: str, earlier: str) -> bool:
    if later.rstrip().endswith("?") or statement(later).tokens.negations:
        return False
    new, old = statement(later).stems, statement(earlier).stems
    if len(new - old) != 1 or len(old - new) != 1 or not new & old:
        return False
    if (new ^ old) & statement(_COUNTING).stems:
        return False
    rank = replaces(later, earlier)
    return rank is not None and rank[0] >= Tie.VALUE
