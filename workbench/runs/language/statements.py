"""The statements of a source's text: sentences (also over broken lines), rows and records.

A line that was broken for its length continues in the next one. An entry of a list, a row of a table, a
record of JSON and a heading are separate statements.
"""

from __future__ import annotations

import csv
import re

from workbench.runs.language.month_names import whole_dates
from workbench.runs.language.sentence_ends import sentence_spans

FULL_LINE = 60
"""Minimum characters of a line that may have been broken for its length."""
_STOPS = ".!?:;|。！？؟"
_OWN = re.compile(r"\s{0,8}(?:[-*+•>] |\d{1,3}[.)] |\||#{1,6}\s)")
"""Beginnings of a separate statement: an entry, a row, a heading, a quotation."""
ROW = re.compile(
    r"^\s*\||^[^\n]*(?:[^\s,\d],[^\s,]|[^\s,],[^\s,\d]|\d,\d{4}|\d,\d{1,2},[^\s,]|\d,\d{1,2}[-:/]\d)"
    r"|^[^\n&]*[^\s;];+[^\s;]|^[^\n]*\S\t+\S|^[^\n]*\w,,+(?:[\w\"]|$)"
)
"""A row of a table; `1,200` and `2,5` are numbers, `Pump 2,2009` and `3,12,4` are cells.

Cells may also be parted by semicolons without a space, or by tabs.
"""
_PARTED = (re.compile(r"(?<!\s)\t"), re.compile(r"(?<=\S);(?=\S)"), re.compile(r",(?!\s)(?<!\d,(?=\d))"))
"""Signs between cells; a comma between two digits may belong to a number."""
_QUOTED_CELL = re.compile(r'"(?:[^"]|"")*"')
LABELLED = 2
"""Cells of a row with a label and its value: either may name what the value counts."""
_UNIT = re.compile(r"(?:\bin |\()([a-z]+)\)?\s*$", re.I)
"""The unit at the end of a column name, as in `length in metres`."""


_LAST_WORD = re.compile(r"[_ ](?P<unit>gbp|eur|usd|chf|jpy|sek|nok|dkk|kg|km|cm|mm)\s*$", re.I)
"""The unit at the end of a column name without a bracket, as in `price_gbp`."""
TABLE_RULE = re.compile(r"[ \t]*\|[ \t:|-]*-[ \t:|-]*$")
"""The line under the header of a Markdown table."""
RECORD = re.compile(r'\{\s*"[^"\n]{1,60}"\s*:[^{}]{1,800}\}')
"""A JSON record that contains no other one."""
RECORD_FIELD = re.compile(r'"([^"\n]{1,60})"\s*:\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,{}\[\]"][^,{}\n]*))')
_LENGTHS = frozenset({"kg", "km", "cm", "mm"})
_NAMES = frozenset({"name", "full name", "fullname", "person"})
"""Names of columns or fields that contain somebody's name."""


def statements(text: str) -> list[tuple[int, int]]:
    """Return the half-open spans of the statements of a text, in order."""
    found: list[tuple[int, int]] = []
    at = 0
    for record in RECORD.finditer(text) if '"' in text else ():
        found += _sentences(text, at, record.start())
        found.append(record.span())
        at = record.end()
    return [*found, *_sentences(text, at, len(text))]


def _sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the statements between two records, without spans that have no letter or digit."""
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
    """Return whether a span continues in the next line."""
    if text[last:start].count("\n") != 1 or text[last - 1] in _STOPS:
        return False
    line = text[text.rfind("\n", 0, last) + 1 : last]
    if _OWN.match(text[start:end]) or line.lstrip()[:1] in ("|", "#"):
        return False
    if ROW.match(line) or ROW.match(text[start:end]):
        return False
    return len(line) >= FULL_LINE or text[start].islower()


def spoken(text: str, above: str) -> str:
    """Return a table row with its column names: `310` under `passengers` as `310 passengers`.

    A record of JSON is returned likewise, each of its values with its name.

    Args:
        text: any statement; one that is not a row, or has another number of cells, is returned unchanged.
        above: ends with the names of the columns, separated by commas or bars.
    """
    if RECORD.match(text):
        return "; ".join(
            _cell(value or bare.strip(), name) for name, value, bare in RECORD_FIELD.findall(text)
        )
    if not ROW.match(text):
        return text
    cells = [cell.strip() for cell in cells_of(text)]
    head = above.rstrip().strip("|").rpartition(" > ")[2]
    names = [name.strip() for name in head.split("|" if _is_barred(text) else ",")]
    if len(names) != len(cells):
        return text
    read = "; ".join(_cell(cell, name) for cell, name in zip(cells, names, strict=True) if cell)
    return f"{read}; {cells[1]} {cells[0]}" if len(cells) == LABELLED else read


def cells_of(row: str) -> list[str]:
    """Return what stands between the bars, tabs, semicolons or commas of a row, without quotation marks."""
    if _is_barred(row):
        return row.strip().strip("|").split("|")
    sign = _sign_of(row)
    return next(csv.reader([row], delimiter=sign), []) if '"' in row else row.split(sign)


def column_names(row: str) -> str:
    """Return the cells of a table's first row, separated by commas, which `spoken` reads its rows with."""
    return ", ".join(cell.strip().replace(",", " ") for cell in cells_of(row))


def _sign_of(row: str) -> str:
    """Return what parts the cells of a row: a tab, else the more frequent of semicolons and commas."""
    bare = _QUOTED_CELL.sub("", row)
    tabs, semicolons, commas = (len(sign.findall(bare)) for sign in _PARTED)
    if tabs:
        return "\t"
    return ";" if semicolons and semicolons >= commas else ","


def _is_barred(row: str) -> bool:
    return row.lstrip().startswith("|")


def _cell(cell: str, name: str) -> str:
    """Return a cell with the unit in its column name, else with the column name; `named` before a person."""
    if name.casefold().replace("_", " ") in _NAMES:
        return f"named {cell}"
    last = _LAST_WORD.search(name)
    if last is not None and cell[:1].isdigit():
        unit_name = last["unit"] if last["unit"].casefold() in _LENGTHS else last["unit"].upper()
        return f"{cell} {unit_name} ({name[: last.start()].replace('_', ' ')})"
    unit = _UNIT.search(name)
    return f"{cell} {unit.group(1)} ({name})" if unit else f"{cell} {name}"
