"""`workbench run eval`: run each case of a golden file on its own, and compare the figures with floors."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import orjson

from workbench.bootstrap import Env
from workbench.errors import InputError
from workbench.pipes import read_whole
from workbench.runs.outputs.golden import (
    CEILINGS,
    FLOORS,
    below,
    figures,
    incomparable,
    judged,
    read_golden,
    worse,
)
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

    Raises:
        InputError: the golden file, the baseline or a source cannot be read, or the result cannot be written.
    """
    golden = read_golden(request.golden)
    before, unread_before = _baseline(request.baseline)
    if request.out is not None and request.out.exists():
        raise InputError(f"{request.out} is there already", "name another with --out; nothing is overwritten")
    began = env.ticks()
    stated: list[dict[str, Any]] = []
    unread: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="workbench-golden-") as folder:
        own = replace(env, store_location=str(Path(folder) / "store.duckdb"))
        cases = [*((case, False) for case in golden.cases), *((case, True) for case in golden.later)]
        for number, (case, later) in enumerate(cases, 1):
            run = RunRequest(
                case.question, request.sources, settings=request.settings, traffic=request.traffic
            )
            shown = start(own, run)
            if shown.output is None:
                raise InputError(
                    f"case {case.id} ended without output: {shown.state.status} {shown.state.reason}"
                    f"{shown.state.question}", "see the run's events",
                )  # fmt: skip
            stated.append(judged(case, shown.output, later))
            unread |= {each.location: each.reason for each in shown.output.sources if each.status != "read"}
            if on_case is not None:
                on_case(number, len(cases))
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


def _baseline(path: Path | None) -> tuple[dict[str, Any] | None, list[str] | None]:
    """Return the figures of a baseline, and the sources that it could not read; None if it lists none."""
    if path is None:
        return None, None
    try:
        whole = orjson.loads(read_whole(path))
        found, unread = whole["figures"], whole.get("not_read")
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
        raise InputError(f"cannot write {path}: {error.strerror}", "name another file with --out") from error
