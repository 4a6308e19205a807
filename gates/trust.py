"""Items that a model proposed for a capture: how they join the rules' proposals, and when they count.

A model's proposal is a quotation of the source like every captured item; the model only chose it. It counts
if the policy trusts models, or once a person adds it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from gates.capture import Capture, CapturedItem, apply_reviews, make_capture
from gates.review import Review
from gates.source import SourceLink, SourceRange

JUDGE = "judge"
"""The checker whose proposals a policy may trust."""
SAME_SHARE = 0.5
"""Share of the shorter of two quotations that must overlap for them to say the same."""
SAME_SIZE = 3
"""Largest ratio of the lengths of two such quotations; a longer one says more."""
_MARK = f"+{JUDGE}/"


def with_proposals(capture: Capture, proposals: Iterable[CapturedItem], version: str) -> Capture:
    """Return the capture with a model's proposals first; its own proposals that say the same are left out.

    Items that the rules captured stay, and proposals equal to them are left out. `version` is appended to the
    capture's version.
    """
    first: list[CapturedItem] = []
    for item in proposals:
        if not any(_same(item, other) for other in (*capture.items, *first)):
            first.append(item)
    others = [item for item in capture.proposed if not any(_same(item, other) for other in first)]
    return make_capture(f"{rules_version(capture)}{_MARK}{version}", capture.items, [*first, *others])


def rules_version(capture: Capture) -> str:
    """Return the version of the rules that made a capture, without the model that added to it."""
    return capture.capture_version.partition(_MARK)[0]


def model_version(capture: Capture) -> str | None:
    """Return the version of the model that added to a capture; None if no model did."""
    return capture.capture_version.partition(_MARK)[2] or None


def proposals_of_models(capture: Capture) -> tuple[CapturedItem, ...]:
    """Return the items of a capture that models proposed."""
    return tuple(item for item in capture.proposed if item.origin == "model")


def trusted(capture: Capture, trust: Collection[str]) -> Capture:
    """Return the capture with proposals of models as captured items, if `trust` names them."""
    found = proposals_of_models(capture) if JUDGE in trust else ()
    if not found:
        return capture
    waiting = [item for item in capture.proposed if item.origin != "model"]
    return make_capture(capture.capture_version, [*capture.items, *found], waiting)


def as_counted(
    capture: Capture, trust: Collection[str], reviews: Iterable[Review], source: SourceRange | None = None
) -> Capture:
    """Return the capture as an evaluation reads it: trusted proposals first, then reviews applied."""
    return apply_reviews(trusted(capture, trust), reviews, source)


def _same(one: CapturedItem, other: CapturedItem) -> bool:
    if one.item_id == other.item_id:
        return True
    others = other.evidence if one.kind == other.kind else other.evidence[:1]
    return any(_shared(a, b) for a in one.evidence[:1] for b in others)


def _shared(one: SourceLink, other: SourceLink) -> bool:
    """Return whether two links quote mostly the same words, and neither quotes much more."""
    if one.chunk_id != other.chunk_id:
        return False
    few, many = sorted((one.span.end - one.span.start, other.span.end - other.span.start))
    common = min(one.span.end, other.span.end) - max(one.span.start, other.span.start)
    return common > 0 and common >= SAME_SHARE * few and many <= SAME_SIZE * few
