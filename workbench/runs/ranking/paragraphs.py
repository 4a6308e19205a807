"""A passage cut into paragraphs, entries of lists and rows of tables, each as the spans of its statements."""

from __future__ import annotations

import re

from workbench.runs.language.planted_orders import telling
from workbench.runs.language.statements import ROW, TABLE_RULE, column_names, statements

_HEADING = re.compile(r"#{1,6}\s")
"""A heading states nothing by itself; it is read as text above a passage."""
_HEADER = re.compile(rf"^(\|[^\n]*)\n{TABLE_RULE.pattern}", re.M)
"""The header of a table, with which each of its rows is read."""
_ENTRY = re.compile(r"[-*•] |\d{1,3}[.)] |\||\{")


def header_of(text: str, at: int) -> str:
    """Return the header of the table that a row is in; empty for anything else."""
    if text[at : at + 1] != "|":
        return ""
    heads = [match.group(1) for match in _HEADER.finditer(text) if match.end() <= at]
    return heads[-1] if heads else ""


def paragraphs(text: str, above: str) -> list[list[tuple[int, int]]]:
    """Return the spans of statements by paragraph, entry or row, without table headers and planted orders."""
    groups: list[list[tuple[int, int]]] = []
    end = 0
    row = False
    for start, stop in telling(text, statements(text)):
        stated = text[start:stop]
        if _HEADING.match(stated) or (ROW.match(stated) and above.endswith(column_names(stated))):
            end = stop
            continue
        before, row = row, ROW.match(stated) is not None
        apart = text[end:start].count("\n") > 1 or _ENTRY.match(stated) or row or before
        if apart or not groups:
            groups.append([])
        groups[-1].append((start, stop))
        end = stop
    return groups
