"""Loading of the checker that a setting describes, and a report of its condition."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

from gates.artifact import Artifact
from gates.capture import Capture
from gates.second_opinion import CheckerAnswer, SecondOpinion
from workbench.checkers.extras import LIBRARIES, missing
from workbench.checkers.settings import JUDGE, WHERE, CheckerSetting
from workbench.errors import WorkbenchError, install_hint

ANSWERS_VARIABLE = "WORKBENCH_ANSWERS"


class LoadedChecker(SecondOpinion, Protocol):
    """A checker with the further methods that the workbench needs."""

    def prepare(self) -> None:
        """Load what answering needs, so that errors appear before anything is judged."""

    def about_items(self, artifact: Artifact, capture: Capture) -> tuple[tuple[str, CheckerAnswer], ...]:
        """Return which captured items an artifact reports, by key; empty if the checker cannot judge that."""

    def notes(self) -> tuple[str, ...]:
        """Return notes for the user: what was sent, masked, or could not be stored."""


def answers_folder() -> Path:
    """Return the folder of stored answers: WORKBENCH_ANSWERS, else `workbench/answers` of the user's data."""
    given = os.environ.get(ANSWERS_VARIABLE)
    if given:
        return Path(given)
    from platformdirs import user_data_path

    return Path(user_data_path("workbench", appauthor=False)) / "answers"


def load(setting: CheckerSetting, answers: Path, limits: tuple[int, int] | None = None) -> LoadedChecker:
    """Load a checker; `limits` are the tokens of a run and the milliseconds of an answer, for the judge.

    Raises:
        WorkbenchError: its extra is not installed, or its model is missing or malformed.
    """
    if setting.name == JUDGE:
        from workbench.checkers.judge import CAP_TOKENS, TIMEOUT_MS, JudgeChecker

        cap, timeout = limits or (CAP_TOKENS, TIMEOUT_MS)
        return JudgeChecker(setting, answers, cap_tokens=cap, timeout_ms=timeout)
    if setting.name == "vectors":
        from workbench.checkers.vectors import VectorsChecker

        return VectorsChecker(setting.model)
    from workbench.checkers.nli import NliChecker

    return NliChecker(setting.model, answers)


def condition(name: str, setting: CheckerSetting | None) -> tuple[bool, str, str]:
    """Return whether a checker works or is not configured, its state in words, and a hint."""
    lacking = missing(name) if name in LIBRARIES else ()
    if setting is None:
        if lacking:
            return True, f"not installed ({', '.join(lacking)})", install_hint(name)
        return True, f"ready, no model named: --checker {WHERE[name]}", ""
    state = "on" if setting.on else "on request"
    if lacking:
        return False, f"{state}, but {', '.join(lacking)} is not installed", install_hint(name)
    try:
        checker = load(setting, answers_folder())
        checker.prepare()
    except WorkbenchError as error:
        return False, f"{state}, but {error.message}", error.hint
    if name != JUDGE:
        return True, f"{setting.model} ({checker.checker.identity}, {state})", ""
    from workbench.models.serving import key_state

    key, hint = key_state(setting.provider, setting.url, setting.key)
    named = f"{setting.provider}:{setting.model}"
    return True, f"{named} ({checker.checker.identity}, {state}; {key})", hint
