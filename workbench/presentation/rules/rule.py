"""The help entry of one rule, and remedies shared by several entries."""

from __future__ import annotations

from typing import Literal, NamedTuple

Blocks = Literal["always", "sometimes", "never"]


class RuleHelp(NamedTuple):
    """The help entry of one gate rule."""

    name: str
    """As in `findings[].rule`."""
    gate: Literal["A", "B", "C", "D", "E"]
    blocks: Blocks
    """Whether its findings are hard; `sometimes` if only the most certain ones are."""
    looks_for: str
    example: str
    remedy: str


RELINK = "Link the statement to its source, or leave it out (`repair --drop-unsourced` does so and lists it)."
READ = "Read the claim beside its source (`enter`); correct the claim, or clear the finding with a reason."
FIX_NUMBER = "Put in the number of the source, or link the passage that has the claimed one."
