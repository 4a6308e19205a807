"""What an item tells as chosen or rejected, and by whom, beside the sentences that it quotes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from gates.artifact import Item, ItemKind
from gates.language.similarity import coverage, statement
from gates.source import EventKind
from workbench.strategies.modelled.clause_parts import clauses
from workbench.strategies.modelled.turned import ChangedSense

SAME_THING = 0.5
"""Share of the words for a thing that a choice of it has."""
_TAKES = re.compile(
    r"\b(?:go(?:es|ing)? (?:with|for)|went (?:with|for)|gone with|cho(?:se|sen|ose|oses|osing)"
    r"|pick(?:s|ed|ing)?"
    r"|select(?:s|ed|ing)?|opt(?:s|ed|ing)? for|settled? on|decid(?:es?|ed) (?:on|for)|prefer(?:s|red)?"
    r"|adopt(?:s|ed)?|tak(?:es?|en|ing)|took|us(?:es?|ed|ing)|accept(?:s|ed)|approv(?:es?|ed))\b",
    re.IGNORECASE,
)
_CHOICE_ALONE = re.compile(
    r"\b(?:cho(?:se|sen|ose|oses)|picks?|picked|selects?|selected|opts? for|opted for|goes with"
    r"|went with|takes"
    r"|took|taken|prefers?|preferred|adopts?|adopted|decided (?:on|for)|settled on)\b",
    re.IGNORECASE,
)
"""Words by which an item tells a choice; `used` and `accepted` may tell of something else."""
_REFUSES = re.compile(
    r"\b(?:reject(?:s|ed|ing)?|declin(?:es?|ed|ing)|dismiss(?:es|ed)?|rul(?:es?|ed|ing) out|turn(?:s|ed) down"
    r"|discard(?:s|ed)?|decid(?:es?|ed) against|refus(?:es?|ed))\b",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r",?\s(?:not|instead of|rather than|over|in place of)\s|\b(?:do|did|does|will|would|was|were|is"
    r"|are)(?:n't|\snot)\s"
    r"|\b(?:never|won't|cannot|can't)\s",
    re.IGNORECASE,
)
"""Words behind which a choice names what was not chosen."""
_PARTS = re.compile(r"[,:]\s|\sand\s", re.IGNORECASE)
_LABEL = re.compile(
    r"\b(?:option|plan|variant|approach|alternative|proposal|choice|solution|design|version)\s"
    r"(?:no\.\s?|number\s|#)?([a-h]|\d{1,2}|one|two|three|four|five)\b(?![.-]\d)",
    re.IGNORECASE,
)
_FIGURES = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5"}
TELLS_NOTHING = frozenset({ItemKind.CONFLICT, ItemKind.OPEN_QUESTION})


class ToldChoice(NamedTuple):
    """A part of a clause that chooses or rejects something."""

    stems: frozenset[str]
    labels: frozenset[str]
    """Letters or figures of options that it names."""
    taken: bool

    def is_about(self, other: ToldChoice) -> bool:
        """Return whether another choice concerns the same thing."""
        if self.labels or other.labels:
            return bool(self.labels & other.labels)
        return coverage(self.stems, other.stems) >= SAME_THING


def told_choices(item: Item, touched: Sequence[str]) -> ChangedSense | None:
    """Return how an item tells a choice otherwise than the sentences that its quotations touch."""
    if item.kind in TELLS_NOTHING:
        return None
    said = list(_choices(touched, _TAKES))
    for each in _choices([item.text], _CHOICE_ALONE):
        about = [other for other in said if each.is_about(other)]
        if about and all(other.taken != each.taken for other in about):
            return ChangedSense.TURNED
        named = frozenset[str]().union(*(other.labels for other in said if other.taken))
        if each.taken and each.labels and named and not each.labels & named:
            return ChangedSense.TURNED
        if each.taken and not each.labels and _other_name(each, said, touched):
            return ChangedSense.OTHERWISE
    return None


def _choices(texts: Sequence[str], takes: re.Pattern[str]) -> Iterator[ToldChoice]:
    for clause in clauses(texts):
        for part in _whole_parts(clause.text, takes):
            refused, taken = _REFUSES.search(part), takes.search(part)
            if refused is None and taken is None:
                continue
            affirmed, *denied = _SPLIT.split(part)
            if taken is not None and refused is None and taken.start() < len(affirmed):
                yield _choice(affirmed, taken=True)
                yield from (_choice(each, taken=False) for each in denied)
            else:
                refuses = refused is not None and not denied
                yield _choice(part, taken=not refuses and refused is not None)


def _whole_parts(text: str, takes: re.Pattern[str]) -> Iterator[str]:
    """Yield the parts of a clause, each joined with what follows until the next word of choice."""
    held = ""
    for part in _PARTS.split(text):
        chooses = takes.search(part) or _REFUSES.search(part)
        begun = takes.search(held) or _REFUSES.search(held)
        if chooses and begun:
            yield held
            held = part
        else:
            held = f"{held} {part}".strip()
    if held:
        yield held


def _choice(text: str, *, taken: bool) -> ToldChoice:
    bare = _REFUSES.sub(" ", _TAKES.sub(" ", text))
    labels = frozenset(_FIGURES.get(name, name) for name in map(str.casefold, _LABEL.findall(text)))
    return ToldChoice(statement(bare).stems - PEOPLE, labels, taken)


PEOPLE = frozenset(("agent", "user", "assist", "assistant", "model"))
"""Stems that name a side of the conversation, and no thing."""


def _other_name(claim: ToldChoice, said: Sequence[ToldChoice], touched: Sequence[str]) -> bool:
    """Return whether a claim names one thing in the place of another that the quoted choice names."""
    held = frozenset[str]().union(*(statement(text).stems for text in touched))
    for other in said:
        mine, theirs, both = claim.stems - held, other.stems - claim.stems, claim.stems & other.stems
        if other.taken and len(mine) == 1 and len(theirs) == 1 and both:
            return True
    return False


_DECIDES = (
    r"(?:cho(?:se|oses|sen)|decid(?:ed|es)|pick(?:ed|s)|select(?:ed|s)|reject(?:ed|s)|declin(?:ed"
    r"|es)|prefer(?:red|s)"
    r"|(?:went|goes) (?:with|for)|took|takes|opt(?:ed|s) for|settled on|accept(?:ed|s)|approv(?:ed"
    r"|es)|want(?:ed|s))\b"
)
_BY_USER = re.compile(rf"\buser (?:has |had |have |then |also |later |\w+ly )?{_DECIDES}", re.IGNORECASE)
_BY_AGENT = re.compile(
    rf"\b(?:agent|assistant|model) (?:has |had |have |then |also |later |\w+ly )?{_DECIDES}", re.IGNORECASE
)
_ITSELF = re.compile(
    r"\b(?:i|we)(?:'ll|'m|'ve| will| have| am)? (?:\w+ly )?(?:going to |decided|cho(?:se|ose)|pick(?:ed)?"
    r"|select(?:ed)?|prefer|go(?:ing)? with|went with|tak(?:e|ing)|took|opt(?:ed)? for|settled? on"
    r"|reject(?:ed)?|declined?|use|want)\b",
    re.IGNORECASE,
)
"""A choice in the first person: its speaker decided."""
OF_USER = re.compile(r"\b(?:you|your|yours|user|user's)\b", re.IGNORECASE)
ONLY_AGENT = frozenset({EventKind.ASSISTANT, EventKind.PLAN, EventKind.THINKING})


def told_decider(text: str, speakers: Collection[EventKind], touched: Sequence[str]) -> ChangedSense | None:
    """Return whether an item tells as one side's decision what only the other side says.

    Args:
        text: the item's.
        speakers: kinds of the quoted events.
        touched: the sentences that its quotations touch.
    """
    if not speakers or not touched:
        return None
    plain = [each.replace("’", "'") for each in touched]
    other = any(map(OF_USER.search, plain))
    itself = any(map(_ITSELF.search, plain))
    by_user, by_agent = _BY_USER.search(text), _BY_AGENT.search(text)
    if by_user and not by_agent and ONLY_AGENT.issuperset(speakers) and not other:
        return ChangedSense.TURNED if itself else ChangedSense.OTHERWISE
    if by_agent and not by_user and set(speakers) == {EventKind.USER} and itself and not other:
        return ChangedSense.TURNED
    return None
