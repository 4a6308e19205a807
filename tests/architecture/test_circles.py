"""No module needs itself: imports inside functions count as much as those at the top of a module."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("gates", "store", "workbench")


def modules() -> dict[str, Path]:
    """Every module of the project by its dotted name."""
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(tree: ast.AST, known: Mapping[str, object]) -> Iterator[str]:
    """Yield what a module imports, also inside functions, except imports for type checking only."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            waiting += node.orelse
            continue
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for each in node.names:
                below = f"{node.module}.{each.name}"
                yield below if below in known else node.module
        waiting += ast.iter_child_nodes(node)


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Return the modules of one import cycle, the first repeated at the end; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_module_imports_itself_by_way_of_others() -> None:
    """A circle makes it a matter of luck which of its modules may be loaded first."""
    known = modules()
    graph = {
        name: {each for each in imported(ast.parse(path.read_text("utf-8")), known) if each in known} - {name}
        for name, path in known.items()
    }
    assert circle(graph) == []


@pytest.mark.parametrize(
    "text", ["import gates.b", "from gates import b", "def f():\n    from gates.b import thing"]
)
def test_an_import_is_seen_wherever_it_stands(text: str) -> None:
    """At the top or in a function, of a module or of something in it."""
    known = {"gates.a": None, "gates.b": None}
    assert list(imported(ast.parse(text), known)) == ["gates.b"]
    assert circle({"gates.a": {"gates.b"}, "gates.b": {"gates.a"}})


def test_what_only_a_type_checker_sees_is_no_import() -> None:
    """It is not run."""
    text = "if TYPE_CHECKING:\n    import gates.b\nelse:\n    import gates.c"
    assert list(imported(ast.parse(text), {})) == ["gates.c"]


def test_nothing_that_is_shipped_imports_tests_or_benchmarks() -> None:
    """An installed package has neither."""
    for name, path in modules().items():
        roots = {each.partition(".")[0] for each in imported(ast.parse(path.read_text("utf-8")), {})}
        assert not roots & {"tests", "bench"}, name
