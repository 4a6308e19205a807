"""How likely a commitment binds, and the order in which candidates are proposed."""

from __future__ import annotations

from workbench.facts.commitment import Commitment
from workbench.facts.proposals.outlook import Outlook


def binding_likelihood(outlook: Outlook, commitment: Commitment) -> float:
    """How likely a commitment binds as of the last event: 0 to 1, three decimals, the same everywhere.

    The reading of a range (`facts/reading.py`) calls it for every commitment whose basis is a human's
    words, a plan or structure, sure or not: what is sure and less likely than `DROP_BELOW` is only
    proposed, what is not sure and at least as likely as `COUNT_FROM` counts. So whoever reads human
    words yields every sentence that may direct, with `sure` as the rules see it, and need not call this.
    """
    return 0.5 if commitment.sure else 0.3
