"""The named numbers of a package: what decides is named in capitals at the top of its module."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("gates", "workbench/facts", "workbench/capture")


def constants() -> set[str]:
    """Each as `package.module:NAME`, numbers in a tuple or a mapping with their place or key."""
    found: set[str] = set()
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            for name, value in _assigned(ast.parse(path.read_text(encoding="utf-8"))):
                found.update(f"{module}:{name}{part}" for part in _numbers(value))
    return found


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign) and node.value is not None:
            targets = [node.target]
        for target in targets:
            if isinstance(target, ast.Name) and target.id.isupper():
                value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
                if value is not None:
                    yield target.id, value


def _numbers(value: ast.expr) -> Iterator[str]:
    if _is_number(value):
        yield ""
    elif isinstance(value, ast.Tuple):
        yield from (f"[{place}]" for place, each in enumerate(value.elts) if _is_number(each))
    elif isinstance(value, ast.Dict):
        for key, each in zip(value.keys, value.values, strict=True):
            if isinstance(key, ast.Constant) and _is_number(each):
                yield f"[{key.value!r}]"


def _is_number(value: ast.expr) -> bool:
    """A number as it is written, or arithmetic over such numbers."""
    if isinstance(value, ast.UnaryOp):
        return _is_number(value.operand)
    if isinstance(value, ast.BinOp):
        return _is_number(value.left) and _is_number(value.right)
    return isinstance(value, ast.Constant) and type(value.value) in (int, float)
