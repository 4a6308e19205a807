"""Things that a summary reports as done although its sources only propose that very action on them (S3).

`I'll save the list. I saved the notes.` does not support `Saved the list`: the verb was done, but on another
thing. Clauses are read one by one. If a source says that something is done without naming a thing, nothing is
reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from gates.language.lexicon import SPOKEN_NUMBERS
from gates.language.sentence_spans import sentences
from gates.language.tokens import stem_of, tokenise
from workbench.strategies.historian.stance import (
    ATTEMPTS,
    MAX_TEXT,
    done_in,
    not_yet,
    parts,
    past_forms,
    proposed_in,
    states_finished,
)

_NOTHING = re.compile(r"\b(?:nothing|none|nobody)\b")


@dataclass(slots=True)
class SourceActions:
    """The actions in a text's clauses and the things they act on, as stems."""

    done: set[str] = field(default_factory=set)
    """Things named in clauses that report an action."""
    anything: bool = False
    """Whether a clause reports an action, or that all is done, and names no thing: it may be any thing."""
    proposed: dict[str, set[str]] = field(default_factory=dict)
    """Base form of a verb to the things on which it is only proposed."""


def only_proposed(stated: str, sources: Iterable[str]) -> list[str]:
    """Return the things whose action the summary reports as done and the sources only propose."""
    claimed = list(_claimed(stated))
    if not claimed:
        return []
    known = [_actions(source[:MAX_TEXT]) for source in sources]
    if any(each.anything for each in known):
        return []
    done = {thing for each in known for thing in each.done}
    found = []
    for verb, things in claimed:
        if verb in ATTEMPTS:  # they have no result
            continue
        proposed = {thing for each in known for thing in each.proposed.get(verb, ())}
        found += sorted((things & proposed) - done)
    return list(dict.fromkeys(found))


def _claimed(stated: str) -> Iterator[tuple[str, set[str]]]:
    for sentence in _sentences(stated):
        for verbs, text in _done_clauses(sentence):
            for verb in sorted(verbs):
                yield verb, _things(text)


@lru_cache(maxsize=64)
def _actions(source: str) -> SourceActions:
    found = SourceActions()
    for sentence in _sentences(source):
        for verbs, text in _done_clauses(sentence):
            things = _things(text)
            found.done |= things
            found.anything |= (
                not things and not _NOTHING.search(text) and bool(verbs or states_finished(text))
            )
        for part in parts(sentence):
            for verb in proposed_in(part) if not_yet(part) else ():
                found.proposed.setdefault(verb, set()).update(_things(part))
    return found


def _sentences(text: str) -> Iterator[str]:
    for start, end in sentences(text):
        yield text[start:end]


def _done_clauses(sentence: str) -> Iterator[tuple[set[str], str]]:
    """Yield the clauses of a sentence that report an action, each with the list that follows it."""
    verbs: set[str] = set()
    stated = ""
    for part in parts(sentence):
        mark = not_yet(part)
        action = done_in(part)
        if action or states_finished(part):
            if stated:
                yield verbs, stated
            verbs, stated = action, part if mark is None else part[: mark.start()]
        elif mark is not None:
            if stated:
                yield verbs, stated
            verbs, stated = set(), ""
        elif stated:
            stated += f", {part}"
    if stated:
        yield verbs, stated


def _things(text: str) -> set[str]:
    """Return the stems of the things that a clause names, without verbs of actions and numbers."""
    return {stem for stem in tokenise(text).stems if stem[0] != "#" and stem not in _verbs()}


@lru_cache(maxsize=1)
def _verbs() -> frozenset[str]:
    forms = past_forms()
    spoken = {*forms, *forms.values(), *SPOKEN_NUMBERS, "nothing", "none", "nobody"}
    return frozenset(map(stem_of, spoken))
