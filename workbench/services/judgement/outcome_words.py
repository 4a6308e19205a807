"""Which gates keep an artifact from being accepted, in the fewest words: the same in every list of drafts."""

from __future__ import annotations

from collections.abc import Mapping

from gates.report import GATE_NAMES, Verdict


def failing_words(verdicts: Mapping[str, Verdict]) -> str:
    """`FAIL B C`, `ADVISORY B`, `UNVERIFIABLE A`, or empty where no gate does; `verdicts` are by gate.

    Gate B alone is advisory, as on the artifact's own page; beside others that fail it is one of them.
    """
    found = []
    for verdict in (Verdict.FAIL, Verdict.UNVERIFIABLE):
        named = [gate for gate in GATE_NAMES if verdicts.get(gate) is verdict]
        word = "ADVISORY" if verdict is Verdict.FAIL and named == ["B"] else verdict.value
        found += [f"{word} {' '.join(named)}"] if named else []
    return ", ".join(found)
