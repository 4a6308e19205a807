"""Matches items about the state of the work: stated if their files or tests are named and reported so.

A capture words them itself (`Failed when last run: test_parse`), so no summary repeats the sentence; what
must be there are the names, and that they failed, are not committed, or were left over. Only words are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from gates.language.word_bounds import occurs_in, stands_before

_STATE = re.compile(
    r"(?P<lead>Failed when last run|Edited and not committed|Edited after the last commit|"
    r"Made to try something and still there): (?P<names>[^;\n]{3,400})"
)
_MORE = re.compile(r" and \d{1,5} more$")
_SCRIPT = re.compile(r"(?<![\w.-])([\w-]{2,60}\.(?:py|js|ts|mjs|sh|rb|pl|go))(?![\w.-])")
_DENIED = re.compile(r"(?:\b(?:no longer|not|never|stopped|without)\b|n't) ?(?:\w+ ){0,1}$", re.IGNORECASE)
_FAILED = re.compile(
    r"\b(?:fail(?:s|ed|ing|ures?)?|broken|red|breaks?|blocked|errors?|crash(?:es|ed)?"
    r"|(?:cannot|can't|could not|couldn't) (?:be )?(?:executed?|run))\b",
    re.IGNORECASE,
)
_COMMITTED = re.compile(r"\b(?:committed|commits? (?:made|pushed)|pushed)\b", re.IGNORECASE)
_UNCOMMITTED = re.compile(
    r"\b(?:uncommitted|unstaged|(?:not|nothing)(?: \w+){0,2} committed|"
    r"(?:still|remains?|yet|ready) to (?:be )?commit(?:ted)?|"
    r"(?:needs?|has|have) to be committed|commit(?:ting)? (?:is |was )?(?:pending|outstanding|remaining))\b",
    re.IGNORECASE,
)
_LEFT = re.compile(
    r"\b(?:left ?over|scratch|temporary|throw-?away|untracked|still (?:there|present|exists?)|"
    r"(?:to be|should be|must be|can be) (?:removed|deleted)|clean(?:ed)? up|created|wrote|written|"
    r"(?:debug\w*|reproduc\w+|test|trial|verification) (?:files?|scripts?|programs?))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class WorkState:
    """Names, and the words that report their state."""

    names: tuple[str, ...]
    cue: re.Pattern[str]
    together: bool
    """Whether the cue must be in the statement that has the name; else any statement may have it."""


def work_state(text: str) -> WorkState | None:
    """Return the state that an item reports of files or tests, or None for any other item."""
    match = _STATE.match(text)
    if match is None:
        return None
    stated = _MORE.sub("", match["names"]).split(", ")
    names = tuple(_script(name) if " " in name else name for name in stated)
    if not all(names):
        return None
    if match["lead"].startswith("Failed"):
        return WorkState(names, _FAILED, together=True)
    return WorkState(names, _UNCOMMITTED if match["lead"].startswith("Edited") else _LEFT, together=False)


def _script(command: str) -> str:
    """Return the file that a command runs, without its folders; empty if it names none."""
    files = _SCRIPT.findall(command)
    return files[-1] if files else ""


def without(text: str, names: Iterable[str]) -> str:
    """Return a state of the work without some of its names; empty if none is left."""
    state = work_state(text)
    if state is None:
        return text
    gone = set(names)
    left = ", ".join(name for name in state.names if name not in gone)
    lead = text.partition(": ")[0]
    return f"{lead}: {left}" if left else ""


def sums_up(text: str) -> bool:
    """Return whether the capture worded an item as a state of the work, whatever it names."""
    return _STATE.match(text) is not None


def is_stated(state: WorkState, texts: Iterable[str]) -> bool:
    """Return whether the texts contain each name, and report the state."""
    known = list(texts)
    if not state.together:
        stated = any(_affirmed(state.cue, text) for text in known)
        if state.cue is _UNCOMMITTED and not stated:
            # Changed files that no text reports as committed count as uncommitted.
            stated = not any(_affirmed(_COMMITTED, text) for text in known)
        return stated and all(any(occurs_in(name, text) for text in known) for name in state.names)
    informative = [text for text in known if _affirmed(state.cue, text)]
    return all(any(_named(name, text) for text in informative) for name in state.names)


def share_stated(state: WorkState, texts: Iterable[str]) -> float:
    """Return the share of the names that some text reports in this state, in 0..1."""
    informative = [text for text in texts if _affirmed(state.cue, text)]
    stated = sum(any(_named(name, text) for text in informative) for name in state.names)
    return round(stated / len(state.names), 6)


def names_any(state: WorkState, text: str) -> bool:
    """Return whether a text names any of the files or tests; one that names none is about something else."""
    return any(_named(name, text) for name in state.names)


_GROUPED = re.compile(r"(?P<group>Test(?:[A-Z][a-z0-9]+){2,})_\w+")
"""A test that is named with its group."""
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def _named(name: str, text: str) -> bool:
    """Return whether a text names a test, its group, or the file that is named like the group."""
    if occurs_in(name, text):
        return True
    grouped = _GROUPED.fullmatch(name)
    if grouped is None:
        return False
    group = grouped["group"]
    file = _HUMP.sub("_", group.removeprefix("Test")).casefold()
    return occurs_in(group, text) or any(
        occurs_in(each, text.casefold()) for each in (file, f"{file}_test", f"test_{file}")
    )


def _affirmed(cue: re.Pattern[str], text: str) -> bool:
    return not all(stands_before(_DENIED, text, match.start()) for match in cue.finditer(text))
