"""The files section of a summary: a reference for each file, and its details as separate statements.

A detail that names no file gets the name of the file above it as prefix, so that it can be read and judged
alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gates.artifact import Item, ItemKind
from gates.language.lexicon import FILE_EXTENSIONS
from workbench.importers.summaries.markdown import Node, NodeKind
from workbench.importers.summaries.phrases import has_words, plain, sentences, words

_PATH = re.compile(
    r"`?((?:[\w.@~+-]{0,80}/){0,20}[\w.@+-]{1,120}(?:\.[A-Za-z][A-Za-z0-9]{0,9}|/))`?(?=$|[\s,;:()—–-])"
    r"|`?((?:~|\.{1,2})?/?(?:[\w.@+-]{1,80}/){1,20}[\w.@+-]{1,120})`?(?=$|[\s,;:()—–-])"
)
_AND = re.compile(r"\s*(?:,|and|&|\+|/)\s*(?=`|[\w.~/-]{1,200}[./])")
_REMARK = re.compile(r"\s*(\([^()]{1,160}\))")
_SHORT_REMARK = 4

Statements = Callable[[list[Node]], list[Item]]


def file_items(nodes: list[Node], other: Statements) -> list[Item]:
    """Return the items of a files section; `other` makes items of nodes that are not about a file."""
    found: list[Item] = []
    for node in nodes:
        paths, rest = _leading_paths(plain(node.text)) if node.kind is not NodeKind.CODE else ([], "")
        if not paths:
            found += _no_file(node, other)
            continue
        remark = _REMARK.match(rest)
        note = ""
        if remark is not None and words(remark.group(1)) <= _SHORT_REMARK:
            note, rest = f" {remark.group(1)}", rest[remark.end() :]
        found += [_item(ItemKind.ARTIFACT_REF, path + note) for path in paths]
        rest = rest.strip(" \t-–—:;,")
        if rest.startswith("(") and rest.endswith(")"):
            rest = rest[1:-1]
        name = paths[0].rstrip("/").rsplit("/", 1)[-1]
        found += [_about(name, item) for item in other(_details(node, rest))]
    return found


def _no_file(node: Node, other: Statements) -> list[Item]:
    nested = [child for child in node.children if child.kind is not NodeKind.CODE]
    if any(_leading_paths(plain(child.text))[0] for child in nested):
        head = Node(node.kind, node.text, node.indent)
        return [*other([head]), *file_items(node.children, other)]
    return other([node])


def _details(node: Node, rest: str) -> list[Node]:
    head = [Node(NodeKind.PARAGRAPH, part) for part in sentences(rest) if has_words(part)]
    return head + node.children


def _leading_paths(text: str) -> tuple[list[str], str]:
    paths: list[str] = []
    position = 0
    while True:
        found = _PATH.match(text, position)
        if found is None:
            return (paths, text[position:]) if paths else ([], text)
        path = found.group(1) or found.group(2)
        if not _is_file(path):
            return (paths, text[position:]) if paths else ([], text)
        paths.append(path)
        position = found.end()
        joint = _AND.match(text, position)
        if joint is None or _PATH.match(text, joint.end()) is None:
            return paths, text[position:]
        position = joint.end()


def _is_file(path: str) -> bool:
    """Return whether a name has a slash or a known extension; `Row.P` and `pay.v2` have neither."""
    extension = path.rsplit(".", 1)[-1]
    return "/" in path or (extension.casefold() in FILE_EXTENSIONS and not extension[:1].isupper())


def _about(name: str, item: Item) -> Item:
    if item.kind is ItemKind.ARTIFACT_REF or item.text.lstrip("`").startswith(name):
        return item
    return item.model_copy(update={"text": f"`{name}`: {item.text}"})


def _item(kind: ItemKind, text: str) -> Item:
    return Item(kind=kind, text=text.strip())
