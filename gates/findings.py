"""The findings that rules return before the artifact is known, without an id.

A rule reads one item, its links, the index and the capture, never the artifact around the item. An edit
therefore re-judges one item (`Memo`), and an incremental evaluation equals a full one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Literal, TypeVar, cast

from gates.artifact import Item
from gates.report import Finding, finding_id
from gates.review import Review, ReviewAction
from gates.source import SourceLink

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Found:
    """One finding of a rule about one item, or about a sentence of the narrative."""

    rule: str
    severity: Literal["hard", "warning"]
    message: str
    evidence: tuple[SourceLink, ...] = ()
    distinct: str = ""
    """Distinguishes two findings of one rule on one item, for example by the number in question."""
    version: str = "1"

    def finding(self, artifact_id: str, item_id: str | None, reviewed: str | None = None) -> Finding:
        """Return the finding in the form that a report contains."""
        return Finding(
            finding_id=finding_id(artifact_id, self.rule, item_id, self.distinct),
            rule=self.rule,
            rule_version=self.version,
            severity=self.severity,
            message=self.message,
            item_id=item_id,
            evidence=self.evidence,
            reviewed=reviewed,
        )


class Memo:
    """Results of pure functions over one index and one capture, cached between evaluations."""

    def __init__(self) -> None:
        self._known: dict[Hashable, object] = {}

    def get(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return the result under a key; compute it on the first call."""
        if key not in self._known:
            self._known[key] = compute()
        return cast("T", self._known[key])


def item_key(item: Item) -> tuple[Hashable, ...]:
    """Return everything that an item's findings depend on, apart from its place in the artifact."""
    return (
        item.kind,
        item.text,
        item.status,
        item.speaker,
        tuple(_link_key(link) for link in item.links),
        None if item.detail is None else item.detail.model_dump_json(),
    )


def _link_key(link: SourceLink) -> tuple[Hashable, ...]:
    """Return every part of a link, so that a forged hash or span makes a different key."""
    span = (link.span.start, link.span.end)
    return link.evidence_id, link.chunk_id, *span, link.quote_hash, link.ordinal, link.quote


def cleared(reviews: tuple[Review, ...], artifact_id: str) -> dict[str, str]:
    """Return the findings that a reviewer cleared on this artifact: finding id to review id."""
    return {
        review.target: review.review_id
        for review in reviews
        if review.action is ReviewAction.CLEAR and review.artifact_id == artifact_id
    }


def settled(reviews: tuple[Review, ...], artifact_id: str) -> dict[str, str]:
    """Return the captured items whose uncertain match a reviewer settled: item id to review id."""
    return {
        review.target: review.review_id
        for review in reviews
        if review.action is ReviewAction.SETTLE and review.artifact_id == artifact_id
    }
