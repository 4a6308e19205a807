"""No regular expression loses a repetition: in an f-string `{1, 2}` is a value, `{{1,2}}` is a repetition."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("bench", "gates", "sample_sessions", "store", "tests", "workbench")


def lost(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and the source of each number or tuple of numbers that an f-string formats plainly."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FormattedValue) and node.format_spec is None and node.conversion == -1:
            value = node.value
            parts = value.elts if isinstance(value, ast.Tuple) else [value]
            if all(isinstance(part, ast.Constant) and isinstance(part.value, int) for part in parts):
                yield node.lineno, ast.unparse(value)


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_repetition_is_formatted_as_a_value(folder: str) -> None:
    """A number that is written into an f-string could have been written outside of the braces."""
    found = [
        f"{path.relative_to(ROOT)}:{line}: {said}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, said in lost(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not found


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ('rf"{A}[a-z]{1,}"', 1),
        ('rf"{A}[a-z]{1, 2}"', 1),
        ('rf"{A}[a-z]{3}"', 1),
        ('rf"{A}[a-z]{{1,2}}"', 0),
        ('r"[a-z]{1,2}"', 0),
        ('f"{1:020d}{A!r}{(A, 2)}"', 0),
    ],
)
def test_a_lost_repetition_is_found(text: str, count: int) -> None:
    """With braces that are not doubled; a padded number and a tuple of names are values."""
    assert len(list(lost(ast.parse(text)))) == count
