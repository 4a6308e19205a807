"""Captured items that a model proposes: requested by `capture --checker judge`, else from stored answers.

A stored capture includes what a model proposed, so that scoring, accepting and copying the store need neither
the model nor its answers.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from gates.capture import Capture, CapturedItem, same_words
from gates.policy import Policy
from gates.source import SourceEvent
from gates.trust import model_version, proposals_of_models, with_proposals
from workbench.bootstrap import Env
from workbench.checkers.loading import answers_folder
from workbench.checkers.proposing import Proposer
from workbench.checkers.settings import JUDGE, NONE, CheckerSetting, enabled
from workbench.errors import WorkbenchError

PURPOSE = "capture"

_Key = tuple[CheckerSetting, Path, tuple[int, int] | None]
_loaded: dict[_Key, Proposer] = {}
_lock = threading.Lock()


def asked(env: Env) -> bool:
    """Return whether the judge was requested by name, so that it may be sent a range."""
    return any(setting.name == JUDGE and setting.asked for setting in enabled(env.checkers, env.config_file))


def refused(env: Env) -> bool:
    """Return whether all checkers were switched off by `--checker none`."""
    return NONE in env.checkers


def with_model(
    env: Env,
    capture: Capture,
    session_id: str,
    events: Sequence[SourceEvent],
    bounds: tuple[int, int],
    *,
    send: bool = False,
) -> tuple[Capture, tuple[str, ...]]:
    """Return a capture by rules with the proposals of the enabled judge added, and notes for the user.

    Nothing is sent without `send`. A capture of which the judge read nothing is returned unchanged.

    Raises:
        WorkbenchError: a requested judge is not available, or the configuration is broken.
    """
    setting = next((each for each in enabled(env.checkers, env.config_file) if each.name == JUDGE), None)
    if setting is None:
        return capture, ()
    try:
        proposer = _load(setting, env.policy)
    except WorkbenchError:
        if setting.asked:
            raise
        return capture, ()
    if not send and proposer.empty:
        return capture, ()
    reading = proposer.read(session_id, events, *bounds, send=send and setting.asked)
    if not reading.read:
        return capture, reading.notes
    made = with_proposals(capture, reading.items, proposer.version)
    return made, (*reading.notes, *_known(made, reading.items, proposer.named))


def _known(made: Capture, items: Sequence[CapturedItem], named: str) -> Iterator[str]:
    """Yield how many proposals were captured before, if any: the capture does not list them as proposed."""
    same = [[other for other in made.items if same_words(item, other)] for item in items]
    over = sum(bool(each) and not any(other.counts_anyway for other in each) for each in same)
    known = sum(bool(each) for each in same)
    if known:
        closed = f", {over} of them as carried out, done or superseded, which are marked" if over else ""
        yield f"judge {named}: captured already: {known} of {len(items)} proposed{closed}"


def carried_over(made: Capture, earlier: Capture) -> Capture:
    """Return a capture by newer rules with the proposals that a model made earlier for the same range."""
    version = model_version(earlier)
    return made if version is None else with_proposals(made, proposals_of_models(earlier), version)


def _load(setting: CheckerSetting, policy: Policy) -> Proposer:
    """Return the proposer of a setting, made once per process."""
    limits = policy.limits(PURPOSE)
    key = (setting, answers_folder(), (limits.cap_tokens, limits.timeout_ms) if limits else None)
    with _lock:
        if key not in _loaded:
            given = (
                {} if limits is None else {"cap_tokens": limits.cap_tokens, "timeout_ms": limits.timeout_ms}
            )
            _loaded[key] = Proposer(setting, key[1], **given)
        return _loaded[key]
