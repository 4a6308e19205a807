"""The cap on what is sent to a language model, checked before anything is sent (SG1)."""

from __future__ import annotations

from collections.abc import Sequence

from gates.policy import Policy
from workbench.errors import Refused
from workbench.strategies.base import DraftRequest
from workbench.strategies.staging import StageWindow, room_of, windows

SHOWN_WINDOWS = 6


class OverCap(Refused):
    """What a model would be sent exceeds the purpose's cap; nothing was sent."""

    code = "over_cap"


def check_cap(request: DraftRequest, policy: Policy) -> None:
    """Check that what a language model would be sent is within the purpose's cap (SG1).

    Raises:
        OverCap: it is not; the hint names a smaller range and staged windows.
    """
    limits = policy.limits("compaction")
    tokens = sum(event.tokens for event in request.replaced())
    if limits is None or tokens <= limits.cap_tokens:
        return
    source, cap = request.source, limits.cap_tokens
    what = f"events {source.start}..{source.end} are about {tokens:,} tokens"
    raise over_cap(what, cap, windows(request.events, source.start, source.end, room_of(cap)))


def over_cap(what: str, cap: int, staged: Sequence[StageWindow]) -> OverCap:
    """Return the error for a range over the cap, with windows of the range below it, if there are any."""
    fitting = [each for each in staged if not each.over]
    too_large = [f"{each.start}..{each.end}" for each in staged if each.over]
    alone = f"; too large even alone: {', '.join(too_large[:SHOWN_WINDOWS])}" if too_large else ""
    several = [each for each in fitting if each.end > each.start]
    if not fitting or (too_large and not several):
        hint = f"a policy with a higher [purpose.compaction] cap_tokens, or a smaller range{alone}"
        return OverCap(f"{what}, over the cap of {cap:,}", hint)
    smaller = (several or fitting)[0]
    shown = ", ".join(f"{each.start}..{each.end}" for each in fitting[:SHOWN_WINDOWS])
    more = f" and {len(fitting) - SHOWN_WINDOWS} more" if len(fitting) > SHOWN_WINDOWS else ""
    raising = f"{alone}, which a higher [purpose.compaction] cap_tokens lets in" if too_large else ""
    return OverCap(
        f"{what}, over the cap of {cap:,}",
        f"a smaller range, as --range {smaller.start}..{smaller.end}, or staged windows, as "
        f"--strategy multi_session: {shown}{more}{raising}",
    )
