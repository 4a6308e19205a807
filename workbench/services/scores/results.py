"""`report` on files of results: which strategy, and which version of the compacting program, loses what.

DuckDB reads the files in memory, so that a million rows are no more trouble than a hundred; nothing is
written and no store is opened.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gates.report import GATE_NAMES
from workbench.errors import InputError
from workbench.services.output_shapes.result_shapes import GroupShape, KeptShape, ResultsShape
from workbench.services.output_shapes.shape import printed
from workbench.services.scores.result_files import SUFFIXES, lines_table, parquet_table
from workbench.services.scores.result_rows import COLUMNS, RESULT_SCHEMA

if TYPE_CHECKING:
    import duckdb

RETAINED = ("preserved", "paraphrased")

Key = tuple[str | None, str | None, str | None]
"""Origin, strategy and prompt version; None in the last place means all versions."""


@dataclass
class ResultGroup:
    """Counts of the compactions of one strategy or version."""

    key: Key
    counts: Counter[str] = field(default_factory=Counter)
    """Numbers of `compactions`, and of these the `opaque`, `passed` and `replaceable` ones."""
    gates: dict[str, Counter[str]] = field(default_factory=lambda: {gate: Counter() for gate in GATE_NAMES})
    tags: Counter[str] = field(default_factory=Counter)
    retention: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Verdicts on counted items, by kind."""
    rules: dict[tuple[str, str, str], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """Numbers of `findings` and `compactions`, by gate, rule and severity."""

    def add(self, other: ResultGroup) -> None:
        """Add the counts of another group."""
        self.counts.update(other.counts)
        self.tags.update(other.tags)
        for gate, found in other.gates.items():
            self.gates[gate].update(found)
        for kind, verdicts in other.retention.items():
            self.retention[kind].update(verdicts)
        for rule, fired in other.rules.items():
            self.rules[rule].update(fired)

    @property
    def fired(self) -> list[tuple[tuple[str, str, str], Counter[str]]]:
        """The rules with their counts, those of most compactions first."""
        return sorted(
            self.rules.items(), key=lambda each: (-each[1]["compactions"], -each[1]["findings"], each[0])
        )

    def kept(self, kind: str) -> tuple[int, int]:
        """Return the number of retained counted items of a kind, and the number of all."""
        verdicts = self.retention.get(kind, Counter())
        return sum(verdicts[each] for each in RETAINED), verdicts.total()

    def to_json(self) -> dict[str, Any]:
        """Return one entry of `strategies[]` or `versions[]`."""
        origin, strategy, version = self.key
        return printed(
            GroupShape,
            origin=origin,
            strategy=strategy,
            prompt_version=version,
            gates={gate: dict(sorted(found.items())) for gate, found in self.gates.items()},
            tags=dict(sorted(self.tags.items())),
            retention=[self._kept_json(kind) for kind in sorted(self.retention)],
            rules=self.rules_json(),
            **{name: self.counts[name] for name in ("compactions", "opaque", "passed", "replaceable")},
        )

    def rules_json(self) -> list[dict[str, Any]]:
        """Return the rules with their counts, those of most compactions first."""
        return [
            {"gate": gate, "rule": rule, "severity": severity, **{name: fired[name] for name in _FIRED}}
            for (gate, rule, severity), fired in self.fired
        ]

    def _kept_json(self, kind: str) -> dict[str, Any]:
        retained, counted = self.kept(kind)
        share = round(retained / counted, 6) if counted else None
        verdicts = dict(sorted(self.retention[kind].items()))
        given = {"kind": kind, "counted": counted, "retained": retained}
        return printed(KeptShape, **given, retained_share=share, verdicts=verdicts)


_FIRED = ("findings", "compactions")


@dataclass(frozen=True)
class Results:
    """The results of several files together."""

    files: tuple[str, ...]
    sessions: int
    policy_versions: tuple[str, ...]
    evaluator_versions: tuple[str, ...]
    unreadable: tuple[tuple[str, int], ...]
    """Number of targets that could not be read, by error code."""
    versions: tuple[ResultGroup, ...]
    """Sorted by origin, strategy and prompt version."""

    @property
    def whole(self) -> ResultGroup:
        """The counts of all groups together."""
        return _summed((None, None, None), self.versions)

    @property
    def strategies(self) -> tuple[ResultGroup, ...]:
        """The groups by origin and strategy, sorted."""
        keys = sorted({each.key[:2] for each in self.versions}, key=_sorting)
        return tuple(_summed((*key, None), (v for v in self.versions if v.key[:2] == key)) for key in keys)

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.results/1` object."""
        whole = self.whole
        return printed(
            ResultsShape,
            self,
            compactions=whole.counts["compactions"],
            unreadable=[{"code": code, "targets": targets} for code, targets in self.unreadable],
            strategies=[each.to_json() for each in self.strategies],
            versions=[each.to_json() for each in self.versions],
            rules=whole.rules_json(),
        )


def read_results(paths: Sequence[str]) -> Results:
    """Read several files of results together; a file that is named twice counts twice.

    Raises:
        InputError: a file does not exist, or has no results.
    """
    import duckdb

    tables = [_table(path) for path in paths]
    with duckdb.connect() as connection:
        for path, table in zip(paths, tables, strict=True):
            _check(connection, path, table)
        try:
            return _read(connection, tuple(paths), " UNION ALL ".join(_select(table) for table in tables))
        except duckdb.Error as error:
            raise _unreadable(", ".join(paths), error) from error


def _table(path: str) -> str:
    place = Path(path)
    if place.suffix.lower() not in SUFFIXES:
        raise InputError(
            f"{path} is not a file of results",
            "`workbench score FOLDER --out results.jsonl` or .parquet writes one",
        )
    if not place.is_file():
        what = "is a folder" if place.is_dir() else "is not a file" if place.exists() else "is not there"
        raise InputError(
            f"{path} {what}", "name a file that `workbench score --out` wrote", code="input_missing"
        )
    if not place.stat().st_size:
        raise InputError(
            f"{path} is empty: no result was written to it",
            f"write it with `workbench score FOLDER --out {path}`",
            code="input_empty",
        )
    return parquet_table(path) if place.suffix.lower() == ".parquet" else lines_table(path)


def _select(table: str) -> str:
    return f"SELECT {', '.join(COLUMNS)} FROM {table}"


def _check(connection: duckdb.DuckDBPyConnection, path: str, table: str) -> None:
    """Reject a file whose rows are not results.

    Raises:
        InputError: it cannot be read, or its rows are of another schema.
    """
    import duckdb

    try:
        named = f"SELECT schema FROM ({_select(table)}) WHERE schema IS DISTINCT FROM ? LIMIT 1"
        other = connection.execute(named, [RESULT_SCHEMA]).fetchone()
    except duckdb.Error as error:
        raise _unreadable(path, error) from error
    if other is not None:
        raise InputError(
            f"{path} holds rows of {other[0] or 'no schema'}, not of {RESULT_SCHEMA}",
            "name a file that `workbench score --out` wrote",
        )


def _unreadable(path: str, error: Exception) -> InputError:
    reason = str(error).partition("\n")[0][:200]
    return InputError(
        f"{path} is not a file of results: {reason}", "name a file that `workbench score --out` wrote"
    )


_KEY = "origin, strategy, prompt_version"


def _read(connection: duckdb.DuckDBPyConnection, paths: tuple[str, ...], rows: str) -> Results:
    connection.execute(f"CREATE VIEW result AS {rows}")
    connection.execute("CREATE VIEW judged AS SELECT * FROM result WHERE error_code IS NULL")

    def all_of(query: str) -> list[tuple[Any, ...]]:
        return connection.execute(query).fetchall()

    groups: dict[Key, ResultGroup] = {}
    for origin, strategy, version, *counts in all_of(
        f"SELECT {_KEY}, count(*), count(*) FILTER (opaque), count(*) FILTER (passed), "
        "count(*) FILTER (replaceable) "
        "FROM judged GROUP BY ALL"
    ):
        key = (origin, strategy, version)
        names = ("compactions", "opaque", "passed", "replaceable")
        groups[key] = ResultGroup(key, Counter(dict(zip(names, counts, strict=True))))
    _count_parts(all_of, groups)
    return Results(
        files=paths,
        sessions=int(all_of("SELECT count(DISTINCT session_id) FROM judged")[0][0]),
        policy_versions=_distinct(all_of("SELECT DISTINCT policy_version FROM result")),
        evaluator_versions=_distinct(all_of("SELECT DISTINCT evaluator_version FROM result")),
        unreadable=tuple(
            (str(code), int(count))
            for code, count in all_of(
                "SELECT error_code, count(*) FROM result WHERE error_code IS NOT NULL "
                "GROUP BY ALL ORDER BY ALL"
            )
        ),
        versions=tuple(groups[key] for key in sorted(groups, key=_sorting)),
    )


_Rows = Callable[[str], list[tuple[Any, ...]]]


def _count_parts(all_of: _Rows, groups: dict[Key, ResultGroup]) -> None:
    """Count the gates, tags, captured items and findings, of which a compaction has several each."""
    for gate in GATE_NAMES:
        column = f"gate_{gate.lower()}"
        for *key, status, count in all_of(f"SELECT {_KEY}, {column}, count(*) FROM judged GROUP BY ALL"):
            groups[tuple(key)].gates[gate][str(status)] += count
    for *key, tag, count in all_of(
        f"SELECT {_KEY}, tag, count(*) FROM (SELECT {_KEY}, unnest(tags) AS tag FROM judged) GROUP BY ALL"
    ):
        groups[tuple(key)].tags[tag] += count
    for *key, kind, verdict, count in all_of(
        f"SELECT {_KEY}, item.kind, item.verdict, count(*) "
        f"FROM (SELECT {_KEY}, unnest(retention) AS item FROM judged) WHERE item.counted GROUP BY ALL"
    ):
        groups[tuple(key)].retention[kind][verdict] += count
    for *key, gate, rule, severity, findings, compactions in all_of(
        f"SELECT {_KEY}, found.gate, found.rule, found.severity, count(*), count(DISTINCT number) "
        f"FROM (SELECT {_KEY}, number, unnest(findings) AS found FROM "
        "(SELECT *, row_number() OVER () AS number FROM judged)) WHERE found.reviewed IS NULL GROUP BY ALL"
    ):
        fired = Counter(findings=findings, compactions=compactions)
        groups[tuple(key)].rules[(gate, rule, severity)].update(fired)


def _distinct(rows: Iterable[tuple[Any, ...]]) -> tuple[str, ...]:
    return tuple(sorted(str(value) for (value,) in rows if value is not None))


def _sorting(key: Sequence[str | None]) -> list[tuple[bool, str]]:
    return [(part is None, part or "") for part in key]


def _summed(key: Key, groups: Iterable[ResultGroup]) -> ResultGroup:
    whole = ResultGroup(key)
    for each in groups:
        whole.add(each)
    return whole
