"""Faults in claims about short invented sessions, linked again: gate D's warnings on false and true ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from bench.accuracy.claim_faults import cases, findings
from bench.accuracy.frame import Figure, share

TITLE = "faults of sixteen kinds in claims about short sessions; half 0 was fitted on, half 1 was not"


def figures(_data: Path) -> Iterable[Figure]:
    """Return the shares by half, and by kind of fault in the half not used for fitting."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for case in cases():
        hit = bool(findings(case))
        names = [f"half {case.half}, {'faulty' if case.faulty else 'true'} claims with a finding"]
        names += [f"half 1, {case.operator}"] if case.half == 1 and case.faulty else []
        for name in names:
            counts[name][0] += hit
            counts[name][1] += 1
    for name, (hits, n) in sorted(counts.items()):
        right = "true claims" in name
        must = (0.05 if right else 0.4) if name.startswith("half 1, ") and "claims" in name else None
        yield share(name, hits, n, must=must, better="lower" if right else "higher")
