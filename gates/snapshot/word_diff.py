"""Differences between two texts, word by word or line by line.

The equal and deleted pieces joined give the text before, the equal and inserted ones the text after.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Literal

from rapidfuzz.distance import LCSseq

Op = Literal["equal", "insert", "delete"]

_PIECE = re.compile(r"\s+|\w+|[^\w\s]")


def word_ops(before: str, after: str) -> list[dict[str, str]]:
    """Return the pieces as `{op, text}`; a deletion comes before the insertion that replaces it."""
    left, right = _PIECE.findall(before), _PIECE.findall(after)
    runs = [
        (op, "".join((right if op == "insert" else left)[start:end])) for op, start, end in ops(left, right)
    ]
    return [{"op": op, "text": text} for op, text in _without_islands(runs)]


def ops(before: Sequence[str], after: Sequence[str]) -> list[tuple[Op, int, int]]:
    """Return the steps from one sequence to the other as `(op, start, end)`.

    Positions are those of `before` for equal and deleted parts, of `after` for inserted ones. Between two
    equal parts, all deletions come first, then all insertions.
    """
    numbers: dict[str, int] = {}
    left = [numbers.setdefault(each, len(numbers)) for each in before]
    right = [numbers.setdefault(each, len(numbers)) for each in after]
    found: list[tuple[Op, int, int]] = []
    for equal, steps in groupby(LCSseq.opcodes(left, right), key=lambda step: step.tag == "equal"):
        run = list(steps)
        first, last = run[0], run[-1]
        if equal:
            found.append(("equal", first.src_start, last.src_end))
            continue
        if last.src_end > first.src_start:
            found.append(("delete", first.src_start, last.src_end))
        if last.dest_end > first.dest_start:
            found.append(("insert", first.dest_start, last.dest_end))
    return found


def _without_islands(runs: list[tuple[Op, str]]) -> list[tuple[str, str]]:
    """Return the runs with blanks between changed words merged into the change, and equal ops joined."""
    result: list[tuple[str, str]] = []
    deleted = inserted = ""
    for number, (op, text) in enumerate(runs):
        island = op == "equal" and not text.strip() and 0 < number < len(runs) - 1
        if op == "equal" and not island:
            result += _change(deleted, inserted)
            result.append((op, text))
            deleted = inserted = ""
        else:
            deleted += text if op != "insert" else ""
            inserted += text if op != "delete" else ""
    return result + _change(deleted, inserted)


def _change(deleted: str, inserted: str) -> list[tuple[str, str]]:
    return [(op, text) for op, text in (("delete", deleted), ("insert", inserted)) if text]
