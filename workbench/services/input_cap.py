"""The cap on what a language model is sent: refused before anything is, with what would do instead (SG1)."""

from __future__ import annotations

from gates.policy import Policy
from workbench.errors import Refused
from workbench.strategies.base import DraftRequest
from workbench.strategies.staging import room_of, windows


class OverCap(Refused):
    """What a model would be sent is over the purpose's cap; nothing was sent."""

    code = "over_cap"


def check_cap(request: DraftRequest, policy: Policy) -> None:
    """Refuse what a language model would be sent over the purpose's cap, before anything is sent (SG1).

    Raises:
        OverCap: with a smaller range, and with staged windows.
    """
    limits = policy.limits("compaction")
    tokens = sum(event.tokens for event in request.replaced())
    if limits is None or tokens <= limits.cap_tokens:
        return
    source, cap = request.source, limits.cap_tokens
    staged = windows(request.events, source.start, source.end, room_of(cap))
    shown = ", ".join(f"{each.start}..{each.end}" for each in staged[:6])
    raise OverCap(
        f"events {source.start}..{source.end} are about {tokens:,} tokens, over the cap of {cap:,}",
        f"a smaller range, as --range {staged[0].start}..{staged[0].end}, or staged windows, as "
        f"--strategy multi_session: {shown}" + (f" and {len(staged) - 6} more" if len(staged) > 6 else ""),
    )
