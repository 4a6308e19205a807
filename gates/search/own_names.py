"""Whether the linked events of a statement mention the files that it names.

The words of `manual_save_hooks.go: added logging` occur together in any log of manual saves. Such a passage
is no source of a statement about that file unless the event names the file, or a symbol of the statement.
"""

from __future__ import annotations

from collections.abc import Iterable

from gates.artifact import Item
from gates.language.file_names import base_name
from gates.language.similarity import coverage, statement
from gates.language.tokens import FILE_KINDS, SYMBOL_KINDS
from gates.search.index import SourceIndex
from gates.source import SourceEvent, SourceLink

MANY_BESIDE = 5
"""Fewest words beside the names that identify a source which names none of them."""
BESIDE_AT = 0.6
"""Weighted share of these words that the linked words must have."""


def mention_its_names(item: Item, links: Iterable[SourceLink], index: SourceIndex) -> bool:
    """Return whether a linked event mentions a file or symbol of a statement.

    A statement without a file needs none; nor does one with most of its many other words in the quotes.
    """
    claim = statement(item.text)
    names = dict.fromkeys(claim.tokens.identifiers)
    files = [
        last for name, kind in names if kind in FILE_KINDS and "." in (last := base_name(name.rstrip("/")))
    ]
    if not files:
        return True
    symbols = [name.rsplit(".", 1)[-1].strip("()") for name, kind in names if kind in SYMBOL_KINDS]
    wanted = [name.casefold() for name in (*files, *symbols) if name]
    linked = [index.events[link.ordinal] for link in links]
    if any(name in _text(event) for event in linked for name in wanted):
        return True
    beside = claim.stems.difference(*(statement(name).stems for name in (*files, *symbols)))
    stated = frozenset[str]().union(*(statement(link.quote).stems for link in links))
    return len(beside) >= MANY_BESIDE and coverage(beside, stated, index.weight) >= BESIDE_AT


def _text(event: SourceEvent) -> str:
    """Return all text of an event, with the file or command of its tool call."""
    target = event.tool.target if event.tool is not None else ""
    return f"{event.text}\n{target}".casefold()
