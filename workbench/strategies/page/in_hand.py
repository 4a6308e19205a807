"""The step that the agent was at when a range interrupts its turn, unless it has ended since."""

from __future__ import annotations

import re

from gates.language.sentence_spans import sentences
from gates.source import EventKind
from workbench.facts.actions.polls import is_running
from workbench.facts.sentences.talk import announces
from workbench.facts.sentences.words import ACTION_VERBS
from workbench.facts.spans import EventWords, trimmed
from workbench.strategies.base import DraftRequest
from workbench.strategies.page.closing_statement import FEWEST_ANSWERED, LONGEST_RESULT, is_substantial
from workbench.strategies.page.exchanges import ends_in_work, exchanges
from workbench.strategies.page.made_and_run import made_and_run, ran_well
from workbench.strategies.page.self_contained import is_interim

BEGUN = " (may be done)"
"""Words after a step that results of tools followed."""

_MAKES = re.compile(r"\b(?:make|create|write|add|build|prepare)\b", re.IGNORECASE)
"""Verbs that announce a new file."""
_RUNS = re.compile(r"\b(?:run|re-?run|test|re-?test|check|verify|try|execute)\b", re.IGNORECASE)
"""Verbs that announce a run."""
_MORE = re.compile(r"\bthen\b|\band (\w+)", re.IGNORECASE)
"""Words before a further step."""
_HASHES = re.compile(r"\s*(?:#{1,6}[ \t]+)?")
"""The mark of a heading, if there is one."""


def in_hand(request: DraftRequest) -> EventWords | None:
    """Return the agent's last words in a turn that the range interrupts: the step that it was at."""
    known = exchanges(request)
    last = max(known, default=request.source.start)
    if not (known[last].is_open if known else ends_in_work(request)):
        return None
    messages = [e for e in request.seen()[last:] if e.kind is EventKind.ASSISTANT and e.sidechain is None]
    parts = sentences(messages[-1].text) if messages else []
    said = [part for part in parts if not _is_heading(messages[-1].text, part[0])]
    if parts[-1:] == said[-1:] or (said and announces(messages[-1].text[slice(*said[-1])])):
        parts = said  # else a heading at the end names the part that the agent begins
    if not parts:
        return None
    text = messages[-1].text
    start, end = parts[-1]
    if len(parts) > 1 and not is_substantial(text[start:end], FEWEST_ANSWERED):
        start = parts[-2][0]  # `Let me do that:` means the sentence before it
    if end - start > LONGEST_RESULT:
        return None
    if _is_heading(text, start):
        start = text.rfind("\n", 0, start) + 1  # its number may be a sentence by itself
    marks = _HASHES.match(text, start, end)
    words = trimmed(text, messages[-1].ordinal, marks.end() if marks is not None else start, end)
    if words is None or not is_substantial(words.quote(request.events), FEWEST_ANSWERED):
        return None
    return None if _has_ended(request, words) else words


def was_begun(request: DraftRequest, words: EventWords) -> bool:
    """Return whether results of tools followed the words, so that what they announce may be done."""
    later = request.seen()[words.ordinal + 1 :]
    return any(e.kind is EventKind.TOOL_RESULT and e.sidechain is None for e in later)


def _is_heading(text: str, start: int) -> bool:
    """Return whether a place is in the line of a heading."""
    return text.startswith("#", text.rfind("\n", 0, start) + 1)


def _has_ended(request: DraftRequest, words: EventWords) -> bool:
    """Return whether a tool has since done what words announce or report as under way."""
    said = words.quote(request.events)
    later = request.seen()[words.ordinal + 1 :]
    results = [e for e in later if e.kind is EventKind.TOOL_RESULT and e.sidechain is None]
    if announces(said):
        return made_and_run(results) if _MAKES.search(said) else _only_runs(said) and ran_well(results)
    return is_interim(said) and bool(results) and not is_running(results[-1])


def _only_runs(said: str) -> bool:
    """Return whether words announce a run, and no further step after it."""
    more = (found[1] for found in _MORE.finditer(said))
    return _RUNS.search(said) is not None and all(
        verb is not None and verb.casefold() not in ACTION_VERBS for verb in more
    )
