"""What a later clause and an earlier one have in common: words, values, and the thing that they are about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from gates.language.similarity import statement
from workbench.facts.superseding.replacement_words import CHANGE, OVER, PAST
from workbench.facts.superseding.revision import distinct
from workbench.facts.superseding.stated_clauses import StatedClause, shared
from workbench.facts.superseding.stated_values import rivals
from workbench.facts.superseding.updates import apart


@dataclass(frozen=True)
class ClausePair:
    """A later clause with an earlier one."""

    new: StatedClause
    old: StatedClause
    context: str
    """The later sentence with the text of its message before it."""

    @cached_property
    def typed(self) -> list[str]:
        """Types of the old values for which there is another value."""
        return rivals(self.new.values, self.old.values)

    @cached_property
    def change(self) -> bool:
        """Whether the later message states that something has changed."""
        return CHANGE.search(self.context) is not None

    @cached_property
    def over(self) -> bool:
        """Whether the later message states that something is no longer valid."""
        return OVER.search(self.context) is not None

    @cached_property
    def only_reports(self) -> bool:
        """Whether the later clause only reports what happened."""
        return PAST.search(self.new.text) is not None

    @cached_property
    def common(self) -> frozenset[str]:
        """The earlier words that the later clause repeats."""
        named = (stem for name in self.new.names for stem in statement(name).stems)
        return shared(self.old.topic, self.new.topic.union(named))

    @cached_property
    def share(self) -> float:
        """Share of the earlier words that the later clause repeats."""
        return round(len(self.common) / len(self.old.topic), 6) if self.old.topic else 0.0

    @cached_property
    def share_of_message(self) -> float:
        """Share of the earlier words that the later sentence, or the message before it, repeats."""
        common = shared(self.old.topic, statement(self.context).stems | self.new.topic)
        return round(len(common) / len(self.old.topic), 6) if self.old.topic else 0.0

    @cached_property
    def left(self) -> frozenset[str]:
        """The earlier words that the later clause does not repeat."""
        return self.old.topic - self.common

    @cached_property
    def came(self) -> frozenset[str]:
        """The later words that the earlier clause does not contain."""
        return self.new.topic - shared(self.new.topic, self.old.topic)


def is_about_another(new: StatedClause, old: StatedClause) -> bool:
    """Return whether each of two clauses has a word of its own that identifies one thing of a kind."""
    if apart(new.topic, old.topic) or distinct(new.head, old.head):
        return True
    if any(new.which[kind] != old.which[kind] for kind in new.which.keys() & old.which.keys()):
        return True
    if new.purpose and old.purpose and not shared(new.purpose, old.purpose):
        return True
    if not (new.subject and old.subject) or (same_family(new, old) and shared(new.subject, old.subject)):
        return False
    return bool(new.subject - shared(new.subject, old.topic) and old.subject - shared(old.subject, new.topic))


def same_family(new: StatedClause, old: StatedClause) -> bool:
    """Return whether both give a code of one family (`stg-4`, `stg-7`), which renames the same thing."""
    families = {re.sub(r"\d+", "0", code) for code in old.values.get("code", ())}
    return any(re.sub(r"\d+", "0", code) in families for code in new.values.get("code", ()))


def same_subject(new: StatedClause, old: StatedClause) -> bool:
    """Return whether the subject of one is mentioned in the other, or is a pronoun."""
    if not old.subject or not new.subject:
        return True
    return bool(shared(old.subject, new.topic) or shared(new.subject, old.topic))
