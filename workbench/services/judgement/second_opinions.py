"""Ask the enabled checkers about an artifact; the answers are an input of its evaluation.

A checker requested on the command line must work. One that is only enabled in the configuration never ends a
command: what it cannot answer is unjudged.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

from gates.artifact import Artifact
from gates.capture import Capture
from gates.policy import Policy
from gates.search.linking import SpanSearch
from gates.second_opinion import Checker, CheckerAnswer, Opinion, Opinions, Question, ask, questions_of
from workbench.bootstrap import Env
from workbench.checkers.loading import LoadedChecker, answers_folder, load
from workbench.checkers.settings import CheckerSetting, enabled
from workbench.errors import WorkbenchError

PURPOSE = "judge"

_Key = tuple[CheckerSetting, Path, tuple[int, int] | None]
_loaded: dict[_Key, LoadedChecker] = {}
_lock = threading.Lock()


def opinions_on(
    env: Env, artifact: Artifact, search: SpanSearch, capture: Capture | None = None
) -> tuple[Opinions, ...]:
    """Return the answers of every enabled checker on an artifact with links; empty without checkers.

    With a `capture` the judge is also asked which of its items the artifact states.

    Raises:
        WorkbenchError: a requested checker is not available, or the configuration is broken.
    """
    settings = enabled(env.checkers, env.config_file)
    if not settings:
        return ()
    questions = () if artifact.opaque else questions_of(artifact, search)
    beside = None if artifact.opaque or capture is None else (artifact, capture)
    return tuple(_considered(setting, env.policy, questions, beside) for setting in settings)


def loaded_checkers(env: Env) -> tuple[Checker, ...]:
    """Load the enabled checkers, so that a fault shows before anything is scored.

    Raises:
        WorkbenchError: as `opinions_on`.
    """
    found = []
    for setting in enabled(env.checkers, env.config_file):
        try:
            checker = _load(setting, env.policy)
            checker.prepare()
            found.append(checker.checker)
        except WorkbenchError:
            if setting.asked:
                raise
            found.append(_absent(setting))
    return tuple(found)


def stated(env: Env) -> tuple[str, ...]:
    """Return the notes of the requested checkers for the user."""
    with _lock:
        checkers = [checker for (setting, _, _), checker in _loaded.items() if setting.asked and env.checkers]
    return tuple(note for checker in checkers for note in checker.notes())


def _considered(
    setting: CheckerSetting,
    policy: Policy,
    questions: tuple[Question, ...],
    beside: tuple[Artifact, Capture] | None,
) -> Opinions:
    try:
        checker = _load(setting, policy)
        found = ask(checker, questions)
        return found if beside is None else replace(found, about_items=checker.about_items(*beside))
    except WorkbenchError as error:
        if setting.asked:
            raise
        reason = f"the checker cannot be used ({error.code}); `workbench doctor` says why"
        silent = {question.key: CheckerAnswer(Opinion.UNJUDGED, reason=reason) for question in questions}
        return Opinions(_absent(setting), tuple(sorted(silent.items(), key=lambda pair: pair[0])))


def _load(setting: CheckerSetting, policy: Policy) -> LoadedChecker:
    """Return the checker of a setting, loaded once per process."""
    limits = policy.limits(PURPOSE)
    key = (setting, answers_folder(), (limits.cap_tokens, limits.timeout_ms) if limits else None)
    with _lock:
        if key not in _loaded:
            _loaded[key] = load(*key)
        return _loaded[key]


def _absent(setting: CheckerSetting) -> Checker:
    return Checker(setting.name, "absent")
