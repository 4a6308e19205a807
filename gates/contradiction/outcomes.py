"""Outcomes of tests, checks and commands, and absences, compared with the runs of the session.

Hard: `status_conflict`, a check reported as passing that links to one whose last run failed. Warnings:
`tests_not_passing`, the same for the last run of its kind; `errors_denied`; `absence_refuted`.
"""

from __future__ import annotations

import re

from gates.artifact import Item, ItemKind
from gates.contradiction.tool_evidence import links_of
from gates.findings import Found
from gates.language.lexicon import FAIL_WORDS, NEGATIONS, OPEN_WORDS, PASS_WORDS
from gates.language.similarity import statement
from gates.search.absence import absence_of, refuted
from gates.search.index import SourceIndex
from gates.search.not_run import not_run_file, runs_of
from gates.search.session_facts import Action, CommandRun, SessionFacts
from gates.source import EventKind, SourceEvent, SourceLink, ToolAction

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")

_CHECKS = re.compile(
    r"[\w-]{0,30}test[\w:-]{0,30}|tox|lint|build|check|ci|compile|tsc|mypy|ruff|vet|vitest|jest",
    re.IGNORECASE,
)

_LOOKERS = frozenset(
    "awk cat cd cp diff echo find git grep head less ls mv nl rg rm sed sort tail touch wc".split()
)
"""Programs that read files or move around: a test's name in their arguments is not a test run."""


def outcomes(item: Item, index: SourceIndex) -> list[Found]:
    """Return the warnings about one item."""
    if item.speaker == "user" or "\n" in item.text or not index.facts.runs:
        return []
    return [*_tests(item, index), *_errors(item, index), *_absent(item, index)]


def linked_failure(item: Item, index: SourceIndex, linked: list[SourceLink]) -> list[Found]:
    """Find a claim that a test, build or check passes, linked to one whose last run failed."""
    words = frozenset(_WORD.findall(item.text.casefold()))
    if not words & PASS_WORDS or words & FAIL_WORDS or item.kind is ItemKind.OPEN_WORK:
        return []
    if statement(item.text).tokens.negations:
        return []
    for link in linked:
        last = _last_run(index.events[link.ordinal], index)
        if last is not None and last.tool is not None and last.tool.failed:
            message = f"claims that this passes; the last run of that command, [{last.ordinal}], failed"
            return [Found("status_conflict", "hard", message, (link,), str(last.ordinal))]
    return []


def _last_run(event: SourceEvent, index: SourceIndex) -> SourceEvent | None:
    """Return the last result, up to the range's end, of the same test, build or check; None if it is none."""
    runner = _runner(event)
    if runner is None:
        return None
    runs = [e for e in index.events if e.sidechain is None and _runner(e) == runner]
    return runs[-1] if runs else None


def _runner(event: SourceEvent) -> tuple[str, ...] | None:
    """Return the words of a result's command up to the test, build or check that it names; else None.

    Options and assignments are left out. Two words are not enough: `mise run test` and `mise run lint` share
    them.
    """
    tool = event.tool
    if event.kind is not EventKind.TOOL_RESULT or tool is None or tool.action is not ToolAction.COMMAND:
        return None
    command = tool.target.split("&&")[-1].split("|")[0]
    plain = [word for word in command.split() if "=" not in word and not word.startswith("-")]
    named = next((place for place, word in enumerate(plain) if _CHECKS.fullmatch(word)), None)
    return None if named is None or plain[0] in _LOOKERS else tuple(plain[: max(1, named) + 1])


_TESTS_PASS = re.compile(
    r"\b(?:all )?(?:\w+ ){0,2}(?:tests?|suite|checks?|lint|build)\b[^.;]{0,30}?\b(?:pass(?:es|ed|ing)?"
    r"|green|clean|succe\w+)\b",
    re.IGNORECASE,
)

_PART = re.compile(r"\b(?:new|one|two|three|four|five|six|\d+)\b", re.IGNORECASE)
"""Words of a claim about only some of the tests, which may pass although the run fails."""
_SHOWS_FAILURE = re.compile(
    r"--- FAIL|^FAIL\b|\bFAILED\b|\b[1-9]\d* (?:tests? )?failed\b|[✗✖]|\berror(?:\[|:| TS)", re.MULTILINE
)
_KINDS = (("lint", Action.LINT), ("build", Action.BUILD), ("test", Action.TEST), ("suite", Action.TEST))


_QUALIFYING = (
    NEGATIONS | OPEN_WORDS | frozenset("ensure fail failed failing fails if must should until verify".split())
)
"""Words that make a claim about tests state more than that they pass."""


def _tests(item: Item, index: SourceIndex) -> list[Found]:
    """Find tests stated as passing whose last run failed."""
    match = _TESTS_PASS.search(item.text)
    if match is None or item.kind is ItemKind.OPEN_WORK or _PART.search(match.group()):
        return []
    if not _QUALIFYING.isdisjoint(_WORD.findall(item.text.casefold())):
        return []
    action = next((a for word, a in _KINDS if word in match.group().casefold()), Action.TEST)
    last = index.facts.last(action)
    if last is None:
        return []
    shown = _SHOWS_FAILURE.search(index.events[last.ordinal].text)
    if last.failed and shown and not _repaired(last, index.facts):
        message = f'claims "{match.group()[:60]}", but the last run, [{last.ordinal}], failed'
        return [
            Found("tests_not_passing", "warning", message, links_of([last.ordinal], index), str(last.ordinal))
        ]
    return []


def _repaired(run: CommandRun, facts: SessionFacts) -> bool:
    """Return whether a later run of the same kind may have shown the failure repaired."""
    return any(later.ordinal > run.ordinal and later.actions & run.actions for later in facts.runs)


_NO_ERRORS = re.compile(
    r"\b(?:no|without|zero) (?:\w+ ){0,2}(?:errors?|issues?|problems?"
    r"|failures?)\b[^.]{0,40}\b(?:encountered|occurred|arose|in this (?:session|conversation))\b",
    re.IGNORECASE,
)


def _errors(item: Item, index: SourceIndex) -> list[Found]:
    """Find a claim that nothing went wrong in a session in which a command failed."""
    if _NO_ERRORS.search(item.text) is None:
        return []
    failed = [run for run in index.facts.runs if run.failed and run.ordinal in index.source]
    if not failed:
        return []
    places = ", ".join(f"[{run.ordinal}]" for run in failed[:3])
    message = f"claims that no errors were met, but {places} failed"
    return [Found("errors_denied", "warning", message, links_of([r.ordinal for r in failed[:3]], index))]


_OF_CODE = re.compile(r"\bno (?:code|source)\b", re.IGNORECASE)

_DOCUMENT = re.compile(r"(?:\.(?:md|mdx|txt|rst|adoc)|/\.env[\w.]*)$")


def _only_documents(index: SourceIndex) -> bool:
    """Return whether every file that was changed in the range is prose or settings."""
    changes = index.facts.changes.items()
    changed = [path for path, places in changes if any(at in index.source for at in places)]
    return all(_DOCUMENT.search(path) for path in changed)


def _absent(item: Item, index: SourceIndex) -> list[Found]:
    """Find something stated as missing that a tool of the range did."""
    unrun = not_run_file(item.text)
    runs = [] if unrun is None else runs_of(unrun, index)
    if runs:
        message = f"claims that {unrun} was not run; [{runs[-1]}] is a run of it"
        return [Found("absence_refuted", "warning", message, (*item.links, *links_of(runs[-1:], index)))]
    absence = absence_of(item.text)
    places = [] if absence is None else refuted(absence, index)
    if not places or (_OF_CODE.search(item.text) and _only_documents(index)):
        return []
    message = f"claims that there is no {absence}; [{places[-1]}] is one"
    return [Found("absence_refuted", "warning", message, (*item.links, *links_of(places, index)))]
