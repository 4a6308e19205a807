"""File names are unambiguous: a name is used in one package, or means the same thing in each.

One feature has one name in every layer (`score` is `cli/commands/score.py`, `cli/views/score.py` and
`services/scores/score.py`), and the importers and strategies use the same names for the same parts: each of
these families counts as one package. Tests and benchmarks are named after their subject and are not counted.
A name used in three packages needs a listed reason. A public class name is used only once.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("gates", "sample_sessions", "store", "workbench")
LAYERS = (
    "workbench/cli/commands",
    "workbench/cli/views",
    "workbench/presentation",
    "workbench/services",
    "workbench/tui/screens",
    "workbench/tui/state",
    "store/records",
)
"""One feature on its way from the command and the screen to its rows."""
FAMILIES = ("workbench/importers", "workbench/strategies")
"""Families of parallel parts: one per agent, and one per strategy."""
EVERYWHERE = {
    "__init__.py": "Python's: a folder is a package, and says what it is for",
    "base.py": "the contract of one kind of plugin or screen, which the modules beside it implement",
    "claude_code.py": "an agent is called by its name wherever it is read, written or hooked into",
    "errors.py": "the error tree of a package: gates, store, workbench",
    "gate.py": "a gate: the protocol, and in the folder of a gate that has parts, the gate itself",
    "markdown.py": "a format is called by its name wherever it is read or written",
    "settings.py": "what a package reads from the configuration file, or keeps of what was chosen",
}
"""Names in three rooms or more, each with its reason."""


def room(path: str) -> str:
    """Return the family a path belongs to, or else its folder."""
    for layer in LAYERS:
        if path.startswith(f"{layer}/"):
            return "a feature's layers"
    return next((each for each in FAMILIES if path.startswith(f"{each}/")), path.rpartition("/")[0])


def rooms(paths: Iterable[str]) -> Mapping[str, set[str]]:
    """The rooms of each file name."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in paths:
        found[path.rpartition("/")[2]].add(room(path))
    return found


def modules() -> list[str]:
    """Every module by its path, with `/` between the parts."""
    return [
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    ]


def test_no_file_name_is_used_in_three_rooms_without_a_reason() -> None:
    """A file name used three times is on the list of exceptions, and the list has no unused entries."""
    assert {name for name, found in rooms(modules()).items() if len(found) >= 3} == set(EVERYWHERE)


def test_a_feature_is_one_room_and_three_folders_are_three() -> None:
    """A command, its view and its service are one; unrelated folders are not."""
    feature = [
        "workbench/cli/commands/plan.py",
        "workbench/services/plans/plan.py",
        "workbench/tui/state/plan.py",
    ]
    assert len(rooms(feature)["plan.py"]) == 1
    assert len(rooms(["gates/a/x.py", "gates/b/x.py", "store/c/x.py"])["x.py"]) == 3


def first_lines() -> dict[str, list[str]]:
    """The modules of the shipped packages by the first line of their docstrings."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in modules():
        if path.startswith(("gates/", "store/", "workbench/")):
            documented = ast.get_docstring(ast.parse((ROOT / path).read_text(encoding="utf-8"))) or ""
            found[documented.partition("\n")[0]].append(path)
    return found


def test_each_module_opens_with_a_line_of_its_own() -> None:
    """The first line describes the module's purpose in at least four words and is unique in the project."""
    lines = first_lines()
    assert {line: paths for line, paths in lines.items() if len(paths) > 1} == {}
    assert [paths for line, paths in lines.items() if len(line.split()) < 4 or line[-1] not in ".:;,"] == []


def test_a_public_class_name_is_used_once() -> None:
    """A class name in a signature or an error identifies one class."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in modules():
        if path.startswith("sample_sessions/"):  # a script that writes the samples
            continue
        for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(path)
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}
