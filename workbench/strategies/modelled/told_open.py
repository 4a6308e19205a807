"""Work that an item leaves open although the sentences that it quotes, or later ones, tell it as done.

`Send the invoices` beside `all invoices have been sent`, or `the page still has to be merged` beside `the
page was already merged`. What a quoted sentence leaves open itself, asks for or plans is open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from gates.artifact import Item, ItemKind
from gates.language.lexicon import DONE_WORDS
from gates.language.past_tense import bases_of_past
from gates.language.similarity import coverage, statement
from gates.language.synonyms import synonyms
from gates.language.tokens import stem_of
from gates.source import EventKind, SourceEvent
from workbench.strategies.modelled.clause_parts import ToldClause, clauses

SAME_WORK = 0.6
"""Share of the words for a piece of work that a sentence about it has."""
LATER_WORK = 0.5
"""The same of a later message's sentence, which only warns."""
MOST_LATER = 200
"""Later messages that are read."""
_OPEN = re.compile(
    r"\b(?:still (?:has|have|needs?|open|to be|pending|missing)|remains? to be|(?:has|have|needs?) to be"
    r"|not (?:yet|been)|\w+n't been|(?:is|are) (?:still )?(?:not|pending|open|outstanding|missing)"
    r"|not \w+ed yet"
    r"|yet to be|left to do|to do|remains?)\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:will|would|shall|should|must|may|might|can|could|to be|if|until|unless|once|when|before|needs?"
    r"|going to|plan(?:ned|s)?|wants?|asked|requested|proposed|please|let's|next|todo|tomorrow|later)\b"
    r"|\?\s*$",
    re.IGNORECASE,
)
_FRAME = frozenset(
    map(
        stem_of,
        "still yet already open pending outstanding missing remain need have been left todo task".split(),
    )
)
_DONE = DONE_WORDS | frozenset("successful successfully ready live".split())
_HELPS = frozenset(("be", "do", "have"))
_BACK = re.compile(r"\b(?:again|revert(?:ed)?|undone|undid|once more|rolled back)\b", re.IGNORECASE)


def is_left_open(item: Item) -> bool:
    """Return whether an item says that something is still to be done."""
    if item.kind is ItemKind.OPEN_WORK:
        return item.status != "done"
    return item.kind is ItemKind.CLAIM and _OPEN.search(item.text) is not None


def open_denied(item: Item, touched: Sequence[str]) -> bool | None:
    """Return whether the quoted sentences tell an open item as done; False if they leave it open too.

    None if they do not speak of it, or the item is not open.
    """
    if not is_left_open(item):
        return None
    work = work_of(item.text)
    said = clauses(touched)
    if any(_leaves_open(each, work) for each in said):
        return False
    return True if any(_tells_done(each, work, SAME_WORK) for each in said) else None


def done_later(item: Item, last: int, events: Iterable[SourceEvent]) -> int | None:
    """Return the event after the last quoted one that tells an open item as done; None for none.

    Args:
        item: as the draft would contain it.
        last: the ordinal of its last quotation.
        events: those that the model was shown.
    """
    if item.kind is not ItemKind.OPEN_WORK or item.status == "done":
        return None
    work, found = work_of(item.text), None
    later = [e for e in events if e.ordinal > last and e.kind is EventKind.ASSISTANT and e.sidechain is None]
    for event in sorted(later, key=lambda each: each.ordinal)[-MOST_LATER:]:
        said = clauses([line for line in event.text.splitlines() if line.strip()])
        if any(_leaves_open(each, work) for each in said):
            found = None
        elif any(_tells_done(each, work, LATER_WORK) for each in said):
            found = event.ordinal
    return found


def work_of(text: str) -> frozenset[str]:
    """Return the stems of what a text leaves to be done, each in its base form."""
    return frozenset().union(*(_forms(stem) for stem in statement(text).stems)) - _FRAME


def _forms(stem: str) -> frozenset[str]:
    return frozenset(map(stem_of, bases_of_past(stem))) or frozenset((stem,))


def _leaves_open(clause: ToldClause, work: frozenset[str]) -> bool:
    """Return whether a clause leaves some of this work open, asks for it or plans it."""
    ahead = (
        clause.unmet or _AHEAD.search(clause.text) or _OPEN.search(clause.text) or _BACK.search(clause.text)
    )
    return bool(ahead) and coverage(work, work_of(clause.text)) >= SAME_WORK


def _tells_done(clause: ToldClause, work: frozenset[str], least: float) -> bool:
    if clause.unmet or not work or _AHEAD.search(clause.text) or _OPEN.search(clause.text):
        return False
    words = _words(clause.text)
    acts = frozenset(stem for at, word in words for stem in _act(word, work, clause.text[:at]))
    held = work_of(clause.text)
    thing = (work - acts) or work
    return (
        bool(acts or any(word in _DONE for _, word in words))
        and min(coverage(thing, held), coverage(work, held | acts)) >= least
    )


def _words(text: str) -> list[tuple[int, str]]:
    return [(found.start(), found.group().casefold()) for found in re.finditer(r"[A-Za-z]{3,20}", text)]


def _act(word: str, work: frozenset[str], before: str) -> frozenset[str]:
    """Return the stems of this work that a word tells in the past; somebody or `was` stands before it."""
    acts = frozenset(map(stem_of, bases_of_past(word) - _HELPS)) if before.strip() else frozenset[str]()
    return acts.union(*map(synonyms, acts)) & work
