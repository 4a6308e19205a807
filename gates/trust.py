"""Items that a model proposed for a capture: how they join the rules' proposals, and when they count.

A model's proposal is a quotation of the source like every captured item; the model only chose it. It counts
if the policy trusts models, or once a person adds it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from gates.capture import Capture, CapturedItem, apply_reviews, make_capture, same_words
from gates.review import Review
from gates.source import SourceRange

JUDGE = "judge"
"""The checker whose proposals a policy may trust."""
_MARK = f"+{JUDGE}/"


def with_proposals(capture: Capture, proposals: Iterable[CapturedItem], version: str) -> Capture:
    """Return the capture with a model's proposals first; its own proposals that say the same are left out.

    Items that the rules captured stay, and proposals equal to them are left out. One equal to an item that
    does not count (done, replaced, carried out) marks that item as proposed by the model. `version` is
    appended to the capture's version.
    """
    first: list[CapturedItem] = []
    marked: dict[str, str | None] = {}
    for item in proposals:
        same = [other for other in capture.items if same_words(item, other)]
        if not any(other.counts_anyway for other in same):
            marked |= {other.item_id: item.by for other in same}
        if not same and not any(same_words(item, other) for other in first):
            first.append(item)
    others = [item for item in capture.proposed if not any(same_words(item, other) for other in first)]
    items = (
        item.model_copy(update={"by": marked[item.item_id]}) if item.item_id in marked else item
        for item in capture.items
    )
    return make_capture(f"{rules_version(capture)}{_MARK}{version}", items, [*first, *others])


def rules_version(capture: Capture) -> str:
    """Return the version of the rules that made a capture, without the model that added to it."""
    return capture.capture_version.partition(_MARK)[0]


def model_version(capture: Capture) -> str | None:
    """Return the version of the model that added to a capture; None if no model did."""
    return capture.capture_version.partition(_MARK)[2] or None


def proposals_of_models(capture: Capture) -> tuple[CapturedItem, ...]:
    """Return the items of a capture that models proposed, those that its rules hold for over included."""
    over = (item for item in capture.items if item.by and item.origin != "model")
    held = (item.confirmed().model_copy(update={"origin": "model"}) for item in over)
    return (*held, *(item for item in capture.proposed if item.origin == "model"))


def trusted(capture: Capture, trust: Collection[str]) -> Capture:
    """Return the capture with proposals of models as captured items, if `trust` names them."""
    found = proposals_of_models(capture) if JUDGE in trust else ()
    if not found:
        return capture
    ids = {item.item_id for item in found}
    items = [item for item in capture.items if item.item_id not in ids]
    waiting = [item for item in capture.proposed if item.origin != "model"]
    return make_capture(capture.capture_version, [*items, *found], waiting)


def as_counted(
    capture: Capture, trust: Collection[str], reviews: Iterable[Review], source: SourceRange | None = None
) -> Capture:
    """Return the capture as an evaluation reads it: trusted proposals first, then reviews applied."""
    return apply_reviews(trusted(capture, trust), reviews, source)
