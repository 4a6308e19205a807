"""The Markdown subset that summaries use, as a tree: bullets, paragraphs, fenced code, quotes, tables.

Every character of the text is in some node, uninterpreted; only the column headings of tables give no node,
since they state nothing by themselves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum


class NodeKind(StrEnum):
    """The kinds of nodes."""

    BULLET = "bullet"
    PARAGRAPH = "paragraph"
    CODE = "code"


@dataclass(slots=True)
class Node:
    """One bullet, paragraph or code block; `text` is one line except in code."""

    kind: NodeKind
    text: str
    indent: int = 0
    children: list[Node] = field(default_factory=list)


_BULLET = re.compile(r"(\s*)([-*•+◦▪]|\d{1,3}[.)])\s+(\S.*)$")
_DEEPEST = 30
_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_RULE = re.compile(r"\s*(?:[-*_]\s*){3,}$|\s*\|?[\s:|-]+\|[\s:|-]*$")
_ENDS_RULE = "-*_|:"


def is_fence(line: str) -> str:
    """Return the fence that a line opens or closes; empty if it does neither."""
    found = _FENCE.match(line) if "```" in line or "~~~" in line else None
    return found.group(1) if found else ""


def nodes_of(lines: list[str]) -> list[Node]:
    """Return the nodes of some lines, nested by indentation."""
    builder = _Builder()
    position = 0
    while position < len(lines):
        line = lines[position]
        fence = is_fence(line)
        end = _closing(lines, position, fence) if fence else 0
        if end:
            builder.code(lines[position + 1 : end], len(line) - len(line.lstrip()))
            position = end + 1
            continue
        builder.line(line)
        position += 1
    return builder.roots


def _closing(lines: list[str], opened: int, fence: str) -> int:
    """Return the line that closes a fence; 0 if none does, then the fence is plain text."""
    for position in range(opened + 1, len(lines)):
        if lines[position].strip().startswith(fence[:3]) and not lines[position].strip().strip(fence[0]):
            return position
    return 0


class _Builder:
    def __init__(self) -> None:
        self.roots: list[Node] = []
        self._open: list[Node] = []
        self._paragraph: Node | None = None
        self._row: list[Node] | None = None
        """The list that the previous line was added to, if it was a table row."""

    def code(self, lines: list[str], indent: int) -> None:
        self._paragraph = self._row = None
        if any(line.strip() for line in lines):
            self._add(Node(NodeKind.CODE, _dedent(lines), indent))

    def line(self, line: str) -> None:
        text = line.strip()
        row, self._row = self._row, None
        if not text or (text[-1] in _ENDS_RULE and _RULE.match(line)):
            self._paragraph = None
            if row is not None and "|" in text:
                row.pop()
            return
        found = _BULLET.match(line)
        if found is not None:
            self._bullet(len(found.group(1).expandtabs(4)), found.group(3).strip())
            return
        indent = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
        if text.startswith("|"):
            self._row = self._add(Node(NodeKind.PARAGRAPH, text.strip("| "), indent))
            return
        quoted = text.startswith(">")
        text = text.lstrip("> ") if quoted else text
        if self._paragraph is not None and (indent > self._paragraph.indent or self._is_plain(indent)):
            self._paragraph.text += " " + text
            return
        self._paragraph = Node(NodeKind.PARAGRAPH, text, indent)
        self._add(self._paragraph)

    def _is_plain(self, indent: int) -> bool:
        paragraph = self._paragraph
        return paragraph is not None and paragraph.kind is NodeKind.PARAGRAPH and indent == paragraph.indent

    def _bullet(self, indent: int, text: str) -> None:
        node = Node(NodeKind.BULLET, text, indent)
        self._add(node)
        self._open.append(node)
        self._paragraph = node

    def _add(self, node: Node) -> list[Node]:
        """Add a node below the open one with less indentation, and return the list it was added to."""
        while self._open and self._open[-1].indent >= node.indent:
            self._open.pop()
        del self._open[_DEEPEST:]
        into = self._open[-1].children if self._open else self.roots
        into.append(node)
        return into


def _dedent(lines: list[str]) -> str:
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:].rstrip() for line in lines).strip("\n")
