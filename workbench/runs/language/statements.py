"""The statements of a source's text: sentences, also where an editor broke their lines, rows and records.

A line that was broken for its length goes on in the next one; an entry of a list, a row of a table, a record
of JSON and a heading are statements of their own.
"""

from __future__ import annotations

import re

from workbench.runs.language.month_names import whole_dates
from workbench.runs.language.sentence_ends import sentence_spans

FULL_LINE = 60
"""Characters from which a line may have been broken for its length."""
_STOPS = ".!?:;|。！？؟"
_OWN = re.compile(r"\s{0,8}(?:[-*+•>] |\d{1,3}[.)] |\||#{1,6}\s)")
"""What begins a statement of its own: an entry, a row, a heading, a quotation."""
ROW = re.compile(
    r"^\s*\||^[^\n]*(?:[^\s,\d],[^\s,]|[^\s,],[^\s,\d]|\d,\d{4}|\d,\d{1,2},[^\s,]|\d,\d{1,2}[-:/]\d)"
)
"""A row of a table; `1,200` and `2,5` are numbers, `Pump 2,2009` and `3,12,4` are cells."""
LABELLED = 2
"""Cells of a row that is a label with its value: what that counts may be said by either."""
_UNIT = re.compile(r"(?:\bin |\()([a-z]+)\)?\s*$", re.I)
"""The unit that the name of a column ends with, as in `length in metres`."""


_RECORD = re.compile(r'\{\s*"[^"\n]{1,60}"\s*:[^{}]{1,800}\}')
"""A record of JSON that holds no other one."""
_FIELD = re.compile(r'"([^"\n]{1,60})"\s*:\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,{}\[\]"][^,{}\n]*))')
_NAMES = frozenset({"name", "full name", "fullname", "person"})
"""Names of a column or field that hold how somebody is named."""


def statements(text: str) -> list[tuple[int, int]]:
    """Half-open spans of the statements of a text, in order."""
    found: list[tuple[int, int]] = []
    at = 0
    for record in _RECORD.finditer(text) if '"' in text else ():
        found += _sentences(text, at, record.start())
        found.append(record.span())
        at = record.end()
    return [*found, *_sentences(text, at, len(text))]


def _sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The statements between two records; signs without a word are none beside a record."""
    if (start, end) == (0, len(text)):
        return _stated(text)
    made = [(start + first, start + last) for first, last in _stated(text[start:end])]
    return [(first, last) for first, last in made if any(map(str.isalnum, text[first:last]))]


def _stated(text: str) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for start, end in whole_dates(text, sentence_spans(text)):
        if found and _goes_on(text, found[-1][1], start, end):
            found[-1] = found[-1][0], end
        else:
            found.append((start, end))
    return found


def _goes_on(text: str, last: int, start: int, end: int) -> bool:
    """Whether the words of one span go on in the next line."""
    if text[last:start].count("\n") != 1 or text[last - 1] in _STOPS:
        return False
    line = text[text.rfind("\n", 0, last) + 1 : last]
    if _OWN.match(text[start:end]) or line.lstrip()[:1] in ("|", "#"):
        return False
    if ROW.match(line) or ROW.match(text[start:end]):
        return False
    return len(line) >= FULL_LINE or text[start].islower()


def spoken(text: str, above: str) -> str:
    """A row of a table read under the names of its columns: `310` under `passengers` as `310 passengers`.

    A record of JSON is read likewise, each of its values under its name.

    Args:
        text: any statement; one that is no row, or of another number of cells, is given back as it is.
        above: the names of the columns at its end, parted by commas or bars.
    """
    if _RECORD.match(text):
        return "; ".join(_cell(value or bare.strip(), name) for name, value, bare in _FIELD.findall(text))
    if not ROW.match(text):
        return text
    barred = text.lstrip().startswith("|")
    cells = [cell.strip() for cell in (text.strip().strip("|").split("|") if barred else text.split(","))]
    head = above.rstrip().strip("|").rpartition(" > ")[2]
    names = [name.strip() for name in head.split("|" if barred else ",")]
    if len(names) != len(cells):
        return text
    read = "; ".join(_cell(cell, name) for cell, name in zip(cells, names, strict=True))
    return f"{read}; {cells[1]} {cells[0]}" if len(cells) == LABELLED else read


def _cell(cell: str, name: str) -> str:
    """A cell with the unit that its column names, else with the column's name; of a name that it is one."""
    if name.casefold().replace("_", " ") in _NAMES:
        return f"named {cell}"
    unit = _UNIT.search(name)
    return f"{cell} {unit.group(1)} ({name})" if unit else f"{cell} {name}"
