"""Text shared by commands and screens is defined once, in `workbench/presentation`."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import workbench

ROOT = Path(workbench.__file__).parent
SIDES = (("cli/views", "cli/formats"), ("tui/state", "tui/screens"))
SHORTEST = 3
"""Words from which on a text is a sentence that two places could say differently."""


def modules(folders: tuple[str, ...]) -> list[ast.Module]:
    files = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    assert len(files) > 10
    return [ast.parse(path.read_text(encoding="utf-8")) for path in files]


def sentences(tree: ast.Module) -> set[str]:
    """Texts of a module that are no docstrings, those of f-strings between their values."""
    documented = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and isinstance(node.body[0], ast.Expr)
    }
    found = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in documented)
    texts = (node.value.strip() for node in found if isinstance(node.value, str))
    return {text for text in texts if len(re.findall(r"[A-Za-z]+", text)) >= SHORTEST}


def helpers(tree: ast.Module) -> set[str]:
    """Names of the functions and classes that a module offers to others."""
    defined = (node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef))
    return {node.name for node in defined if not node.name.startswith("_")}


def test_no_sentence_is_written_in_the_commands_and_in_the_app() -> None:
    """A sentence of both belongs into the presentation, so that it cannot come to differ."""
    commands, screens = (set().union(*map(sentences, modules(side))) for side in SIDES)
    assert sorted(commands & screens) == []


def test_no_helper_is_defined_on_both_sides() -> None:
    """One name, one function: those of the tables, verdicts and moves are the presentation's."""
    shared = set().union(*map(helpers, modules(("presentation",))))
    commands, screens = (set().union(*map(helpers, modules(side))) for side in SIDES)
    layouts = {"gate_rows", "paragraph", "facts", "cells"}  # the same, as rows that a cursor can stand on
    layouts |= {"Change", "Entry"}  # of a page of the report; the screens have others, with keys to walk by
    assert sorted(commands & shared) == []
    assert sorted((screens & shared) - layouts) == []
