"""Which named thing of a table is the smallest, oldest, heaviest: `the smallest vessel` in a list of ships.

A table has a row for each named thing. A column fits an adjective by its name or unit: `seats` and `tonnes`
say what is large, `built` and `founded` what is old, `kg` what is heavy. Several columns must agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from workbench.runs.language.ranked_names import NamedRank, RankPhrase
from workbench.runs.language.statements import RECORD, RECORD_FIELD, ROW, TABLE_RULE, cells_of

LEAST_ROWS = 3
"""Minimum rows of a table that ranks its things."""
MOST_TABLE = 60_000
"""Maximum code points of a source whose tables are ranked."""
_SIZES = (
    r"length|tonn\w*|tons?|gross|grt|displacement|seats?|capacity|passengers?|cars|vehicles|beds?|bunks?|berths?|places|area|"
    r"size|volume|lit(?:re|er)s?|guests|inhabitants|population|m2|m²|sqm|square|hectares?|acres?"
)
_YEARS = (
    r"built|founded|established|bought|purchased|acquired|opened|installed|launched|since|year|made|joined"
)
_TIMES = r"dep(?:art\w*)?|leav\w*|sail\w*|start\w*|begin\w*|arriv\w*|times?|clock|from|at"
_COLUMNS = {
    adjective: (re.compile(rf"\b(?:{fitting})\b", re.I), sign)
    for greatest, least, fitting in (
        ("larg bigg great", "small tini littl", _SIZES),
        ("new young", "old eld", _YEARS),
        ("lat", "earli", rf"{_YEARS}|{_TIMES}"),
        ("last", "first", _TIMES),
        ("long", "short", r"length|long|km|kilomet\w+|miles?"),
        ("tall high", "", r"height|high|tall|elevation|altitude"),
        ("", "low", r"height|high|elevation|altitude"),
        ("deep", "shallow", r"depth|deep"),
        ("wid broad", "narrow", r"width|wide|beam|breadth"),
        ("heavi", "light", r"weight|weighs|mass|kg|kilos?|tonnes|heavy"),
        ("dear costli prici", "cheap", r"prices?|costs?|fees?|fares?|rent|euros?|eur|gbp|usd|night|crowns"),
        ("fast quick", "slow", r"speed|knots|km/h|mph"),
        ("strong", "weak", r"power|kw|hp|horsepower"),
    )
    for adjectives, sign in ((greatest, 1), (least, -1))
    for adjective in adjectives.split()
}
"""For a superlative without `est`: the columns that fit it, and 1 for their greatest value or -1."""
_BY_CLOCK = frozenset({"first", "last"})
"""Ranks that a table states only by times of day."""
_NUMBER = re.compile(
    r"^\W{0,3}(?P<value>\d{1,3}(?:[ ,]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?!\d)(?P<rest>.{0,20})$"
)
_CLOCK = re.compile(r"^(?P<hour>[01]?\d|2[0-4])[:.](?P<minute>[0-5]\d)$")
_HEADING = re.compile(r"^#{1,6}\s+(?P<title>.+)$")
_KEY = re.compile(r'"([^"\n]{1,60})"\s*:\s*\[')
_PLURAL = re.compile(r"(?<=[a-z]{2})(?:(?<=x)es|(?<=ch)es|(?<=sh)es|(?<!s)s)$")


Row = tuple[str, ...]
"""The cells of a row."""


@dataclass(frozen=True, slots=True)
class NamedTable:
    """A table with a row for each named thing."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    """The heading above it."""

    @property
    def nouns(self) -> tuple[str, ...]:
        """What its things are called: the words of the first column's name and of the heading."""
        words = re.findall(r"[a-z]{3,}", f"{self.columns[0]} {self.title}".replace("_", " ").casefold())
        return tuple(dict.fromkeys(_PLURAL.sub("", word) for word in words))

    @property
    def has_names(self) -> bool:
        """Whether its things have names, not numbers alone."""
        return all(any(map(str.isalpha, row[0])) for row in self.rows)

    def extreme(self, rank: str) -> tuple[str, ...]:
        """Return the row of the thing that a superlative means; empty if no column or several things fit."""
        adjective = rank.removesuffix("est")
        if adjective not in _COLUMNS:
            return ()
        fitting, sign = _COLUMNS[adjective]
        found = {
            self._most(place, sign)
            for place, name in enumerate(self.columns[1:], 1)
            if fitting.search(name.replace("_", " "))
            and (adjective not in _BY_CLOCK or all(_CLOCK.match(row[place]) for row in self.rows))
        }
        return found.pop() if len(found) == 1 else ()

    def _most(self, place: int, sign: int) -> tuple[str, ...]:
        """Return the one row with the most or least of a column; empty if there is none."""
        clock = [_CLOCK.match(row[place]) for row in self.rows]
        if all(clock):
            return self._of_most(
                [sign * (60 * int(each["hour"]) + int(each["minute"])) for each in clock if each]
            )
        values = [_NUMBER.match(row[place]) for row in self.rows]
        if any(each is None for each in values) or len({each["rest"].strip() for each in values if each}) > 1:
            return ()
        return self._of_most([sign * float(re.sub("[ ,]", "", each["value"])) for each in values if each])

    def _of_most(self, figures: Sequence[float]) -> tuple[str, ...]:
        """Return the one row with the greatest figure; empty if several have it."""
        best = max(figures)
        return self.rows[figures.index(best)] if figures.count(best) == 1 else ()


def named_tables(text: str) -> list[NamedTable]:
    """Return the tables of a whole source that have a row for each named thing."""
    return [each for each in tables_in(text) if each.has_names]


@lru_cache(maxsize=16)
def tables_in(text: str) -> tuple[NamedTable, ...]:
    """Return the tables of a whole source that have a row for each thing, named or numbered."""
    return (*_tables(text), *_record_tables(text))


def _record_tables(text: str) -> Iterator[NamedTable]:
    """Yield the tables of consecutive records of JSON with the same fields."""
    found = list(RECORD.finditer(text)) if len(text) <= MOST_TABLE and '"' in text else []
    block = list[tuple[str, ...]]()
    title, columns, end = "", tuple[str, ...](), 0
    for record in found:
        fields = RECORD_FIELD.findall(record.group())
        names = tuple(name for name, _, _ in fields)
        between = text[end : record.start()]
        if names != columns or between.strip(", \n\t"):
            yield from _of_cells([columns, *block], title)
            keys = _KEY.findall(between)
            title, columns, block = keys[-1].replace("_", " ") if keys else "", names, []
        block.append(row_cells(record.group()))
        end = record.end()
    yield from _of_cells([columns, *block], title)


def _tables(text: str) -> Iterator[NamedTable]:
    title, block = "", list[str]()
    for line in [*text.splitlines(), ""] if len(text) <= MOST_TABLE else []:
        if ROW.match(line):
            block.append(line)
            continue
        yield from _table(block, title)
        block = []
        heading = _HEADING.match(line)
        title = heading["title"] if heading else title


def _table(block: Sequence[str], title: str) -> Iterator[NamedTable]:
    """Yield the table of consecutive rows, if it is one."""
    yield from _of_cells([_cells(line) for line in block if not TABLE_RULE.match(line)], title)


def _of_cells(rows: Sequence[tuple[str, ...]], title: str) -> Iterator[NamedTable]:
    """Yield the table whose first row names its columns, if each other row is of one named thing."""
    if len(rows) <= LEAST_ROWS or len({len(row) for row in rows}) > 1 or len(rows[0]) < 2:
        return
    names = [row[0] for row in rows[1:]]
    named = all(any(map(str.isalnum, name)) and len(name.split()) <= 5 for name in names)
    if named and len(set(names)) == len(names) and not any(_NUMBER.match(cell) for cell in rows[0]):
        yield NamedTable(rows[0], tuple(rows[1:]), title)


def row_cells(statement: str) -> tuple[str, ...]:
    """Return what stands in a row of a table, or the values of a record of JSON; empty for a sentence."""
    if RECORD.match(statement):
        return tuple((value or bare).strip() for _, value, bare in RECORD_FIELD.findall(statement))
    return _cells(statement) if ROW.match(statement) else ()


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip(" *_`") for cell in cells_of(line))


def ranked_in(used: RankPhrase, tables: Sequence[NamedTable]) -> list[NamedRank]:
    """Return what tables say a description by rank means, one for each table that says so."""
    return [told for _, told, _ in _ranked(used, tables)]


def ranked_rows(used: RankPhrase, tables: Sequence[NamedTable]) -> list[tuple[NamedTable, Row]]:
    """Return each table that says what a description by rank means, with the row of that thing."""
    return [(table, row) for table, _, row in _ranked(used, tables)]


def _ranked(used: RankPhrase, tables: Sequence[NamedTable]) -> Iterator[tuple[NamedTable, NamedRank, Row]]:
    for table in tables:
        row = table.extreme(used.rank)
        for noun in table.nouns if row else ():
            told = NamedRank(replace(used, nouns=(noun,), whole=frozenset()), row[0])
            if told.described_by(used):
                yield table, told, row
                break
