"""Baselines of `score`: the known problems, so that only new or worse ones fail a run.

A file names each compaction by its session and range (with the file or the artifact's id if it is not part of
its transcript), and each problem by gate, rule and item. It is sorted: equal problems give equal bytes.
"""

from __future__ import annotations

import json
import os
import posixpath
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gates.errors import os_reason
from gates.report import EVALUATOR_VERSION
from gates.validation import first_fault
from workbench.errors import InputError
from workbench.pipes import open_to_write, read_whole
from workbench.services.scores.score_problems import Name, ScoreProblem, weights

BASELINE_SCHEMA = "workbench.baseline/1"
MAX_BYTES = 256 * 1024 * 1024
LONGEST_TEXT = 160
"""Maximum code points of a problem's text in a baseline, which is there for human readers."""

State = Literal["new", "worse", "known"]
HINT = "`workbench score … --write-baseline FILE` writes one"


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class KnownProblemShape(_Shape):
    """One known problem; `text` is for human readers, the rest identifies it and its weight."""

    gate: Literal["A", "B", "C", "D", "E"]
    rule: str
    subject: str
    severity: Literal["hard", "warning"]
    weight: float
    text: str = ""


class KnownCompactionShape(_Shape):
    """One compaction with its known problems."""

    compaction: str
    target: str
    problems: tuple[KnownProblemShape, ...]


class BaselineShape(_Shape):
    """The `workbench.baseline/1` object."""

    schema_: Literal["workbench.baseline/1"] = Field(alias="schema")
    policy_version: str
    evaluator_version: str
    compactions: tuple[KnownCompactionShape, ...]


@dataclass(frozen=True)
class Baseline:
    """The known problems; it is pickled to worker processes."""

    path: str
    policy_version: str
    evaluator_version: str
    known: Mapping[str, Mapping[Name, float]] = field(repr=False)
    """Weight of each problem, by compaction and name."""

    def states(self, compaction: str, problems: Iterable[ScoreProblem]) -> dict[Name, State]:
        """Return whether each problem of a compaction is known, new, or known and worse than before."""
        known = self.known.get(compaction, {})
        found: dict[Name, State] = {}
        for name, weight in weights(problems).items():
            before = known.get(name)
            found[name] = "new" if before is None else "worse" if weight > before + 1e-9 else "known"
        return found

    def fixed(self, compaction: str, problems: Iterable[ScoreProblem]) -> int:
        """Return how many known problems of a compaction no longer exist."""
        return len(set(self.known.get(compaction, ())) - {each.name for each in problems})

    def notes(self, policy_version: str, evaluator_version: str = EVALUATOR_VERSION) -> list[str]:
        """Return the differences in versions since the baseline was written."""
        differences = []
        if self.policy_version != policy_version:
            differences.append(
                f"the baseline was written under policy {self.policy_version}, not {policy_version}"
            )
        if self.evaluator_version != evaluator_version:
            was, now = self.evaluator_version, evaluator_version
            differences.append(f"the baseline was written by evaluator {was}, not {now}: write it anew")
        return differences


def compaction_name(
    session_id: str | None, start: int | None, end: int | None, target: str, among: str = ""
) -> str:
    """Return the name of a compaction: session and range, and `among` if it is not the transcript's own."""
    if session_id is None or start is None or end is None:
        return f"file:{posixpath.normpath(target.replace(os.sep, '/'))}"
    return f"{session_id}:{start}..{end}" + (f":{among}" if among else "")


def read_baseline(path: str) -> Baseline:
    """Read the file that `--write-baseline` wrote.

    Raises:
        InputError: it cannot be read, or is not a baseline.
    """
    try:
        place = Path(path)
        if place.is_file() and place.stat().st_size > MAX_BYTES:
            raise InputError(f"the baseline {path} is over 256 MB", HINT)
        body = read_whole(place).decode("utf-8")
    except OSError as error:
        raise InputError(
            f"cannot read the baseline {path}: {os_reason(error)}", HINT, code="baseline_unreadable"
        ) from error
    except ValueError as error:
        raise InputError(f"{path} is not a baseline: it is not valid UTF-8", HINT) from error
    try:
        found = BaselineShape.model_validate_json(body)
    except (ValidationError, RecursionError) as error:
        raise InputError(
            f"{path} is not a baseline: {_first(error)}",
            f"{HINT}; `workbench schema baseline` prints its shape",
        ) from error
    known: dict[str, dict[Name, float]] = {}
    for entry in found.compactions:
        mine = known.setdefault(entry.compaction, {})
        for each in entry.problems:
            name = (each.gate, each.rule, each.subject)
            mine[name] = max(mine.get(name, 0.0), each.weight)
    return Baseline(path, found.policy_version, found.evaluator_version, known)


def _first(error: Exception) -> str:
    if not isinstance(error, ValidationError):
        return "it is nested too deeply"
    return first_fault(error)


@dataclass(frozen=True, slots=True)
class KeptProblems:
    """The problems of one judged compaction, for a baseline."""

    compaction: str
    target: str
    problems: tuple[ScoreProblem, ...]


def write_baseline(
    path: str, kept: Iterable[KeptProblems], policy_version: str, evaluator_version: str
) -> None:
    """Write the current problems to a file, completely or not at all.

    Raises:
        InputError: the file cannot be written.
    """
    entries: dict[str, tuple[str, dict[Name, dict[str, object]]]] = {}
    for each in kept:
        target, problems = entries.setdefault(each.compaction, (each.target, {}))
        worth = weights(each.problems)
        for one in each.problems:
            problems[one.name] = _entry(one, max(worth[one.name], _weight(problems.get(one.name))))
        entries[each.compaction] = (min(target, each.target), problems)
    body = {
        "schema": BASELINE_SCHEMA,
        "policy_version": policy_version,
        "evaluator_version": evaluator_version,
        "compactions": [
            {"compaction": name, "target": target, "problems": [problems[key] for key in sorted(problems)]}
            for name, (target, problems) in sorted(entries.items())
            if problems
        ],
    }
    write_whole(path, [(json.dumps(body, ensure_ascii=True, indent=1) + "\n").encode()])


def _entry(problem: ScoreProblem, weight: float) -> dict[str, object]:
    gate, rule, subject = problem.name
    text = problem.text if len(problem.text) <= LONGEST_TEXT else problem.text[: LONGEST_TEXT - 3] + "..."
    return {
        "gate": gate,
        "rule": rule,
        "subject": subject,
        "severity": problem.severity,
        "weight": weight,
        "text": text,
    }


def _weight(entry: Mapping[str, object] | None) -> float:
    value = entry["weight"] if entry else 0.0
    return value if isinstance(value, float) else 0.0


def check_writable(path: str) -> None:
    """Check before the work that a file can be written.

    Raises:
        InputError: it is a folder, or its folder does not exist or is not writable.
    """
    place = Path(path)
    if place.is_dir():
        raise InputError(f"cannot write {path}: it is a folder", "name a file")
    if not place.parent.is_dir() or not os.access(place.parent, os.W_OK):
        raise InputError(
            f"cannot write {path}: its folder is not there or not writable", "name another place"
        )


def write_whole(path: str, body: Iterable[bytes]) -> None:
    """Write a file completely or not at all; on failure an existing file is kept.

    Raises:
        InputError: the file cannot be written.
    """
    place = Path(path)
    try:
        if place.exists() and not place.is_file():  # a pipe, a terminal, /dev/stdout
            with open_to_write(place) as file:
                file.writelines(body)
            return
        handle, made = tempfile.mkstemp(prefix=".workbench-", dir=place.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.writelines(body)
            Path(made).chmod(0o644 if not place.exists() else place.stat().st_mode & 0o777)
            Path(made).replace(place)
        except BaseException:
            with suppress(OSError):
                Path(made).unlink()
            raise
    except OSError as error:
        raise InputError(f"cannot write {path}: {os_reason(error)}", "name another place") from error
