"""Counts that a claim states of things that the session's tools list: tests, tasks, steps of a plan, commits.

Hard: `listed_count_differs`, another number of tests than a file ever contained or received, of tasks than
were ever listed, or of numbered steps than a plan has, if the session nowhere states that number of them; or
another number of commits ahead of a branch than the session's log of them lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from gates.artifact import Item, ItemKind
from gates.contradiction.tool_evidence import links_of
from gates.findings import Found
from gates.language.file_names import FILE, base_name
from gates.language.lexicon import COUNT_WORDS
from gates.search.edit_calls import new_text, replaced_text, whole_text
from gates.search.index import SourceIndex
from gates.source import EventKind, SignalKind, SourceEvent, ToolAction

MOST_LISTED = 60
"""Highest count that is compared; larger ones do not come from a list that someone wrote."""

_NUMBER = rf"(?P<number>\d{{1,3}}|{'|'.join(COUNT_WORDS)})"
_TESTS = re.compile(
    rf"(?<![\w.,/#-]){_NUMBER} (?:new |additional |more |unit |integration |e2e |regression ){{0,2}}"
    r"tests?\b"
    r"(?! (?:cases?|files?|suites?|sessions?|fail\w*|pass\w*|were|functions? (?:in|from) the))",
    re.IGNORECASE,
)
_TASKS = re.compile(
    rf"\b(?:created|made|set up|wrote)\b[^.;\d]{{0,30}}(?<![\w.,/#-]){_NUMBER} (?:new )?"
    r"(?P<noun>tasks?|todos?|to-dos?)\b"
    rf"|\b(?:task|todo) list (?:with|of) {_NUMBER.replace('number', 'listed')} ",
    re.IGNORECASE,
)
_STEPS = re.compile(
    rf"\bplan\b[^.;\d]{{0,60}}(?<![\w.,/#-]){_NUMBER} (?:\w+ )?(?P<noun>tasks?|steps?|phases?)\b",
    re.IGNORECASE,
)
_FILE = re.compile(rf"(?<![\w*])({FILE})(?![\w/(*])")
_TEST = re.compile(
    r"^[ \t]{0,40}(?:async )?def (test_\w+)|^func (Test\w+)\("
    r"|^[ \t]{0,40}(?:it|test)(?:\.\w+)?\(\s*[\"'`]([^\"'`\n]{1,200})",
    re.MULTILINE,
)
_NEVER = re.compile(
    r"\b(?:should|must|need\w*|will|would|could|to be|plan(?:ned|s) to|not|only|of)\b", re.IGNORECASE
)


def counts_listed(item: Item, index: SourceIndex) -> list[Found]:
    """Return these rules' first finding on one item."""
    if item.speaker == "user" or "\n" in item.text or not index.scope_complete:
        return []
    if item.kind is ItemKind.OPEN_WORK and item.status != "done":
        return []
    rules = (_tests, _tasks, _steps, _commits)
    return next(([found] for rule in rules if (found := rule(item, index)) is not None), [])


def _value(word: str) -> int:
    return int(word) if word.isdecimal() else COUNT_WORDS.index(word.casefold()) + 1


def _conflict(item: Item, stated: int, noun: str, known: dict[int, int], index: SourceIndex) -> Found | None:
    """Return the finding if a stated number differs from the known ones, each with its event; else None."""
    return None if _count_occurs(stated, noun, index) else _differs(item, stated, noun, known, index)


def _differs(item: Item, stated: int, noun: str, known: dict[int, int], index: SourceIndex) -> Found | None:
    known = {number: at for number, at in known.items() if number}
    if not known or stated in known or not 0 < stated <= MOST_LISTED:
        return None
    reported = ", ".join(str(each) for each in sorted(known)[-4:])
    message = f"says {stated} {noun}s; the session lists {reported}"
    links = (*item.links, *links_of([max(known.values())], index))
    return Found("listed_count_differs", "hard", message, links, noun)


def _count_occurs(stated: int, noun: str, index: SourceIndex) -> bool:
    """Return whether anything in the session states this number of such things."""
    word = COUNT_WORDS[stated - 1] if stated <= len(COUNT_WORDS) else str(stated)
    pattern = re.compile(
        rf"\b(?:{stated}|{word})\b[^\n.]{{0,40}}\b{noun}|\b{noun}s?\b[^\n.]{{0,12}}\b{stated}\b",
        re.IGNORECASE,
    )
    own = (e for e in index.events if e.kind is not EventKind.COMPACTION)
    return any(pattern.search(e.text) for e in own)


@lru_cache(maxsize=2_000)
def _names(text: str) -> frozenset[str]:
    """Return the names of the tests that a text defines."""
    return frozenset(next(filter(None, found)) for found in _TEST.findall(text))


def _tests(item: Item, index: SourceIndex) -> Found | None:
    match, named = _TESTS.search(item.text), _FILE.findall(item.text)
    if match is None or len(set(named)) != 1 or _NEVER.search(item.text[: match.start()]):
        return None
    name = base_name(named[0])
    if "test" not in name.casefold() and "spec" not in name.casefold():
        return None
    known: dict[int, int] = {}
    written: set[str] = set()
    whole = False
    for event in _changes_of(name, index):
        new, old = _parts(event.text)
        whole = whole or not old
        got = _names(new) - _names(old)
        if got:
            known[len(got)] = event.ordinal
            written |= got
            known[len(written)] = event.ordinal
    for path, file in index.file_lines.items():
        if path == name or path.endswith(f"/{name}"):
            held = _names("\n".join(text for _, text in sorted(file.now.items())))
            known[len(held)] = known.get(len(held), max(file.shown.values(), default=0))
            whole = whole or 1 in file.now
    return _conflict(item, _value(match["number"]), "test", known, index) if whole and written else None


def _changes_of(name: str, index: SourceIndex) -> Iterator[SourceEvent]:
    for ordinal in index.facts.edits(name):
        yield index.events[ordinal]


def _parts(text: str) -> tuple[str, str]:
    """Return the new text of a call that writes, and the old text."""
    new = new_text(text)
    return (whole_text(text) or text if new is None else new), replaced_text(text) or ""


def _tasks(item: Item, index: SourceIndex) -> Found | None:
    match = _TASKS.search(item.text)
    if match is None or _NEVER.search(item.text[: match.start()]):
        return None
    stated = _value(match["number"] or match["listed"])
    return _conflict(item, stated, "task", _listed(index.events), index)


def _listed(events: Iterable[SourceEvent]) -> dict[int, int]:
    """Return every number of tasks that a list had, or that were created in a row, each with its event."""
    known: dict[int, int] = {}
    made = run = 0
    for event in events:
        for signal in event.signals:
            if signal.kind is SignalKind.TODO_LIST:
                known[len(signal.entries)] = event.ordinal
            elif signal.kind is SignalKind.TASK_CREATED:
                made += len(signal.entries)
                run += len(signal.entries)
                known[made] = known[run] = event.ordinal
            elif signal.kind is SignalKind.TASK_UPDATED:
                run = 0
    return known


_STEP = r"^#{{1,5}} +(?:{0}) +\d+"


def _steps(item: Item, index: SourceIndex) -> Found | None:
    match = _STEPS.search(item.text)
    if match is None or _NEVER.search(item.text[: match.start()].replace("plan", "")):
        return None
    noun = match["noun"].casefold().rstrip("s")
    heading = re.compile(_STEP.format(noun), re.IGNORECASE | re.MULTILINE)
    known = {}
    for event in index.events:
        writes = event.tool is not None and event.tool.action is ToolAction.CHANGE
        if event.kind is EventKind.PLAN or (writes and event.kind is EventKind.TOOL_CALL):
            found = len(set(heading.findall(event.text)))
            if found:
                known[found] = event.ordinal
    return _conflict(item, _value(match["number"]), noun, known, index)


_AHEAD = re.compile(
    rf"(?<![\w.,/#-]){_NUMBER} commits? (?:are |is )?ahead of `?(?:origin/)?(?P<branch>[\w./-]+)",
    re.IGNORECASE,
)
_LOG = re.compile(
    r"^git log(?: --oneline| --no-decorate| --decorate)+"
    r"(?: [\w./-]+ --not (?:origin/)?(?P<branch>[\w./-]+)|"
    r" (?:origin/)?(?P<base>[\w./-]+?)\.\.(?:HEAD|[\w./-]+)?)"
    r"(?: 2>/dev/null)?(?: ?\| ?head -(?:n ?)?(?P<most>\d+))?$"
)
"""A log of everything that one branch has and another has not, in full or up to a number of entries."""
_ENTRY = re.compile(r"^\*? ?[0-9a-f]{7,12} \S", re.MULTILINE)


def _commits(item: Item, index: SourceIndex) -> Found | None:
    """Compare the commits ahead of a branch with the session's logs of them."""
    match = _AHEAD.search(item.text)
    if match is None or _NEVER.search(item.text[: match.start()]):
        return None
    known: dict[int, int] = {}
    for run in index.facts.runs:
        log = _LOG.match(run.command.strip())
        if log is not None and (log["branch"] or log["base"]) == match["branch"].rstrip("."):
            entries = len(_ENTRY.findall(index.events[run.ordinal].text))
            if log["most"] is None or entries < int(log["most"]):
                known[entries] = run.ordinal
    results = (e for e in index.events if e.kind in (EventKind.TOOL_RESULT, EventKind.USER))
    pattern = re.compile(rf"\b{match['number']} commits?\b|\bahead[^\n]{{0,30}}\b{match['number']}\b")
    if any(pattern.search(event.text) for event in results):
        return None
    return _differs(item, _value(match["number"]), "commit", known, index)
