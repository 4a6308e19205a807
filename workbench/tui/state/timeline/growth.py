"""News of a followed transcript, in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.escaping import one_line
from workbench.presentation.figures import gates_named
from workbench.presentation.gate_words import lost_words, scored_word

if TYPE_CHECKING:
    from workbench.services.hooks.shapes import WatchShape


def growth_words(found: WatchShape) -> str:
    """Return a new compaction with its verdict, or a fault; empty for events that were just added."""
    if found.kind == "fault":
        return f"The followed transcript cannot be read: {one_line(found.message or found.code or '')}"
    made = found.compaction
    if made is None:
        return ""
    head = f"A new compaction of events {made.source_start}-{made.source_end} as d-{made.number}: "
    if made.passed is None:
        return f"{head}its summary is encrypted."
    word = scored_word(made.gates, opaque=False).text
    failed = [gate for gate, status in made.gates.items() if status in ("FAIL", "UNVERIFIABLE")]
    gates = f", {gates_named(failed)}" if failed else ""
    lost = f", {lost_words(made.lost, made.uncertain)}" if made.lost else ""
    return f"{head}{word}{gates}{lost}. On the timeline ) goes to it, e shows its scores."
