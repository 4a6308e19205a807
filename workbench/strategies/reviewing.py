"""Wait for a person's decision about a proposed compaction, no longer than the run's policy says.

Nothing is decided here: without a decision in time the policy says whether the run goes on with the draft
unreviewed, has it accepted through the boundary, or stops. A draft whose only fault is that it is not smaller
than its source cannot pass the boundary; a run goes on with it all the same, the session's own context keeps
the words, and a later draft over the same range may be worth accepting.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from workbench.errors import Refused
from workbench.strategies.keeping import Decision, Proposal, RunRepository

Accept = Callable[[Proposal, str, str, tuple[str, ...]], Decision]
"""Makes a proposal active: proposal, actor, reason, gates to confirm."""

ACTOR = "review-policy"
"""The actor of an acceptance by the policy."""


class NoDecision(Refused):
    """Nobody decided in time and the policy says to stop; the run's state is as before the cycle."""

    code = "no_decision"


class CompactionRejected(Refused):
    """A person rejected the proposed compaction; the run's state is as before the cycle.

    The same call raises it again, whatever the policy, until the draft or one repaired or edited from it is
    accepted (one that is only not smaller than its source: approved), or the run is resumed with a summarizer
    that writes another draft.
    """

    code = "draft_rejected"


@dataclass(frozen=True, slots=True)
class ReviewPolicy:
    """How long a run waits for a person, and what applies when nobody decided.

    `apply`, the default: it goes on with the draft, unreviewed and whatever the gates find; the draft stays a
    draft and can be reviewed later, which changes nothing for the run. `accept`: the draft is accepted
    through the boundary, by the actor `review-policy`, if the gates allow it; else `AcceptanceRefused`.
    `stop`: `NoDecision`.
    """

    time_limit_s: float = 0.0
    """Seconds to wait for a decision; 0 does not wait."""
    without_decision: Literal["apply", "accept", "stop"] = "apply"
    poll_s: float = 0.5
    """Seconds between two checks."""
    confirm: tuple[str, ...] = ()
    """For `accept` only: gates that may have found nothing to judge, such as `("C", "D")`.

    Stored with the move.
    """


def await_decision(
    keeper: RunRepository,
    proposal: Proposal,
    policy: ReviewPolicy,
    *,
    accept: Accept | None = None,
    ticks: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Decision:
    """Return what applies in the range of a proposal; `accept` replaces the keeper's own.

    Raises:
        CompactionRejected: a person rejected it.
        NoDecision: nobody decided in `time_limit_s` seconds, and the policy says to stop.
        AcceptanceRefused: the policy says to accept, and the boundary refused.
        SnapshotFailed: the snapshot of that acceptance fails its checks twice; no pointer moved.
    """
    deadline = ticks() + policy.time_limit_s
    while True:
        found = keeper.decided(proposal)
        if found is not None:
            return _checked(proposal, found)
        left = deadline - ticks()
        if left <= 0:
            return _without(accept or keeper.accept, proposal, policy)
        sleep(min(policy.poll_s, left))


def _checked(proposal: Proposal, found: Decision) -> Decision:
    if found.outcome == "rejected":
        raise CompactionRejected(
            f"{proposal.name} was rejected by {found.actor}: {found.reason}",
            f"to accept it after all: `workbench review clear {proposal.name} --reason R`, "
            f"then {proposal.way_on}; "
            "or accept what is edited from it, or resume the run with another summarizer; "
            "then make the same call again",
        )
    return found


def _without(accept: Accept, proposal: Proposal, policy: ReviewPolicy) -> Decision:
    if policy.without_decision == "apply":
        return Decision("unreviewed", proposal.artifact)
    if policy.without_decision == "accept":
        reason = f"nobody decided in {policy.time_limit_s:g} s"
        if proposal.only_not_smaller:
            why = f"{reason}; not smaller than its source, so it became active nowhere but in the run"
            return Decision("unaccepted", proposal.artifact, ACTOR, why)
        return accept(proposal, ACTOR, reason, policy.confirm)
    raise NoDecision(
        f"nobody decided about {proposal.name} in {policy.time_limit_s:g} s",
        f"{proposal.way_on}; then make the same call again",
    )
