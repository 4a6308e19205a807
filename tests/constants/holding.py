"""Registers pairs of cases, and moves the constant that a pair claims to hold."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TypeAlias

Number: TypeAlias = "int | float"
Value: TypeAlias = "Number | tuple[Number, ...] | dict[str, Number]"
Case = Callable[[], None]


@dataclass(frozen=True)
class Pair:
    """The cases that hold one constant; `part` is a key or place in one that holds several numbers."""

    module: str
    name: str
    part: str | int | None
    step: Number
    case: Case

    @property
    def key(self) -> str:
        """As the listing names the constant."""
        return f"{self.module}:{self.name}" + ("" if self.part is None else f"[{self.part!r}]")


PAIRS: list[Pair] = []


def holds(constant: str, *, step: Number = 1, part: str | int | None = None) -> Callable[[Case], Case]:
    """Register the decorated cases for `package.module:NAME`, which is moved by `step` either way."""
    module, _, name = constant.partition(":")

    def register(case: Case) -> Case:
        PAIRS.append(Pair(module, name, part, step, case))
        return case

    return register


@contextmanager
def moved(pair: Pair, by: Number) -> Iterator[None]:
    """Change a constant where it is defined and in every module that imports it by name."""
    home = import_module(pair.module)
    was: Value = getattr(home, pair.name)
    new = _changed(was, pair.part, by)
    places = [(home, pair.name), *_importers(pair.module, pair.name)]
    for module, name in places:
        setattr(module, name, new)
    try:
        yield
    finally:
        for module, name in places:
            setattr(module, name, was)


def _changed(was: Value, part: str | int | None, by: Number) -> Value:
    if isinstance(was, dict) and isinstance(part, str):
        return {**was, part: was[part] + by}
    if isinstance(was, tuple) and isinstance(part, int):
        return (*was[:part], was[part] + by, *was[part + 1 :])
    assert isinstance(was, int | float)
    return was + by


def _importers(module: str, name: str) -> Iterator[tuple[ModuleType, str]]:
    for other, source in _sources():
        if other in sys.modules and f"from {module} import" in source and name in source:
            for node in ast.parse(source).body:
                if isinstance(node, ast.ImportFrom) and node.module == module:
                    for alias in node.names:
                        if alias.name == name:
                            yield sys.modules[other], alias.asname or name


@cache
def _sources() -> tuple[tuple[str, str], ...]:
    root = Path(__file__).parents[2]
    found = sorted(path for folder in ("gates", "workbench") for path in (root / folder).rglob("*.py"))
    return tuple(
        (".".join(path.relative_to(root).with_suffix("").parts), path.read_text(encoding="utf-8"))
        for path in found
    )
