"""Reads a story: plain text, a list of directives with their bodies.

A line that begins with `@@ ` opens a block: its first word is the directive, the rest its argument,
options stand after a ` | ` as `key=value`. What follows up to the next such line is the body. It knows
no transcript format. A tree file holds the files of a project as they are when a story begins: a line
`=== path` opens a file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

STORIES = Path(__file__).parent / "stories"


class StoryError(Exception):
    """A story that cannot be performed: says where and why."""


@dataclass(frozen=True, slots=True)
class Block:
    """One directive of a story."""

    line: int
    name: str
    argument: str
    options: dict[str, str] = field(default_factory=dict)
    body: str = ""


def read_story(name: str) -> list[Block]:
    """The blocks of all parts of a story (`name.1.story`, `name.2.story`, …), in order."""
    parts = sorted(STORIES.glob(f"{name}.*.story"))
    if not parts:
        raise StoryError(f"no story named {name}")
    return [block for part in parts for block in parse_story(part.read_text(encoding="utf-8"))]


def parse_story(text: str) -> list[Block]:
    """The blocks of one story's text; lines before the first directive are its comment."""
    blocks: list[Block] = []
    head: tuple[int, str] | None = None
    body: list[str] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.startswith("@@ ") and line[3:4].isalpha():
            if head is not None:
                blocks.append(_block(head, body))
            head, body = (number, line[3:]), []
        else:
            body.append(line)
    if head is not None:
        blocks.append(_block(head, body))
    return blocks


def _block(head: tuple[int, str], body: list[str]) -> Block:
    number, line = head
    front, _, tail = line.partition(" | ")
    name, _, argument = front.strip().partition(" ")
    options = dict(pair.partition("=")[::2] for pair in tail.split())
    return Block(number, name, argument.strip(), options, "\n".join(body).strip("\n"))


def read_tree(name: str) -> dict[str, str]:
    """The files of `name.tree`, by path, each ending with one newline."""
    files: dict[str, str] = {}
    for part in ("\n" + (STORIES / f"{name}.tree").read_text(encoding="utf-8")).split("\n=== ")[1:]:
        path, _, content = part.partition("\n")
        files[path.strip()] = content.strip("\n") + "\n"
    return files
