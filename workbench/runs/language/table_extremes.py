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
from workbench.runs.language.statements import ROW, TABLE_RULE, cells_of

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
_COLUMNS = {
    adjective: (re.compile(rf"\b(?:{fitting})\b", re.I), sign)
    for greatest, least, fitting in (
        ("larg bigg great", "small tini littl", _SIZES),
        ("new lat young", "old eld earli", _YEARS),
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
_NUMBER = re.compile(
    r"^\W{0,3}(?P<value>\d{1,3}(?:[ ,]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?!\d)(?P<rest>.{0,20})$"
)
_HEADING = re.compile(r"^#{1,6}\s+(?P<title>.+)$")
_PLURAL = re.compile(r"(?<=[a-z]{2})(?:(?<=x)es|(?<=ch)es|(?<=sh)es|(?<!s)s)$")


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

    def extreme(self, rank: str) -> str:
        """Return the name of the thing that a superlative means; empty if no column or several things fit."""
        adjective = rank.removesuffix("est")
        if adjective not in _COLUMNS:
            return ""
        fitting, sign = _COLUMNS[adjective]
        found = {
            self._most(place, sign)
            for place, name in enumerate(self.columns[1:], 1)
            if fitting.search(name.replace("_", " "))
        }
        return found.pop() if len(found) == 1 else ""

    def _most(self, place: int, sign: int) -> str:
        """Return the name in the one row with the most or least of a column; empty if there is none."""
        values = [_NUMBER.match(row[place]) for row in self.rows]
        if any(each is None for each in values) or len({each["rest"].strip() for each in values if each}) > 1:
            return ""
        figures = [sign * float(re.sub("[ ,]", "", each["value"])) for each in values if each]
        best = max(figures)
        return self.rows[figures.index(best)][0] if figures.count(best) == 1 else ""


@lru_cache(maxsize=16)
def named_tables(text: str) -> tuple[NamedTable, ...]:
    """Return the tables of a whole source that have a row for each named thing."""
    return tuple(_tables(text))


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
    rows = [_cells(line) for line in block if not TABLE_RULE.match(line)]
    if len(rows) <= LEAST_ROWS or len({len(row) for row in rows}) > 1 or len(rows[0]) < 2:
        return
    names = [row[0] for row in rows[1:]]
    named = all(any(map(str.isalpha, name)) and len(name.split()) <= 5 for name in names)
    if named and len(set(names)) == len(names) and not any(_NUMBER.match(cell) for cell in rows[0]):
        yield NamedTable(rows[0], tuple(rows[1:]), title)


def _cells(line: str) -> tuple[str, ...]:
    return tuple(cell.strip(" *_`") for cell in cells_of(line))


def ranked_in(used: RankPhrase, tables: Sequence[NamedTable]) -> list[NamedRank]:
    """Return what tables say a description by rank means, one for each table that says so."""
    found = []
    for table in tables:
        name = table.extreme(used.rank)
        for noun in table.nouns if name else ():
            told = NamedRank(replace(used, nouns=(noun,), whole=frozenset()), name)
            if told.described_by(used):
                found.append(told)
                break
    return found
