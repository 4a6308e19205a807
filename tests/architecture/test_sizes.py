"""No module, class or function grows beyond what one reader can hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("gates", "store", "workbench")
MODULE_LINES = 400
CLASS_LINES = 220
FUNCTION_LINES = 55
"""Without its docstring; most of the longest are signatures with keywords, a line each."""


def modules() -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((ROOT / package).rglob("*.py"))


def _span(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


@pytest.mark.parametrize("path", list(modules()), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_is_small_and_says_what_it_is_for(path: Path) -> None:
    """A module stays under 400 lines, its classes and functions are short, and it opens with its purpose."""
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MODULE_LINES
    tree = ast.parse(text)
    if path.name != "py.typed" and tree.body:
        assert ast.get_docstring(tree), "the module does not say what it is for"
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            lines = _span(node) - (_span(node.body[0]) if ast.get_docstring(node) else 0)
            limit = CLASS_LINES if isinstance(node, ast.ClassDef) else FUNCTION_LINES
            assert lines <= limit, f"{node.name} has {lines} lines"
