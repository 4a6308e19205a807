"""An act, its actor or a cause that an item tells as a fact although its quotations do not.

`Ada approved the menu` beside `Ada still has to approve the menu`, `the user chose oak` beside a sentence
of the agent that describes oak, `the cause is the seal` beside `I suspect the seal`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from gates.artifact import Item, ItemKind
from gates.language.opening import has_substance
from gates.language.similarity import statement
from gates.source import EventKind
from workbench.strategies.modelled.act_words import (
    ACTS,
    CAUSE,
    DENIES,
    PERFORMED,
    REFUSES,
    UNCERTAIN,
    UNREAL,
    ActWords,
    is_instruction,
)
from workbench.strategies.modelled.clause_parts import clauses
from workbench.strategies.modelled.told_choices import OF_USER, ONLY_AGENT, PEOPLE, TELLS_NOTHING
from workbench.strategies.modelled.turned import ChangedSense

_TALK = ONLY_AGENT | {EventKind.USER}
_NOTES = re.compile(
    r"\W{0,4}(?:noted|ok|okay|got it|understood|agreed|right|sure|will do|no problem|great|perfect|alright)\b"
    r"|\bthen\W{0,3}$|\bas (?:you )?(?:asked|agreed|decided|chosen)\b",
    re.IGNORECASE,
)
"""By which an agent repeats what the user has just said."""


class QuotedTalk(NamedTuple):
    """What the quotations of an item say, and who says it."""

    speakers: frozenset[EventKind]
    """Kinds of the quoted events."""
    sentences: tuple[str, ...]
    """Those that the quotations touch, questions left out."""

    @property
    def is_of_user(self) -> bool:
        """Whether the user says it, or the agent says it of the user or repeats it."""
        told = any(OF_USER.search(each) or _NOTES.search(each) for each in self.sentences)
        return EventKind.USER in self.speakers or told


def told_acts(item: Item, speakers: Collection[EventKind], touched: Sequence[str]) -> ChangedSense | None:
    """Return UNTOLD if an item tells an act, an actor or a cause that its quotations do not.

    Args:
        item: as the draft would contain it.
        speakers: kinds of the quoted events.
        touched: the sentences that its quotations touch, and the texts of the items that it carries over.
    """
    told = item.kind not in TELLS_NOTHING and not (item.kind is ItemKind.OPEN_WORK and item.status != "done")
    if not told or not speakers or not _TALK.issuperset(speakers):
        return None
    quoted = QuotedTalk(frozenset(speakers), tuple(each.replace("’", "'") for each in touched))
    text = item.text.replace("’", "'")
    wrong = _guessed(text, quoted) or any(_invented(act, text, quoted) for act in ACTS)
    return ChangedSense.UNTOLD if wrong else None


def _guessed(text: str, quoted: QuotedTalk) -> bool:
    """Return whether a text tells as a cause what each quoted sentence about it only supposes."""
    if not CAUSE.search(text) or UNCERTAIN.search(text):
        return False
    stems = statement(text).stems
    about = [each for each in quoted.sentences if stems & statement(each).stems]
    return bool(about) and all(map(UNCERTAIN.search, about))


def _invented(act: ActWords, text: str, quoted: QuotedTalk) -> bool:
    """Return whether a text tells an act as done that no quotation tells, or of somebody that none names."""
    found = act.told.search(text)
    if found is None or UNREAL.search(text) or DENIES.search(text[: found.end()]):
        return False
    actor = _actor(text[: found.start()]) if act.of_mind else ""
    if actor == "user" and not quoted.is_of_user:
        return True
    other = bool(actor) and actor not in PEOPLE
    naming = re.compile(rf"\b{re.escape(actor)}\b", re.IGNORECASE)
    sentences = [each for each in quoted.sentences if not other or naming.search(each)]
    wanted = statement(text).stems - statement(found.group()).stems - PEOPLE
    if any(_states(act, each) for each in sentences):
        return False
    if not act.of_mind or other:
        return True
    return not any(_implies(act, each, wanted, quoted) for each in sentences)


_NAMED = re.compile(
    r"(?:^|[.;,]\s|\band )(?:the )?([\w'-]{3,40})\s(?:(?:has|had|have|then|also|later|\w+ly)\s)*$",
    re.IGNORECASE,
)
_PRONOUNS = frozenset("they she was were are been being has have had not it that this".split())


def _actor(before: str) -> str:
    """Return who makes up their mind by the words before the verb; empty where nobody is named."""
    named = _NAMED.search(before)
    return named[1].casefold() if named is not None and named[1].casefold() not in _PRONOUNS else ""


def _states(act: ActWords, sentence: str) -> bool:
    """Return whether a quoted sentence tells an act as a fact."""
    parts = [part.text for part in clauses([sentence])]
    if act.refuses:
        return any(DENIES.search(part) or REFUSES.search(part) for part in parts)
    real = (part for part in parts if not UNREAL.search(part) and not DENIES.search(part))
    return any(map(act.said.search, real))


def _implies(act: ActWords, sentence: str, wanted: frozenset[str], quoted: QuotedTalk) -> bool:
    """Return whether a quoted sentence makes up a mind by being said, or repeats that somebody did."""
    parts = [part for part in clauses([sentence]) if not DENIES.search(part.text)]
    if any(act.performed.search(part.text) for part in parts):
        return True
    about = [part for part in parts if wanted & part.stems and not REFUSES.search(part.text)]
    if EventKind.USER not in quoted.speakers:
        return bool(about) and _NOTES.search(sentence) is not None
    return any(_decides(part.text) for part in about or parts)


def _decides(text: str) -> bool:
    """Return whether a clause of the user decides by being said: an assent, an instruction, a bare answer."""
    if UNREAL.search(text):
        return False
    return not has_substance(text) or bool(PERFORMED.search(text)) or is_instruction(text)
