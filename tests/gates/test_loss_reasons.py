"""A lost item is listed with what decided it: nobody has to compare the two texts word by word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gates.evaluate import Evaluator
from gates.report import Retention
from gates.retention import comparison
from gates.retention.reasons import REASONS
from gates.source import EventKind, SourceEvent
from tests.gates.build import ALL, artifact_of, capture_of, captured, index_of, item, link_to, source_events

_LOST = "|".join(v.name for v in Retention if v.name not in ("PRESERVED", "PARAPHRASED"))
_RULED = re.compile(rf'Retention\.(?:{_LOST})[,)]\s*(?:rule=)?"(\w+)"')
TURN = source_events()[0].text
_EDITS = re.compile(r'Edit\("(\w+)"')


def fix_of(rule: str, statement: str, kind: str = "decision", status: str = "in_force") -> str:
    """The advice about one captured item beside one statement."""
    events = (SourceEvent(0, EventKind.USER, rule, "n0", tokens=20),)
    made = artifact_of(item(statement), origin="imported").model_copy(
        update={"source": artifact_of().source.model_copy(update={"source_end": 0})}
    )
    stated = captured(rule, TURN, kind, status)
    wanted = capture_of(stated.model_copy(update={"evidence": (link_to(rule, events),)}))
    (verdict,) = Evaluator(index_of(events), wanted, ALL).evaluate(made).retention
    return verdict.fix or ""


@pytest.mark.parametrize(
    ("rule", "statement", "reason"),
    [
        (
            "Keep the gate closed unless the keeper is there.",
            "Keep the gate closed.",
            "a condition is missing",
        ),
        (
            "Water the ferns every 4 days in summer.",
            "Water the ferns every 9 days in summer.",
            "another number",
        ),
        (
            "Never lend the master key to visitors.",
            "Lend the master key to visitors.",
            "what it excludes is stated",
        ),
    ],
)
def test_the_advice_begins_with_what_differs(rule: str, statement: str, reason: str) -> None:
    """`mutated` alone does not say whether a number, a condition or a word was altered."""
    assert fix_of(rule, statement).startswith(reason)


def test_an_item_that_nothing_states_needs_no_reason() -> None:
    """`dropped` says it all."""
    fix = fix_of("Never lend the master key to visitors.", "The greenhouse was painted in May.")
    assert fix.startswith("add ")


def test_every_rule_of_a_loss_has_its_reason() -> None:
    """A new rule of gate C is explained, or is `no_match`."""
    folder = Path(comparison.__file__).parent
    texts = [path.read_text() for path in sorted(folder.glob("*.py"))]
    rules = {rule for text in texts for rule in _RULED.findall(text)}
    rules |= {f"{kind}_changed" for text in texts for kind in _EDITS.findall(text)}
    assert len(rules) > 20
    assert rules - REASONS.keys() == {"no_match"}
