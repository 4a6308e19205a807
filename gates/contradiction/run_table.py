"""Commands and tests that a claim names, against what ran and how it ended.

Hard: `command_differs`, a command that stands nowhere in the session, where one ran that has another word in
one place; `test_result_differs`, a test told as passing or failing whose last result was the other, or tests
told as passing whose last run failed with no change since.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gates.artifact import Item, ItemKind
from gates.contradiction.actions import links_of
from gates.findings import Found
from gates.search.index import SourceIndex
from gates.search.session_facts import Action
from gates.source import EventKind, ToolAction

LEAST_WORDS = 3
"""Words of a command that is looked up; of two, one may be any subcommand."""

_TICKED = re.compile(r"`([^`\n]{5,160})`")
_WORD = re.compile(r"[\w./:@=+-]+")
_PLAIN = re.compile(r"[\w./:@=+, -]+")
_THEN = re.compile(r"&&|\|\||[;|\n]")
_OTHERWISE = re.compile(
    r"\b(?:should|must|need\w*|would|could|can|may|will|instead|not|never|n't|to (?:run|use)|plan\w*|e\.g"
    r"|such as|like|or|propos\w+|suggest\w+|example)\b|n't\b",
    re.IGNORECASE,
)


def run_told(item: Item, index: SourceIndex) -> list[Found]:
    """What these rules find in one item."""
    if item.speaker == "user" or "\n" in item.text or not index.scope_complete:
        return []
    if item.kind is ItemKind.OPEN_WORK and item.status != "done":
        return []
    return [*_commands(item, index), *_results(item, index), *_suites(item, index)][:1]


def _commands(item: Item, index: SourceIndex) -> Iterator[Found]:
    parts = (part.split() for run in index.facts.runs for part in _THEN.split(run.command))
    programs = {words[0] for words in parts if words}
    for said in _TICKED.findall(item.text):
        words = said.split()
        if len(words) < LEAST_WORDS or words[0] not in programs or not _PLAIN.fullmatch(said):
            continue
        if _OTHERWISE.search(_TICKED.sub(" ", item.text)) or any("..." in word for word in words):
            continue
        if any(said in event.text for event in index.events):
            continue
        for run in reversed(index.facts.runs):
            other = _other_word(words, run.command)
            if other is not None:
                mine, theirs = other
                message = f"names the command {said[:80]}; [{run.ordinal}] ran it with {theirs} for {mine}"
                yield Found(
                    "command_differs",
                    "hard",
                    message,
                    (*item.links, *links_of([run.ordinal], index)),
                    said[:60],
                )
                break


def _other_word(words: list[str], command: str) -> tuple[str, str] | None:
    """The one word in which a command is another than some words in a row of a line; None where more are."""
    theirs = [word.strip("\"'();") for word in command.split()]
    for start in range(len(theirs) - len(words) + 1):
        odd = [place for place, word in enumerate(words) if theirs[start + place] != word]
        if len(odd) == 1 and _kin(words[odd[0]], theirs[start + odd[0]]):
            return words[odd[0]], theirs[start + odd[0]]
    return None


def _kin(one: str, other: str) -> bool:
    """Whether one word is a sibling of another, as `write-tree` is of `read-tree`."""
    mine, theirs = (set(re.findall(r"[a-z]{3,}", word)) for word in (one, other))
    return bool(mine & theirs and mine - theirs and theirs - mine)


_FAILED = re.compile(
    r"^\s*--- FAIL: (?P<go>Test\w+)|^FAILED \S*?::(?P<py>test_\w+)"
    r"|^\S+::(?P<py2>test_\w+)(?:\[[^\]]*\])? FAILED",
    re.MULTILINE,
)
_PASSED = re.compile(
    r"^\s*--- PASS: (?P<go>Test\w+)|^\S+::(?P<py>test_\w+)(?:\[[^\]]*\])? PASSED"
    r"|^=== RUN\s+(?P<ran>Test\w+)$",
    re.MULTILINE,
)
_TEST = re.compile(r"\b(?:Test[A-Z]\w{3,}|test_\w{4,})\b")
_PASSES = re.compile(r"\b(?:pass(?:es|ed|ing)?|green|succeed(?:s|ed)?)\b", re.IGNORECASE)
_FAILS = re.compile(r"\b(?:fail(?:s|ed|ing|ure)?|red|broken)\b", re.IGNORECASE)
_ONCE = re.compile(
    r"\b(?:after|as expected|at first|before|earlier|first|had|initial\w*|originally|previous\w*|then|until"
    r"|was|were|when|reveal\w*|show\w*|fix\w*|because|due|now expects?)\b|n't\b|\bnot\b",
    re.IGNORECASE,
)
"""Words by which an outcome is that of an earlier run."""


def _results(item: Item, index: SourceIndex) -> Iterator[Found]:
    passes, fails = _PASSES.search(item.text), _FAILS.search(item.text)
    names = _TEST.findall(item.text)
    if bool(passes) == bool(fails) or not names or _ONCE.search(item.text):
        return
    for name in dict.fromkeys(names):
        last = _last_result(name, index)
        if last is not None and last[1] != bool(passes):
            ordinal = last[0]
            told, was = ("passes", "failed") if passes else ("fails", "passed")
            message = f"says that {name} {told}; its last result, [{ordinal}], is that it {was}"
            yield Found(
                "test_result_differs", "hard", message, (*item.links, *links_of([ordinal], index)), name
            )


def _last_result(name: str, index: SourceIndex) -> tuple[int, bool] | None:
    """The last event that tells how a test ended, if nothing was changed or run with it since."""
    found: tuple[int, bool] | None = None
    for event in index.events:
        tool = event.tool
        if tool is None or event.sidechain is not None or event.kind is not EventKind.TOOL_RESULT:
            continue
        if tool.action is ToolAction.CHANGE and not tool.failed:
            found = None if found is not None else found
        elif tool.action is ToolAction.COMMAND and name in event.text:
            failed = any(name in match.groups() for match in _FAILED.finditer(event.text))
            passed = any(name in match.groups() for match in _PASSED.finditer(event.text))
            if failed or passed:
                found = (event.ordinal, not failed)
    return found


_SUITE = re.compile(
    r"(?:^|[:,;.] |\band |\bthat )(?:now )?(?P<which>(?:[\w`./-]+ ){0,5})(?:tests|test suite|suite) "
    r"(?:(?:all|now|still) )?(?:pass|passes|are passing|are green)\b",
    re.IGNORECASE,
)
_ANY = frozenset("all the full whole entire unit integration go python of now every our its".split())
_PART = re.compile(r"[A-Z]?[a-z]+|\d+|[A-Z]+(?![a-z])")
_SHOWS_FAILURE = re.compile(r"--- FAIL|^FAIL\b|\bFAILED\b|\b[1-9]\d* (?:tests? )?failed\b|✗|✖", re.MULTILINE)


def _suites(item: Item, index: SourceIndex) -> Iterator[Found]:
    """Tests told as passing whose last run failed, and nothing was changed since."""
    match = _SUITE.search(item.text)
    if (
        match is None
        or _ONCE.search(item.text)
        or re.search(r"\b(?:if|except|some|should|must)\b", item.text)
    ):
        return
    runs = [run for run in index.facts.runs if Action.TEST in run.actions]
    changed = max((at for places in index.facts.changes.values() for at in places), default=-1)
    if not runs or changed > runs[-1].ordinal:
        return
    last = runs[-1]
    output = index.events[last.ordinal].text
    if not last.failed or _SHOWS_FAILURE.search(output) is None:
        return
    shown = {part.casefold() for part in _PART.findall(f"{last.command} {output}")}
    which = {part.casefold() for part in _PART.findall(match["which"])} - _ANY
    if which <= shown:
        message = (
            f"says that tests pass; their last run, [{last.ordinal}], failed, and nothing was changed since"
        )
        links = (*item.links, *links_of([last.ordinal], index))
        yield Found("test_result_differs", "hard", message, links, str(last.ordinal))
