"""What a claim says was done, run or passed, where the tools of the session show otherwise.

All warn: `action_not_run`, an action told as done of which no command and nobody's words tell;
`script_not_run`, a script told as run that no command names; `run_turned`, a check told as failing that
passed when it ran last, or as passing that failed; `task_open`, a task told as done that a list leaves open.
"""

from __future__ import annotations

import re

from gates.artifact import Item, ItemKind
from gates.contradiction.actions import links_of
from gates.contradiction.steps_open import step_open
from gates.findings import Found
from gates.language.lexicon import NEGATIONS, OPEN_WORDS
from gates.language.similarity import coverage, statement
from gates.search.index import SourceIndex
from gates.search.session_facts import Action, CommandRun
from gates.source import EventKind

TASK_AT = 0.8
"""Share of a task's words that a claim holds which tells it as done."""
LEAST_TASK = 3
"""Distinct words of a task that is looked up."""

_DONE = {
    "pushed": (Action.PUSH, r"\bpush(?:ed|es|ing)?\b"),
    "merged": (Action.MERGE, r"\bmerg(?:ed|es|ing)\b"),
    "deployed": (Action.DEPLOY, r"\bdeploy(?:ed|s|ing)\b"),
    "committed": (Action.COMMIT, r"\bcommitted\b|\bcommitting\b"),
}
BESIDE = 40
"""Characters on each side of an action that say whether it is told as done."""
_ACTED = re.compile(
    r"(?<![\w./`_-])(pushed|merged|deployed|committed)"
    r"(?= (?:to|in|into|and|with|as|the|all|it|on|by|via)\b|[,;)]|\.?$|\.\s)",
    re.IGNORECASE,
)
_AFTER = re.compile(r"(?<![\w./`_-])after (pushing|merging|deploying|committing)\b", re.IGNORECASE)
_PAST = {"pushing": "pushed", "merging": "merged", "deploying": "deployed", "committing": "committed"}
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_NOT_PLAIN = (
    NEGATIONS
    | OPEN_WORDS
    | frozenset(
        """
        about after asked be before being can could ensure if may might must need needed needs once progress
        should until user users wanted wants when will would
        """.split()
    )
)
"""Words beside an action by which it is wished, denied, or done by somebody else."""


def unseen(item: Item, index: SourceIndex) -> list[Found]:
    """What these rules find in one item."""
    if item.speaker == "user" or "\n" in item.text or not index.scope_complete:
        return []
    if item.kind is ItemKind.OPEN_WORK and item.status != "done":
        return []
    return [*_actions(item, index), *_scripts(item, index), *_turned(item, index), *_tasks(item, index)]


def _plain(text: str) -> bool:
    words = _WORD.findall(text.casefold())
    return not set(words) & _NOT_PLAIN


def _actions(item: Item, index: SourceIndex) -> list[Found]:
    if not index.facts.runs:
        return []
    for match in (*_ACTED.finditer(item.text), *_AFTER.finditer(item.text)):
        word = match.group(1).casefold()
        near = item.text[max(0, match.start() - BESIDE) : match.end() + BESIDE]
        if not _plain(near.replace(match.group(), " ")):
            continue
        word = _PAST.get(word, word)
        action, said = _DONE[word]
        if any(action in run.actions for run in index.facts.runs):
            continue
        told = re.compile(said, re.I)
        spoken = (e for e in index.events if e.sidechain is None and e.kind in _SPOKEN)
        if any(told.search(e.text) for e in spoken):
            continue
        message = f'claims "{word}", but no command up to [{index.source.end}] does it and nobody says so'
        return [Found("action_not_run", "warning", message, item.links, word)]
    return []


_SPOKEN = (EventKind.USER, EventKind.ASSISTANT, EventKind.COMPACTION)
_SCRIPT = re.compile(
    r"(?<![\w./-])(?:[\w.-]{1,60}/){0,8}"
    r"((?=[\w.-]{0,60}(?:bench|check|demo|repro|script|test|verif)|[\w.-]{1,60}\.sh\b)[\w.-]{2,60}"
    r"\.(?:py|sh|js|ts|mjs|rb|pl))\b"
)
_RAN = re.compile(
    r"\b(?:ran|(?:was|were) (?:run|executed)|executed"
    r"|(?:pass(?:es|ed)|succeed(?:s|ed)|fail(?:s|ed))(?=\W*$|[.,;)]| (?:and|now|with)\b))",
    re.IGNORECASE,
)


def _scripts(item: Item, index: SourceIndex) -> list[Found]:
    if not _RAN.search(item.text) or not _plain(item.text):
        return []
    for match in _SCRIPT.finditer(item.text):
        name = match.group(1)
        after, before = (
            item.text[match.end() : match.end() + BESIDE],
            item.text[max(0, match.start() - BESIDE) : match.start()],
        )
        if not (_RAN.search(after) or _RAN.search(before)):
            continue
        stem = name.rsplit(".", 1)[0]
        made = index.facts.edits(name) or index.facts.has_read(name)
        known = made or _mentions(name, index)
        if not known or not index.facts.runs:
            continue
        since = made[0] if index.facts.edits(name) else -1
        if any(stem in run.command or _wide(run) for run in index.facts.runs if run.ordinal > since):
            continue
        after = f"after [{since}], which wrote it, " if since >= 0 else ""
        message = f"claims that {name} was run, but no command {after}names it"
        return [
            Found("script_not_run", "warning", message, (*item.links, *links_of([known[-1]], index)), name)
        ]
    return []


def _mentions(name: str, index: SourceIndex) -> list[int]:
    """The first event of the session's own that names a file."""
    spoken = (
        e
        for e in index.events
        if e.kind in (EventKind.ASSISTANT, EventKind.TOOL_RESULT) and e.sidechain is None
    )
    return [e.ordinal for e in spoken if name in e.text][:1]


_RUNNER = re.compile(
    r"\b(?:pytest|tox|jest|vitest|mocha|unittest|rspec|nosetests)\b"
    r"|\b(?:npm|pnpm|yarn|bun|go|cargo|make|mise run|just|task)(?: run)? test"
)


def _wide(run: CommandRun) -> bool:
    """Whether a command runs whatever tests there are."""
    return _RUNNER.search(run.command) is not None


_RUNS = r"\b(?:tests?|suite|checks?|lint\w{0,4}|build)\b[^.;]{0,40}\b"
_FAILS = re.compile(rf"{_RUNS}(?:fail(?:s|ing)?|red|broken)\b(?! before| at first)", re.IGNORECASE)
_PASSES = re.compile(rf"{_RUNS}(?:pass(?:es|ed|ing)?|green|clean)\b", re.IGNORECASE)
_MOMENT = re.compile(
    r"\b(?:after|before|but|discover\w*|earlier|except|expected|first|fixed|found|had|if|initially|one|originally"
    r"|previously|resolved|reveal\w*|should|show\w*|some|until|updated|was|were|when|would)\b",
    re.IGNORECASE,
)
"""Words by which an outcome is not that of the last run of all."""
_KINDS = (
    ("lint", Action.LINT, r"lint|eslint|ruff|mypy|clippy|vet"),
    ("integration", Action.TEST, r"integration"),
    ("e2e", Action.TEST, r"e2e|playwright"),
    (" ci ", Action.TEST, r"test:ci|\bci\b"),
    ("race", Action.TEST, r"race|test:ci"),
    ("build", Action.BUILD, r"build"),
    ("test", Action.TEST, r""),
)


def _turned(item: Item, index: SourceIndex) -> list[Found]:
    fails, passes = _FAILS.search(item.text), _PASSES.search(item.text)
    if (
        bool(fails) == bool(passes)
        or _MOMENT.search(item.text)
        or set(_WORD.findall(item.text.casefold())) & NEGATIONS
    ):
        return []
    low = f" {item.text.casefold()} "
    kind = next((k for k in _KINDS if k[0] in low), None)
    if kind is None:
        return []
    runs = [
        r for r in index.facts.runs if kind[1] in r.actions and (not kind[2] or re.search(kind[2], r.command))
    ]
    if not runs or runs[-1].failed == bool(fails):
        return []
    last = runs[-1]
    if fails and not (last.passes or re.search(r"\bok\b|\bpass", index.events[last.ordinal].text, re.I)):
        return []
    if passes and any(r.ordinal > last.ordinal and kind[1] in r.actions for r in index.facts.runs):
        return []
    verb = "fail" if fails else "pass"
    message = f"claims that these {verb}; their last run, [{last.ordinal}], did {'not' if fails else 'fail'}"
    return [Found("run_turned", "warning", message, (*item.links, *links_of([last.ordinal], index)), verb)]


_FINISHED = re.compile(
    r"\b(?:done|complete|completed|finished|implemented|added|created|fixed|extracted|updated|refactored|moved|wired)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"\b(?:WP|(?:work package|bug|critical|important|item|task|step|phase|milestone|part|stage) ?#?)"
    r"\d{1,3}(?:\.\d{1,2})?\b",
    re.IGNORECASE,
)
_EMPTY, _TICKED = re.compile(r"\[ \]|☐|⏳|🔲"), re.compile(r"\[[xX]\]|✅|☑|✔|✓")
BELOW = 3_000
"""Characters below the heading of a step in which its boxes stand."""
_NEXT = re.compile(r"\n#{1,6} ")


def _tasks(item: Item, index: SourceIndex) -> list[Found]:
    if not _FINISHED.search(item.text) or not _plain(item.text):
        return []
    return _listed(item, index) or _boxed(item, index)


def _listed(item: Item, index: SourceIndex) -> list[Found]:
    stems = statement(item.text).stems
    for text, status, ordinal in index.facts.tasks.values():
        wanted = statement(text).stems
        if status == "pending" and len(wanted) >= LEAST_TASK and coverage(wanted, stems) >= TASK_AT:
            message = f"claims this as done, but [{ordinal}] leaves it {status}: {text[:100]}"
            return [
                Found("task_open", "warning", message, (*item.links, *links_of([ordinal], index)), text[:60])
            ]
    return []


def _boxed(item: Item, index: SourceIndex) -> list[Found]:
    """A step told as done whose boxes were empty when they were last seen."""
    labels = dict.fromkeys(match.group() for match in _LABEL.finditer(item.text))
    if len(labels) != 1:
        return []
    label = next(iter(labels))
    line = re.compile(
        rf"^([^\n]{{0,40}})\b{re.escape(label)}\b([^\n]{{0,200}})$", re.IGNORECASE | re.MULTILINE
    )
    state: tuple[bool, int] | None = None
    for event in index.events:
        if (
            event.sidechain is not None
            or event.kind is EventKind.COMPACTION
            or label.casefold() not in event.text.casefold()
        ):
            continue
        for match in line.finditer(event.text):
            around = match.group()
            if match.group(1).lstrip("0123456789→\t ").startswith("#"):
                below = event.text[match.end() : match.end() + BELOW]
                stop = _NEXT.search(below)
                around += below[: stop.start()] if stop else below
            empty, ticked = _EMPTY.search(around), _TICKED.search(around)
            if empty or ticked:
                state = (ticked is None, event.ordinal)
    if state is None:
        return step_open(item, label, index)
    if not state[0]:
        return []
    message = f"claims {label} as done; its boxes were empty when they were last seen, at [{state[1]}]"
    return [Found("task_open", "warning", message, (*item.links, *links_of([state[1]], index)), label)]
