"""Loads the checker that a setting names, and reports what each would need."""

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
    """A checker with what the workbench asks of it beside its answers."""

    def prepare(self) -> None:
        """Load what answering needs, so that a fault shows before anything is judged."""

    def about_items(self, artifact: Artifact, capture: Capture) -> tuple[tuple[str, CheckerAnswer], ...]:
        """Which captured items an artifact reports, by key; nothing where the checker cannot judge that."""

    def notes(self) -> tuple[str, ...]:
        """What the person who asked should know: sent, masked, not kept."""


def answers_folder() -> Path:
    """Where answers are kept: WORKBENCH_ANSWERS, else `workbench/answers` of the user's data."""
    given = os.environ.get(ANSWERS_VARIABLE)
    if given:
        return Path(given)
    from platformdirs import user_data_path

    return Path(user_data_path("workbench", appauthor=False)) / "answers"


def load(setting: CheckerSetting, answers: Path, limits: tuple[int, int] | None = None) -> LoadedChecker:
    """A loaded checker; `limits` are tokens of a run and milliseconds of an answer.

    Raises:
        WorkbenchError: its extra is missing, or its model is not there or malformed.
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
    """Whether a checker can be used or is not configured, its state in words, and what to do."""
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
