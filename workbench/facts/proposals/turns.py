"""Features of a statement's place in its turn, and of the work that the turn did before it ended."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from workbench.facts.proposals.candidate import CandidateStatement

_MESSAGES = (1, 2, 4, 8, 16)
_EDITS = (1, 3, 8, 20)
_CLOSED_EDITS = (1, 3, 8)
_CLOSED_TOOLS = (1, 5, 20)


def turn_features(
    candidate: CandidateStatement,
    said: Sequence[int],
    between: Callable[[str, int, int], int],
    start: int,
    end: int,
) -> dict[str, float]:
    """Return the features of a statement in a turn between the events `start` and `end`, both exclusive.

    `said` are the ordinals of all messages of the agent, ascending; `between` counts the steps of a kind
    between two events. What ends a turn after much work reports that work.
    """
    at = bisect_left(said, candidate.ordinal)
    left = bisect_left(said, end) - 1 - at
    edits = between("edit", start, end)
    found = {
        f"turn_before:{bucket(at - bisect_right(said, start), _MESSAGES)}": 1.0,
        f"turn_left:{bucket(left, _MESSAGES)}": 1.0,
        f"turn_edits:{bucket(edits, _EDITS)}": 1.0,
    }
    if left > 0:
        return found
    tools = edits + between("tool", start, end)
    found[f"closes_edits:{bucket(edits, _CLOSED_EDITS)}"] = 1.0
    found[f"closes_tools:{bucket(tools, _CLOSED_TOOLS)}"] = 1.0
    found[f"closes_{candidate.features[0]}"] = 1.0
    if between("commit", start, end):
        found["closes_commit"] = 1.0
    return found


def bucket(size: int, edges: Sequence[int]) -> int:
    """Return how many of the ascending edges a size has reached."""
    return bisect_right(edges, size)
