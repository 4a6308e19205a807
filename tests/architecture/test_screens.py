"""How the app is put together: screens are composed of objects, and lines are drawn by one widget."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

TUI = Path(__file__).parents[2] / "workbench" / "tui"
FRAME = {"base.py", "asking.py", "dialog.py"}
"""Modules of the frame: what every screen and every dialog is."""
MOST = 20
"""Modules that a room holds at most: as many as one takes in at a look."""


def classes(folder: str) -> Iterator[tuple[Path, ast.ClassDef]]:
    """Every class of a folder of the app, with its file."""
    for path in sorted((TUI / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield path, node


def bases(node: ast.ClassDef) -> list[str]:
    """Names of the base classes, without what they are parameterised with."""
    return [ast.unparse(each).partition("[")[0] for each in node.bases]


def test_a_numbered_screen_is_one_class_on_the_frame() -> None:
    """No screen inherits from another one, and none from a class that was cut off it."""
    found = {node.name: bases(node) for _, node in classes("screens") if node.name.endswith("Screen")}
    named = {name: of for name, of in found.items() if name not in ("AskingScreen", "BaseScreen")}
    assert len(named) > 8
    assert {name: of for name, of in named.items() if of != ["BaseScreen"]} == {}


def test_no_part_of_a_screen_is_a_screen() -> None:
    """Outside the frame, only screens derive from a screen."""
    wrong = [
        node.name
        for path, node in classes("screens")
        if path.name not in FRAME and not node.name.endswith("Screen")
        if {"BaseScreen", "AskingScreen"} & set(bases(node))
    ]
    assert wrong == []


def test_parts_do_not_reach_into_their_screen() -> None:
    """Parts use only public names of their screen: no `screen._name`, `self._screen._name` or the like."""
    wrong = [
        f"{path.name}:{node.lineno}: {ast.unparse(node)}"
        for path in sorted((TUI / "screens").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr.startswith("_")
        if ast.unparse(node.value) in ("screen", "self.screen", "self._screen")
    ]
    assert wrong == []


def test_one_widget_draws_lines() -> None:
    """Of all widgets one scrolls over lines; a status line is one of them."""
    found = {node.name: bases(node) for _, node in classes("widgets")}
    assert [name for name, of in found.items() if "ScrollView" in of] == ["LineView"]
    assert [name for name, of in found.items() if "LineView" in of] == ["StatusLine"]


def test_rooms_are_small_and_hold_more_than_one() -> None:
    """Screens and their values lie in rooms by what one sees; none is a heap, none is for one module."""
    rooms = {
        folder.relative_to(TUI).as_posix(): len(list(folder.glob("*.py")))
        for part in ("screens", "state")
        for folder in sorted((TUI / part).rglob("*"))
        if (folder / "__init__.py").exists()
    }
    assert len(rooms) > 10
    assert {name: count for name, count in rooms.items() if not 2 < count <= MOST} == {}
