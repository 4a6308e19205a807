"""Quoted words as a reader would say them: a row as `column: value`, Markdown and JSON without signs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workbench.escaping import folded
from workbench.runs.language.statements import RECORD, RECORD_FIELD, TABLE_RULE, cells_of, column_names
from workbench.runs.ranking.paragraphs import header_of
from workbench.runs.sources.extract import media_type_of
from workbench.runs.sources.places import is_address

_HEADING = re.compile(r"^\s{0,3}#{1,6}\s+(?P<title>.+?)\s*#*$")
_ENTRY = re.compile(r"^\s*(?:[-*+•]|>+)\s+")
_INLINE = (
    (re.compile(r"!?\[([^\]\n]+)\]\([^)\s]*\)"), r"\1"),
    (re.compile(r"(?<![\w*])(\*{1,3})(?=\S)([^*\n]+?)(?<=\S)\1(?![\w*])"), r"\2"),
    (re.compile(r"(?<!\w)(_{1,3})(?=\S)([^_\n]+?)(?<=\S)\1(?!\w)"), r"\2"),
    (re.compile(r"`([^`\n]+)`"), r"\1"),
)
"""Links, emphasis and code of Markdown, each with what is kept."""
_ENDS = ".!?:;,…。！？"


def plain_words(text: str, start: int, end: int, above: str, location: str) -> str:
    """Return a span of a passage as one line of plain words.

    Args:
        text: the passage.
        start: beginning of the span, in code points of the passage.
        end: its end.
        above: titles and headings above the passage; of a CSV it ends with the names of the columns.
        location: the source, whose name says how it is read; source code is only folded.
    """
    quoted = text[start:end]
    kind = "text/html" if is_address(location) else media_type_of(location)
    if kind in (None, "text/x-source"):
        return folded(quoted)
    if kind == "text/csv":
        columns = above.rpartition(" > ")[2]
        rows = [each for each in quoted.splitlines() if column_names(each) != columns] or [quoted]
        return folded("; ".join(_row(each, columns) for each in rows))
    if kind == "application/json":
        return folded(RECORD.sub(lambda found: _fields(found.group()), quoted))
    return _joined(_lines(quoted, header_of(text, start)))


def _lines(quoted: str, header: str) -> list[tuple[str, bool]]:
    """Return the lines of Markdown in words, each with whether it is an entry, a row or a heading."""
    found: list[tuple[str, bool]] = []
    lines = quoted.splitlines()
    for place, line in enumerate(lines):
        if TABLE_RULE.match(line):
            continue
        if line.lstrip().startswith("|"):
            if place + 1 < len(lines) and TABLE_RULE.match(lines[place + 1]):
                header = line
                continue
            found.append((_pairs(cells_of(line), cells_of(header) if header else ()), True))
            continue
        heading = _HEADING.match(line)
        if heading and any(map(str.strip, lines[place + 1 :])):
            found.append((f"{heading['title'].rstrip(':')}:", True))
            continue
        words = heading["title"] if heading else _ENTRY.sub("", line)
        found.append((words, bool(heading or _ENTRY.match(line))))
    return found


def _joined(lines: Sequence[tuple[str, bool]]) -> str:
    """Return lines as one, with a semicolon before an entry or a row that follows words without an end."""
    made = ""
    for words, apart in lines:
        made = made.rstrip()
        made += ("; " if apart and made and made[-1] not in _ENDS else " ") + words
    for sign, kept in _INLINE:
        made = sign.sub(kept, made)
    return folded(made)


def _row(line: str, columns: str) -> str:
    """Return a row of a CSV with its columns."""
    return _pairs(cells_of(line), columns.split(", "))


def _pairs(cells: Sequence[str], columns: Sequence[str]) -> str:
    """Return each cell with its column's name; without names if there are not as many."""
    names = columns if len(columns) == len(cells) else [""] * len(cells)
    pairs = [(name.strip(), cell.strip()) for name, cell in zip(names, cells, strict=True)]
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in pairs if cell)


def _fields(record: str) -> str:
    """Return a record of JSON with the names of its fields."""
    fields = ((name, value or bare.strip()) for name, value, bare in RECORD_FIELD.findall(record))
    return "; ".join(f"{name}: {value}" for name, value in fields if value)
