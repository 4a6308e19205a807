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

    Items that the rules captured stay, and proposals equal to them are left out. `version` is appended to the
    capture's version.
    """
    first: list[CapturedItem] = []
    for item in proposals:
        if not any(same_words(item, other) for other in (*capture.items, *first)):
            first.append(item)
    others = [item for item in capture.proposed if not any(same_words(item, other) for other in first)]
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
