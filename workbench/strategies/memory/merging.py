"""How a later statement is folded into a memory (S4 section 8): restated, replaced and closed ones go.

Of two explicit statements about the same thing the later one stays. Entries are compared in pairs, without
the messages; entries that are merely similar both stay.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gates.language.similarity import coverage, statement, subsumes
from workbench.facts.superseding.reversal import reverses
from workbench.facts.superseding.revision import distinct
from workbench.strategies.memory.summary_text import Heading, SummaryBullet

_CLOSED = re.compile(
    r"^closed[ \t]{0,2}:[ \t]{1,3}|^the open points? (?=[^\n]{2,300}\b(?:is|are) closed\b)", re.IGNORECASE
)
_PARTS = re.compile(r"[,;]\s|\sand\s")
_CLOSING = statement("closed open point points about").stems
ALIKE = 0.65
"""Share of a closed point's words that an open entry must contain to be closed."""
_VALUE = re.compile(r"^([^:=]{2,60}?)(?: (?:is|are) now | (?:is|are) (?=[A-Z\d])|\s?[:=] )")
_NO_TOPIC = frozenset("open todo pend note decis question fix rule task step reason problem".split())


def merged(entries: Sequence[SummaryBullet], fresh: SummaryBullet) -> list[SummaryBullet]:
    """Return the entries with a later one folded in: entries that it restates or replaces are removed.

    If an earlier entry already says more of the same, the later one is left out.
    """
    kept = [entry for entry in entries if not is_replaced_by(entry, fresh)]
    stated = stated_of(fresh)
    if stated is None or any(restates(entry, stated) for entry in kept):
        return kept
    return [*kept, stated]


def stated_of(fresh: SummaryBullet) -> SummaryBullet | None:
    """Return the entry that a statement adds to a memory; None if it only closes others."""
    if closes(fresh.source_text):
        return None
    return fresh


def is_replaced_by(old: SummaryBullet, fresh: SummaryBullet) -> bool:
    """Return whether a later statement restates, retracts, or gives another value to an earlier one."""
    if Heading.ARTIFACTS in (old.heading, fresh.heading):
        return False
    text = fresh.source_text or fresh.text
    if closes(text):
        return old.heading is Heading.OPEN and _closed_by(text, old.text)
    if old.text != fresh.text and subsumes(fresh.text, old.text):
        return True
    return reverses(text, old.text) or _gives_other_value(fresh, old)


def closes(text: str) -> bool:
    """Return whether a statement only says that open points are closed."""
    return _CLOSED.match(text) is not None


def _closed_by(text: str, old: str) -> bool:
    """Return whether an open entry is about one of the things that a text reports as closed.

    A thing named by one word must be among the first four words of the entry.
    """
    about, first = statement(old).stems, statement(" ".join(old.split()[:4])).stems
    parts = _PARTS.split(_CLOSED.sub("", text))
    stated = (statement(part).stems - _CLOSING for part in parts[:10])
    return any(
        stems <= first if len(stems) == 1 else coverage(stems, about) >= ALIKE for stems in stated if stems
    )


def restates(old: SummaryBullet, fresh: SummaryBullet) -> bool:
    """Return whether an earlier statement says all that the later one says."""
    if fresh.heading is Heading.ARTIFACTS or old.heading is Heading.ARTIFACTS:
        return old == fresh
    return subsumes(old.text, fresh.text)


def adds_little(longer: SummaryBullet, shorter: SummaryBullet) -> bool:
    """Return whether one statement says all that another does, in at most twice as many words."""
    inner, outer = statement(shorter.text).stems, statement(longer.text).stems
    return inner <= outer and len(outer) <= 2 * len(inner) and subsumes(longer.text, shorter.text)


def _gives_other_value(fresh: SummaryBullet, old: SummaryBullet) -> bool:
    """Return whether both give a value to the same thing."""
    one, two = statement(old.text), statement(fresh.text)
    if bool(one.tokens.negations) != bool(two.tokens.negations) or distinct(fresh.text, old.text):
        return False
    topic_one, topic_two = topic(old.text), topic(fresh.text)
    return bool(topic_one) and topic_one == topic_two


def topic(text: str) -> frozenset[str]:
    """Return the stems of the thing that a statement gives a value (`the deadline is Friday`, `database: x`).

    Empty if it gives none.
    """
    found = _VALUE.match(text)
    if found is None:
        return frozenset()
    stems = statement(found.group(1)).stems
    return stems if 1 <= len(stems) <= 3 and not stems & _NO_TOPIC else frozenset()
