"""Finds where a reported action was carried out: the edit, command or result, not the talk about it.

A file named by a claim selects its edits and reads; a hash leads to its commit; a report of passing or
failing leads to the last run; an action of the user leads to the event of that act, else to the user's words.
This module only proposes spans; `gates.search.linking` makes the links.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from gates.artifact import Item, ItemKind
from gates.language.similarity import coverage, statement
from gates.search.session_facts import Action
from gates.search.span_search import SpanSearch
from gates.search.user_acts import is_of_user, spans_of_user
from gates.search.windows import ScoredSpan, beginning
from gates.source import EventKind, ToolAction

IN_FILE_AT = 0.25
"""Weighted share of a claim's words that an edit of the named file must contain."""
IN_READ_AT = 0.4
"""Weighted share of a claim's words that a passage read from the named file must contain."""
ACTION_AT = 0.4
"""Share of a claim's words that an edit, command or result must contain if the claim names no file."""
CANDIDATES = 60
MOST_EVENTS = 400

_FILE = re.compile(
    r"[`*\"'(]{0,3}((?:[\w@.+~-]{1,80}/|/){0,14}[\w@.+-]{1,100}\.[A-Za-z]\w{0,7})[`*\"')]{0,3}"
)
_LEAD = re.compile(r"\s*(?:[-:—–(]|$)")
_DONE = re.compile(
    r"\b(?:added|built|changed|cleaned|committed|converted|created|deleted|dropped|enhanced|extended|extracted|fixed|implemented"
    r"|installed|introduced|merged|migrated|modified|moved|opened|pushed|ran|refactored|removed|renamed|replaced|restored"
    r"|reverted|rewrote|set|split|switched|updated|wired|wrapped|wrote|applied|started|verified|tested|generated|registered)\b",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\W{0,4}(?:[A-Z][A-Za-z ]{2,30}[*_]{0,3}:\W{0,4})?"
    r"(?:adapted|changed|edited|extended|fixed|modified|patched|rewrote|updated)\b"
    r"[^.\n]{0,80}?(?P<file>(?<![\w/])(?:[\w@.+~-]{1,80}/|/){0,14}[\w@.+-]{1,100}\.[A-Za-z]\w{0,7})(?!\w)",
    re.IGNORECASE,
)
"""A statement that begins with the change of a file, after a label at most."""
_OUTCOME = re.compile(
    r"\b(?:tests?|lint|build|suite|checks?)\b[^.\n]{0,40}\b(?:pass\w*|fail\w*|green|clean|succe\w+)\b",
    re.IGNORECASE,
)
_EARLIER = re.compile(
    r"\b(?:initially|originally|at first|previously|earlier|had (?:been )?)\b", re.IGNORECASE
)
"""Words that show that a claim is not about the last run."""
_SHA = re.compile(r"(?<![\w/.-])(?=[0-9a-f]*\d)[0-9a-f]{7,40}(?![\w/-])")


def action_spans(item: Item, search: SpanSearch) -> list[ScoredSpan]:
    """Return the spans of the reported actions, best first; at most two."""
    index = search.index
    text = item.text
    found: list[ScoredSpan] = []
    found += _commit(text, search)
    named = _FILE.match(text)
    if named is not None and (
        item.kind is ItemKind.ARTIFACT_REF or _LEAD.match(text[named.end() : named.end() + 3])
    ):
        found += _of_file(named.group(1), text[named.end() :], search)
    else:
        found += spans_of_user(text, search)
    if _OUTCOME.search(text) and not is_of_user(text) and not _EARLIER.search(text):
        found += _last_run(text, search)
    if not found and (_DONE.search(text[:160]) or "\n" in text):
        found += _anywhere(text, search)
    inside = [span for span in found if span.ordinal in index.source]
    return list({span.ordinal: span for span in reversed(inside or found)}.values())[::-1][:2]


def _commit(text: str, search: SpanSearch) -> list[ScoredSpan]:
    facts = search.index.facts
    commits = [c for c in map(facts.commit_of, _SHA.findall(text)) if c is not None]
    return [_whole(commit.ordinal, search, frozenset((commit.sha,))) for commit in commits[:1]]


def _of_file(path: str, rest: str, search: SpanSearch) -> list[ScoredSpan]:
    """Return the edit of a file that contains most of the claim's words, else the passage read."""
    index = search.index
    needed = statement(rest).stems - statement(path).stems
    calls = [o for o in index.facts.edits(path) if o in index.source] or index.facts.edits(path)
    if not needed:
        shown = [o for o in calls or index.facts.has_read(path) if index.events[o].text]
        ends = dict.fromkeys((*shown[:1], *shown[-1:]))
        return [_whole(ordinal, search, statement(path).stems) for ordinal in ends]
    best = _fullest(calls, needed, search)
    if best is not None and best.support >= IN_FILE_AT:
        return [best]
    seen = _fullest(index.facts.has_read(path), needed, search)
    return [seen] if seen is not None and seen.support >= IN_READ_AT else []


def told_change(text: str, search: SpanSearch) -> list[ScoredSpan]:
    """Return the edit, or its result, that contains most of the words of a statement that reports a change.

    The only edit of the file in the range is its source, whatever it contains.
    """
    told = _CHANGED.match(text)
    if told is None or "\n" in text:
        return []
    index, path = search.index, told["file"]
    calls = [o for o in index.facts.edits(path) if o in index.source]
    results = [o for o in index.facts.changed(path) if o in index.source]
    needed = statement(text[: told.start("file")] + text[told.end("file") :]).stems - statement(path).stems
    best = _fullest((*calls, *results), needed, search) if calls else None
    if best is not None and best.support >= IN_FILE_AT:
        return [best]
    return [_whole(calls[0], search, needed)] if len(calls) == 1 else []


def _fullest(ordinals: Iterable[int], needed: frozenset[str], search: SpanSearch) -> ScoredSpan | None:
    """Return the passage of some events that contains most of the words; the latest of equal ones."""
    found: ScoredSpan | None = None
    weigh = search.index.weight
    for ordinal in list(ordinals)[-MOST_EVENTS:]:
        held = frozenset().union(*(s.stems for s in search.index.segments(ordinal)))
        share = coverage(needed, held, weigh)
        if found is not None and share < found.support:
            continue
        found = ScoredSpan(ordinal, 0, 0, share)
    return None if found is None else _passage(found, needed, search)


def _passage(span: ScoredSpan, needed: frozenset[str], search: SpanSearch) -> ScoredSpan | None:
    """Return the window of an event that contains most of the words, with the whole event's share."""
    window = search.within(span.ordinal, needed)
    return window and window._replace(support=span.support)


def _whole(ordinal: int, search: SpanSearch, needed: frozenset[str]) -> ScoredSpan:
    """Return the passage of an event that contains most of the words, else the event's beginning."""
    size = len(search.index.events[ordinal].text)
    return search.within(ordinal, needed) or beginning(ordinal, size)


def _last_run(text: str, search: SpanSearch) -> list[ScoredSpan]:
    low = text.casefold()
    kinds = (("test", Action.TEST), ("lint", Action.LINT), ("build", Action.BUILD))
    last = search.index.facts.last(next((action for word, action in kinds if word in low), Action.TEST))
    if last is None or not search.index.events[last.ordinal].text.strip():
        return []
    run = _whole(last.ordinal, search, statement(text).stems)
    return [ScoredSpan(run.ordinal, run.start, run.end, 0.0)]


def _anywhere(text: str, search: SpanSearch) -> list[ScoredSpan]:
    """Return the edit, command or result that contains most of a claim's words."""
    index, stems = search.index, statement(text).stems
    acts = (ToolAction.CHANGE, ToolAction.COMMAND)
    seen: dict[int, None] = {}
    for segment in search.top(stems, CANDIDATES):
        event = index.events[segment.ordinal]
        if event.tool is not None and event.tool.action in acts and event.kind is not EventKind.COMPACTION:
            seen.setdefault(segment.ordinal)
    best: ScoredSpan | None = None
    for ordinal in list(seen)[:12]:
        window = search.within(ordinal, stems)
        if window is not None and (best is None or window.support > best.support):
            best = window
    return [best] if best is not None and best.support >= ACTION_AT else []
