"""The gates that prevent an artifact from being accepted, in the fewest words.

Shared by all lists of drafts.
"""

from __future__ import annotations

from collections.abc import Mapping

from gates.report import GATE_NAMES, Verdict


def failing_words(verdicts: Mapping[str, Verdict]) -> str:
    """Format verdicts by gate as `FAIL B C`, `ADVISORY B`, `UNVERIFIABLE A`, or "" if no gate prevents it.

    Gate B alone is advisory, as on the artifact's own page; together with other failing gates it counts as
    failing.
    """
    found = []
    for verdict in (Verdict.FAIL, Verdict.UNVERIFIABLE):
        named = [gate for gate in GATE_NAMES if verdicts.get(gate) is verdict]
        word = "ADVISORY" if verdict is Verdict.FAIL and named == ["B"] else verdict.value
        found += [f"{word} {' '.join(named)}"] if named else []
    return ", ".join(found)
