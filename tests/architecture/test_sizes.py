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


def _span(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def _faults(path: Path) -> Iterator[str]:
    """Yield a line for each size limit a module exceeds and each docstring it lacks."""
    text, name = path.read_text(encoding="utf-8"), str(path.relative_to(ROOT))
    lines = len(text.splitlines())
    if lines > MODULE_LINES:
        yield f"{name} has {lines} lines"
    tree = ast.parse(text)
    if tree.body and not ast.get_docstring(tree):
        yield f"{name} does not say what it is for"
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            lines = _span(node) - (_span(node.body[0]) if ast.get_docstring(node) else 0)
            if lines > (CLASS_LINES if isinstance(node, ast.ClassDef) else FUNCTION_LINES):
                yield f"{name}: {node.name} has {lines} lines"


@pytest.mark.parametrize("package", PACKAGES)
def test_modules_are_small_and_say_what_they_are_for(package: str) -> None:
    """A module stays under 400 lines, its classes and functions are short, and it opens with its purpose."""
    paths = sorted((ROOT / package).rglob("*.py"))
    assert len(paths) > 20
    assert [fault for path in paths for fault in _faults(path)] == []


def test_what_is_too_long_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A module, a class and a function one line over, and a module without a purpose; at the limit none."""
    monkeypatch.setattr("tests.architecture.test_sizes.ROOT", tmp_path)
    for over in (0, 1):
        function = "def f() -> None:\n" + "    x = 1\n" * (FUNCTION_LINES - 1 + over)
        kind = "class C:\n" + "    x = 1\n" * (CLASS_LINES - 1 + over)
        text = ("" if over else '"""What for."""\n') + function + kind
        path = tmp_path / "m.py"
        path.write_text(text + "\n" * (MODULE_LINES + over - text.count("\n")))
        found = list(_faults(path))
        assert len(found) == 4 * over, found
