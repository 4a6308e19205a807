"""Every rule of the gates is explained, and no rule is explained that is not there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from workbench.presentation.rules.all_rules import RULES, rule_help
from workbench.services.scores.score_problems import NOT_JUDGED, THRESHOLD_MISSED

ROOT = Path(__file__).resolve().parents[2]
MAKERS = {"Found", "_found", "warned"}
FORMED = {f"retention_{each}" for each in ("dropped", "weakened", "mutated", "contradicted", "uncertain")} | {
    f"{each}_exceeded" for each in ("total_tokens", "elapsed_ms_p95", "compression_ratio")
}
"""Rules whose names are put together where they are used."""


def _names(tree: ast.AST) -> Iterator[str]:
    """First arguments of what makes a finding, and the texts that a variable of it may hold."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value
        elif isinstance(node, ast.Assign) and any("rule" in ast.unparse(each) for each in node.targets):
            for part in ast.walk(node.value):
                if isinstance(part, ast.Constant) and isinstance(part.value, str) and "_" in part.value:
                    yield part.value


def test_every_rule_is_explained_once() -> None:
    """The rules named in the code of the gates are those that have an entry."""
    found = set(FORMED) | {"superseded"}
    for path in sorted((ROOT / "gates").rglob("*.py")):
        if ("faults" not in path.parts and "retention" not in path.parts) or path.name == "gate.py":
            found |= set(_names(ast.parse(path.read_text(encoding="utf-8"))))
    found |= {"user_message_missing", THRESHOLD_MISSED, NOT_JUDGED}
    explained = [each.name for each in RULES]
    assert sorted(found) == sorted(explained)
    assert len(explained) == len(set(explained))


def test_an_entry_is_found_by_name_and_a_checker_has_none() -> None:
    """Names of checkers are theirs."""
    known = rule_help("no_source")
    assert known is not None
    assert known.gate == "B"
    assert rule_help("judge_contradicted") is None
