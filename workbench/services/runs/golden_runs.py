"""`workbench run eval`: run each case of a golden file on its own, and compare the figures with floors."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import orjson

from gates.errors import os_reason
from workbench.bootstrap import Env
from workbench.errors import InputError
from workbench.models.recordings import check_writable, join
from workbench.pipes import read_whole
from workbench.runs.outputs.golden import (
    CEILINGS,
    FLOORS,
    Golden,
    below,
    figures,
    incomparable,
    judged,
    read_golden,
    worse,
)
from workbench.runs.settings import RunSettings, settings_of
from workbench.runs.sources.fetch import RememberingFetcher
from workbench.runs.sources.source_reading import fetch_limits
from workbench.services.runs.agent_runs import start
from workbench.services.runs.shown_run import RunRequest, Traffic

GOLDEN_SCHEMA = "workbench.golden/1"
OnCase = Callable[[int, int], None]


@dataclass(frozen=True)
class GoldenRequest:
    """The golden file, sources and settings of an evaluation."""

    golden: Path
    sources: tuple[str, ...]
    settings: dict[str, Any]
    traffic: Traffic = (None, None)
    baseline: Path | None = None
    """File with the figures of an earlier evaluation, `workbench.golden/1`."""
    out: Path | None = None
    """File to write the result to, as JSON."""


@dataclass(frozen=True)
class Evaluated:
    """The result of an evaluation."""

    body: dict[str, Any]

    @property
    def ok(self) -> bool:
        """Whether no figure is below its floor or the baseline's, and the baseline has the same sources."""
        return bool(self.body["ok"])

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.golden/1` object."""
        return self.body


def evaluate(env: Env, request: GoldenRequest, on_case: OnCase | None = None) -> Evaluated:
    """Run every case in a temporary store, which all share so that the sources are read once.

    Each address is fetched once too, so that all cases have the same text of it.

    Raises:
        InputError: the golden file, the baseline or a source cannot be read, or the result cannot be written.
    """
    golden = read_golden(request.golden)
    before, unread_before = _baseline(request.baseline)
    if request.out is not None and request.out.exists():
        raise InputError(f"{request.out} is there already", "name another with --out; nothing is overwritten")
    began = env.ticks()
    stated, unread = _cases(env, request, golden, on_case)
    whole = figures([case for case in stated if case["part"] != "later"])
    floors = {**FLOORS, **CEILINGS}
    missed = below(whole, floors)
    apart = incomparable(unread, unread_before) if before else []
    lost = worse(whole, before) if before and not apart else []
    body = {
        "schema": GOLDEN_SCHEMA,
        "golden": request.golden.name,
        "ok": not missed and not lost and not apart,
        "figures": whole,
        "tuned": figures([case for case in stated if case["part"] == "tuned"]),
        "held_out": figures([case for case in stated if case["part"] == "held_out"]),
        "later": figures([case for case in stated if case["part"] == "later"]) if golden.later else None,
        "floors": floors,
        "below": missed,
        "baseline": before,
        "worse": lost,
        "not_read": [{"location": name, "reason": reason} for name, reason in unread.items()],
        "incomparable": apart,
        "seconds": round(env.ticks() - began, 3),
        "cases": stated,
    }
    if request.out is not None:
        _write(request.out, body)
    return Evaluated(body)


def _cases(
    env: Env, request: GoldenRequest, golden: Golden, on_case: OnCase | None
) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Run every case; return how each was answered, and why sources were not read, by their location."""
    stated: list[dict[str, Any]] = []
    unread: dict[str, str] = {}
    recorded, record = request.traffic
    settings = settings_of(request.settings, env.config_file, policy=env.run_table)
    with tempfile.TemporaryDirectory(prefix="workbench-golden-") as name:
        folder = Path(name)
        fetcher = RememberingFetcher(fetch_limits(settings))
        own = replace(env, store_location=str(folder / "store.duckdb"), fetcher=fetcher)
        cases = [*((case, False) for case in golden.cases), *((case, True) for case in golden.later)]
        with (
            _joined(record, folder / "answers") as answers,
            _joined(_vectors(settings), folder / "vectors") as vectors,
        ):
            for number, (case, later) in enumerate(cases, 1):
                vector_file = vectors(number)
                given = {**request.settings, "embeddings_record": str(vector_file) if vector_file else None}
                run = RunRequest(
                    case.question, request.sources, settings=given, traffic=(recorded, answers(number))
                )
                shown = start(own, run)
                if shown.output is None:
                    raise InputError(
                        f"case {case.id} ended without output: {shown.state.status} {shown.state.reason}"
                        f"{shown.state.question}", "see the run's events",
                    )  # fmt: skip
                stated.append(judged(case, shown.output, later))
                unread |= {
                    each.location: each.reason for each in shown.output.sources if each.status != "read"
                }
                if on_case is not None:
                    on_case(number, len(cases))
    return stated, unread


@contextmanager
def _joined(path: Path | None, folder: Path) -> Iterator[Callable[[int], Path | None]]:
    """Yield the recording of each case by its number; at the end, also after a failure, join them in `path`.

    Raises:
        UsageError: the file exists, or cannot be created.
        InputError: the file cannot be written.
    """
    if path is None:
        yield lambda _number: None
        return
    check_writable(path)
    folder.mkdir()
    try:
        yield lambda number: folder / f"{number:06}.jsonl"
    finally:
        join(sorted(folder.iterdir()), path)


def _vectors(settings: RunSettings) -> Path | None:
    """Return the file that embeddings are to be recorded in; None if there is none, or it exists."""
    path = Path(settings.embeddings_record) if settings.embeddings_record is not None else None
    return None if path is None or path.exists() else path


def _baseline(path: Path | None) -> tuple[dict[str, Any] | None, list[str] | None]:
    """Return the figures of a baseline, and the sources that it could not read; None if it lists none."""
    if path is None:
        return None, None
    try:
        whole = orjson.loads(read_whole(path))
        found, unread = dict(whole["figures"]), whole.get("not_read")
        named = None if unread is None else [str(each["location"]) for each in unread]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{path} holds no figures of an evaluation", "give a file that --out wrote"
        ) from error
    return {name: found.get(name) for name in (*FLOORS, *CEILINGS, "citation_precision")}, named


def _write(path: Path, body: dict[str, Any]) -> None:
    try:
        path.write_bytes(orjson.dumps(body, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE))
    except OSError as error:
        raise InputError(
            f"cannot write {path}: {os_reason(error)}", "name another file with --out"
        ) from error
