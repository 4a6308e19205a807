"""Pairs of a right and a wrong claim about a short plain chat: how many of either gate D flags.

They were written before the rules of `gates.contradiction.plain_chats`, by their author. The half of the
chats whose hashes come first was looked at while the rules were made; of the other half only these figures.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from bench.accuracy.claim_faults import FILE, Case, findings
from bench.accuracy.frame import Figure, share

TITLE = "right and wrong claims about plain chats, in pairs; half 0 was looked at, half 1 was not"
PAIRS = FILE.with_name("chat_pairs.jsonl")


def _hash(session: str) -> str:
    return hashlib.sha256(f"plain{session}".encode()).hexdigest()


def cases() -> Iterator[tuple[int, Case]]:
    """Every claim as a case, with its half."""
    rows = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    in_order = sorted((row["session"] for row in rows), key=_hash)
    looked_at = frozenset(in_order[: len(in_order) // 2])
    for row in rows:
        for pair in row["pairs"]:
            for name in ("right", "wrong"):
                source = tuple(row["source"])
                half = int(row["session"] not in looked_at)
                yield half, Case(row["session"], pair["kind"], source, pair[name], name == "wrong")


def figures(_data: Path) -> Iterable[Figure]:
    """Flagged by half, and of the wrong ones of the other half by kind."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for half, case in cases():
        hit = bool(findings(case))
        names = [f"chat pairs half {half}, {'wrong' if case.faulty else 'right'} claims flagged"]
        names += [f"chat pairs half 1, {case.operator}"] if half == 1 and case.faulty else []
        for name in names:
            counts[name][0] += hit
            counts[name][1] += 1
    for name, (hits, n) in sorted(counts.items()):
        yield share(name, hits, n, better="lower" if "right" in name else "higher")
