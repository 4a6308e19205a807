"""Checks whether a session contains a code identifier in some form: a path's tail, a symbol's parts.

Shared by gates B and D. It knows nothing of claims and links; names in prose are checked in
`gates.search.proper_names`.
"""

from __future__ import annotations

import re

from gates.language.similarity import statement
from gates.language.tokens import FILE_KINDS, SYMBOL_KINDS, IdentifierKind, humps
from gates.search.index import STRONG_KINDS, SourceIndex

_PLACEHOLDER = re.compile(
    r"[<>{}*$]|\.\.\.|\bpath/to\b|\bexample\b|\bfoo\b|\bbar\b|xxx|redacted", re.IGNORECASE
)
_EXAMPLE = re.compile(
    r"\b(?:e\.g\.|such as|for example|like|named|called|proposed?|suggest\w{0,4})[,:]?\s+\W{0,3}$",
    re.IGNORECASE,
)
"""Words before a name that the writer proposes rather than reports."""
_PRIVATE = ("_", "__")
"""Prefixes of private names, which the tokens of a text leave out."""
_OPERATOR = re.compile(r" [/*=+×÷-] ")


def unknown_names(text: str, index: SourceIndex) -> list[tuple[str, bool]]:
    """Return the names of a statement that the session never mentions, and whether that proves anything."""
    found = []
    for name, kind in dict.fromkeys(statement(text).tokens.identifiers):
        if kind is IdentifierKind.URL or _PLACEHOLDER.search(name) or known_name(name, kind, index):
            continue
        if not _EXAMPLE.search(text[: text.find(name)][-40:]):
            found.append((name, kind in STRONG_KINDS and not _in_formula(name, text)))
    return found


def _in_formula(name: str, text: str) -> bool:
    """Return whether a name is a term of a formula in words, which names a quantity rather than code."""
    at = text.find(name)
    around = text[max(0, at - 4) : at] + text[at + len(name) : at + len(name) + 4]
    return bool(_OPERATOR.search(around))


def known_name(name: str, kind: IdentifierKind, index: SourceIndex) -> bool:
    """Return whether the session mentions a name in some form."""
    if index.mentions(name) or (name.endswith(("_", "-")) and index.mentions_prefix(name)):
        return True
    if kind in FILE_KINDS:
        return _known_path(name, index)
    if kind in SYMBOL_KINDS and index.mentions(_spaced(name)):
        return True
    if kind is IdentifierKind.SYMBOL and any(index.mentions(mark + name) for mark in _PRIVATE):
        return True
    if kind is IdentifierKind.SYMBOL:
        parts = [part for part in re.split(r"\.|::|->|#", name) if len(part) > 1]
        singular = name.removesuffix("s")
        return (len(parts) > 1 and all(index.mentions(p) for p in parts)) or index.mentions(singular)
    if kind is IdentifierKind.FLAG:
        return index.mentions(name.lstrip("-"))
    if kind is IdentifierKind.SHA:
        return len(name) > 7 and index.mentions_prefix(name[:7])
    return index.mentions(name.removesuffix("s"))


def _spaced(name: str) -> str:
    """Return the words of a symbol as prose writes them."""
    return " ".join(humps(name))


def _known_path(name: str, index: SourceIndex) -> bool:
    """Return whether a path's tail is known: the file's name, below the same folder if the path has one."""
    parts = [part for part in name.split("/") if part not in ("", ".", "..", "~")]
    if not parts:
        return True
    if len(parts) == 1:
        return index.mentions(parts[0]) or any(index.mentions_prefix(j + parts[0]) for j in "_-")
    tail = "/".join(parts[-2:])
    return index.mentions(tail) or (index.mentions(parts[-1]) and index.mentions(parts[-2]))
