"""Hard findings of gate D on the readable real compactions, against verdicts made by reading the source."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from bench.accuracy.frame import Figure, share
from bench.accuracy.real import compactions

TITLE = "real compactions: hard findings of gate D that reading the source showed wrong; warnings told"

LABELS = Path(__file__).parent.parent / "labels" / "hard_findings.json"


def figures(data: Path) -> Iterable[Figure]:
    """Wrong hard findings per claim and per artifact; a finding without a label counts as wrong."""
    labels = {entry["finding_id"]: entry["verdict"] for entry in json.loads(LABELS.read_text("utf-8"))}
    claims = artifacts = wrong = bad = warned = right = 0
    for judged in compactions(data):
        found = judged.judge.evaluate(judged.artifact).gates["D"].findings
        hard = [each for each in found if each.severity == "hard"]
        false = [each for each in hard if labels.get(each.finding_id) != "right"]
        claims += len(judged.artifact.items)
        artifacts += 1
        wrong += len(false)
        right += len(hard) - len(false)
        bad += bool(false)
        warned += len({each.item_id for each in found if each.severity == "warning"})
    most = 1 / artifacts if artifacts else 0.0
    yield share("real wrong hard findings per claim", wrong, claims, must=0.001, better="lower")
    yield share("real artifacts with a wrong hard finding", bad, artifacts, must=most, better="lower")
    yield share("real hard findings that are right", right, right + wrong, tolerance=1.0)
    yield share("real claims with a warning of gate D", warned, claims, better="lower", tolerance=0.02)
