"""Claims about meetings and the turns that people linked them to."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from bench.accuracy.documents import rows
from bench.accuracy.frame import Figure, share
from gates.search.assignment import best_spans

TITLE = "AMI: each claim's own linked turns among those of the meeting's other claims of its kind, one-to-one"

KINDS = ("decisions", "actions", "problems", "abstract")
DECIDING = "decisions"
"""The kind that was measured before, with the same candidates; the others are reported beside it."""


def figures(data: Path) -> Iterable[Figure]:
    """How often the right span is ranked first, by kind of claim."""
    right = dict.fromkeys(KINDS, 0)
    total = dict.fromkeys(KINDS, 0)
    for meeting in rows(data, "ami"):
        turns = [turn["text"] for turn in meeting["turns"]]
        for kind in KINDS:
            items = [item for item in meeting["items"] if item["section"] == kind and item["src"]]
            spans = ["\n".join(turns[number] for number in item["src"]) for item in items]
            chosen = best_spans([item["text"] for item in items], spans)
            right[kind] += sum(items[c]["src"] == item["src"] for item, c in zip(items, chosen, strict=True))
            total[kind] += len(items)
    for kind in KINDS:
        must = 0.975 if kind == DECIDING else None
        yield share(f"ami right span first, {kind}", right[kind], total[kind], must=must)
