"""The gates that prevent an artifact from being accepted, in the fewest words.

Shared by all lists of drafts.
"""

from __future__ import annotations

from collections.abc import Mapping

from gates.report import GATE_NAMES, Verdict

ADVISORY = "ADVISORY B"
"""Shown if gate B alone prevents acceptance."""


def failing_words(verdicts: Mapping[str, Verdict]) -> str:
    """Format verdicts by gate as `FAIL B C`, `ADVISORY B`, `UNVERIFIABLE A`, or "" if no gate prevents it.

    Gate B alone is advisory, as on the artifact's own page; together with other failing gates it counts as
    failing.
    """
    found = []
    for verdict in (Verdict.FAIL, Verdict.UNVERIFIABLE):
        named = [gate for gate in GATE_NAMES if verdicts.get(gate) is verdict]
        if verdict is Verdict.FAIL and named == ["B"]:
            found.append(ADVISORY)
        elif named:
            found.append(f"{verdict.value} {' '.join(named)}")
    return ", ".join(found)
