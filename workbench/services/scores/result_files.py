"""Writing of `score` results to a file, completely or not at all: JSON lines, or Parquet through DuckDB."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

from gates.errors import os_reason
from workbench.errors import InputError, UsageError
from workbench.services.scores.result_rows import COLUMNS, error_row
from workbench.services.scores.score_many import ScoredMany

SUFFIXES = (".jsonl", ".parquet")
LONGEST_ROW = 64 * 1024 * 1024
"""Maximum size in bytes of a row that DuckDB reads."""


def check_place(out: str) -> None:
    """Check before anything is judged that results can be written.

    Raises:
        UsageError: the file's suffix names no format.
        InputError: its folder does not exist or is not writable, or it is a folder itself.
    """
    place = Path(out)
    if place.suffix.lower() not in SUFFIXES:
        raise UsageError(f"{out} names no format", "end it in .jsonl or .parquet")
    if place.is_dir():
        raise InputError(f"{out} is a folder", "name a file")
    if not place.parent.is_dir() or not os.access(place.parent, os.W_OK):
        raise InputError(f"cannot write {out}: its folder is not there or not writable", "name another place")


def write_results(out: str, run: ScoredMany) -> None:
    """Write one row per judged compaction and per unreadable target, in the order of the targets.

    Raises:
        InputError: the file cannot be written; nothing is left behind and an existing file is kept.
    """
    place = Path(out)
    with tempfile.TemporaryDirectory(prefix=".workbench-", dir=place.parent) as folder:
        try:
            lines = Path(folder) / "results.jsonl"
            with lines.open("wb") as file:
                _write_lines(file, run)
            made = lines
            if place.suffix.lower() == ".parquet":
                made = Path(folder) / "results.parquet"
                to_parquet(lines, made)
            with suppress(OSError):  # a file system without modes
                made.chmod(0o600)
            made.replace(place)
        except OSError as error:
            raise InputError(f"cannot write {out}: {os_reason(error)}", "name another place") from error


def to_parquet(lines: Path, out: Path) -> None:
    """Convert a file of JSON lines to Parquet.

    Raises:
        OSError: DuckDB cannot write it.
    """
    import duckdb

    with duckdb.connect() as connection:
        try:
            connection.execute(
                f"COPY (SELECT * FROM {lines_table(str(lines))}) TO {quoted(str(out))} (FORMAT parquet)"
            )
        except duckdb.Error as error:
            raise OSError(str(error).partition("\n")[0]) from error


def lines_table(path: str) -> str:
    """Return SQL that reads a file of JSON lines as rows with the columns of `COLUMNS`."""
    columns = ", ".join(f"{quoted(name)}: {quoted(kind)}" for name, kind in COLUMNS.items())
    return (
        f"read_json({quoted(_literal(path))}, format = 'newline_delimited', columns = {{{columns}}}, "
        f"maximum_object_size = {LONGEST_ROW})"
    )


def parquet_table(path: str) -> str:
    """Return SQL that reads a Parquet file as rows."""
    return f"read_parquet({quoted(_literal(path))})"


def quoted(text: str) -> str:
    """Quote a text as an SQL literal."""
    return "'" + text.replace("'", "''") + "'"


def _literal(path: str) -> str:
    """Quote a path so that DuckDB expands nothing in it."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in path)


def _write_lines(file: IO[bytes], run: ScoredMany) -> None:
    for text in run.texts():
        file.write(text + b"\n")
    summary = run.summary
    for target, error in summary.unreadable:
        row = error_row(target, error.code, error.message, summary.policy_version, summary.evaluator_version)
        file.write(row.encode("utf-8") + b"\n")
