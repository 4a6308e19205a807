"""Wait for a person's decision about a proposed compaction, no longer than the run's policy says.

It decides nothing itself: without a decision in time the policy says whether the run goes on with the
draft unreviewed, has it accepted through the boundary, or stops.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from workbench.errors import Refused
from workbench.strategies.keeping import Decision, Proposal, RunKeeper

ACTOR = "review-policy"
"""Who accepts where the policy does."""


class NoDecision(Refused):
    """Nobody decided in time and the policy says to stop; the run's state is as before the cycle."""

    code = "no_decision"


class DraftRejected(Refused):
    """A person rejected the proposed compaction; the run's state is as before the cycle."""

    code = "draft_rejected"


@dataclass(frozen=True, slots=True)
class ReviewPolicy:
    """How long a run waits for a person, and what holds when nobody decided.

    `apply`: it goes on with the draft, which stays a draft and can be reviewed later. `accept`: the draft is
    accepted through the boundary, by the actor `review-policy`, if the gates allow it. `stop`: `NoDecision`.
    """

    time_limit_s: float = 0.0
    """0 does not wait."""
    without_decision: Literal["apply", "accept", "stop"] = "apply"
    poll_s: float = 0.5
    """Seconds between two looks."""


def await_decision(
    keeper: RunKeeper,
    proposal: Proposal,
    policy: ReviewPolicy,
    *,
    ticks: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Decision:
    """What applies in the range of a proposal.

    Raises:
        DraftRejected: a person rejected it.
        NoDecision: nobody decided in `time_limit_s` seconds, and the policy says to stop.
        AcceptanceRefused: the policy says to accept, and the boundary refused.
    """
    deadline = ticks() + policy.time_limit_s
    while True:
        found = keeper.decided(proposal)
        if found is not None:
            return _heard(proposal, found)
        left = deadline - ticks()
        if left <= 0:
            return _without(keeper, proposal, policy)
        sleep(min(policy.poll_s, left))


def _heard(proposal: Proposal, found: Decision) -> Decision:
    if found.outcome == "rejected":
        raise DraftRejected(
            f"{proposal.name} was rejected by {found.actor}: {found.reason}",
            "repair or edit it and accept that, or draft the range by another strategy",
        )
    return found


def _without(keeper: RunKeeper, proposal: Proposal, policy: ReviewPolicy) -> Decision:
    if policy.without_decision == "apply":
        return Decision("unreviewed", proposal.artifact)
    if policy.without_decision == "accept":
        reason = f"nobody decided in {policy.time_limit_s:g} s"
        return keeper.accept(proposal, ACTOR, reason)
    raise NoDecision(
        f"nobody decided about {proposal.name} in {policy.time_limit_s:g} s",
        f"`workbench accept {proposal.name}`, or reject it, then go on",
    )
