"""Decisions and open work stated with one fault, and stated faithfully, with gate C's verdicts.

The author of the statements and their rewordings had not read the comparer. Its rules were made with one half
of them in view, by a hash of their ids; the figures are of the other half, which was not read.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from bench.accuracy.frame import Figure, share
from gates.artifact import Item, ItemKind
from gates.capture import CapturedItem
from gates.language.similarity import even, statement
from gates.report import Retention
from gates.restatement import ArtifactStatement, pieces
from gates.retention.judging import judge
from gates.retention.match import Match

TITLE = "faults put into captured decisions, and faithful retellings, as gate C judges them (unread half)"
ROWS = Path(__file__).parents[1] / "labels" / "decision_faults.jsonl"
MUST = {"verbatim_in_context": 0.95}


def read_half(identity: str) -> bool:
    """Whether a row may be read while rules are made."""
    return int(hashlib.sha256(identity.encode()).hexdigest(), 16) % 2 == 0


def rows() -> list[dict[str, Any]]:
    """All rows, both halves."""
    return [json.loads(line) for line in ROWS.read_text(encoding="utf-8").splitlines()]


def verdict(row: dict[str, Any]) -> Match:
    """What gate C makes of one retelling."""
    work = row["kind"] == "open_work"
    wanted = CapturedItem(
        item_id="cap_1",
        kind=row["kind"],
        text=row["said"],
        status="open" if work else "in_force",
        origin="phrase",
    )
    item = Item(kind=ItemKind.OPEN_WORK if work else ItemKind.DECISION, text=row["stated"])
    considered = tuple(ArtifactStatement(statement(piece), item) for piece in pieces(row["stated"]))
    return judge(wanted, considered, None, even)


def figures(data: Path) -> Iterable[Figure]:
    """Share called retained, by operator; of the faults none should be, of the others all."""
    kept: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for row in rows():
        if read_half(row["id"]):
            continue
        retained = verdict(row).verdict in (Retention.PRESERVED, Retention.PARAPHRASED)
        side = "faithful retellings" if row["retained"] else "faults"
        for name in (side, row["operator"]):
            total[name] += 1
            kept[name] += retained
    faults = {row["operator"] for row in rows() if not row["retained"]}
    yield share(
        "faults in decisions called retained", kept["faults"], total["faults"], must=0.1, better="lower"
    )
    for name in sorted(faults):
        yield share(f"{name} called retained", kept[name], total[name], better="lower")
    for name in ("faithful retellings", *sorted(set(total) - faults - {"faults", "faithful retellings"})):
        yield share(f"{name}, retained", kept[name], total[name], must=MUST.get(name))
