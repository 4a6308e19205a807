"""How a captured decision or open work was found, in words."""

from __future__ import annotations

from gates.capture import CapturedItem, CaptureOrigin
from workbench.escaping import one_line

_HOW: dict[CaptureOrigin, str] = {
    "phrase": "in a sentence",
    "structural": "in a list, plan, answer or tool call",
    "model": "by a model",
    "reviewer": "by a reviewer",
}


def how_found(item: CapturedItem) -> str:
    """Return where or by whom an item was found: `in a sentence`, `by anthropic:NAME`.

    Of an item that does not count by the rules, but binds in the view of a model: both.
    """
    if item.by is None:
        return _HOW[item.origin]
    named = one_line(item.by)
    return f"by {named}" if item.origin == "model" else f"{_HOW[item.origin]}; {named} proposes it"
