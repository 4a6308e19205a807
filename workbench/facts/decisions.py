"""Decisions after the last event: answers, refusals with a reason, approved plans and directives.

A later statement supersedes an earlier one only if that is explicit: the same question answered again, a plan
of the same title approved again, the same thing added and then removed or negated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gates.source import EventKind, SourceEvent
from workbench.facts.answers.answers import AnswerFold, RefusalFold
from workbench.facts.answers.replies import ReplyFold
from workbench.facts.commitment import Basis, Commitment, CommitmentKind, Status
from workbench.facts.directives.directed import DirectiveFold
from workbench.facts.folding import EventFold
from workbench.facts.plans.plans import CurrentPlan, PlanFold
from workbench.facts.sentences.prose import statements
from workbench.facts.spans import EventWords
from workbench.facts.superseding.replaced_values import Replaced, ReplacedValues
from workbench.facts.superseding.retaken import retakes
from workbench.facts.superseding.reversal import reverses, takes_back
from workbench.facts.superseding.reversible import Reversible
from workbench.facts.superseding.updatable import Updatable
from workbench.facts.superseding.updates import changes_something

_STANDING = (Basis.RULE, Basis.STATEMENT)
_OWN_WORDS = (Basis.RULE, Basis.STATEMENT, Basis.REQUEST)


class DecisionFold(EventFold):
    """Every decision, sure or not, in order of its first mention, restatements not merged; no sidechains."""

    def __init__(self) -> None:
        self._answers = AnswerFold()
        self._refusals = RefusalFold()
        self._plans = PlanFold()
        self._directives = DirectiveFold()
        self._replies = ReplyFold()
        self._values = ReplacedValues()
        self._retractions: list[tuple[EventWords, str]] = []
        """Sentences of user messages that retract something, directives or not (`never mind X`)."""
        self._known: tuple[Commitment, ...] | None = None

    def take(self, event: SourceEvent) -> None:
        """Read the next event."""
        self._known = None
        parts = (self._answers, self._refusals, self._plans, self._directives, self._replies, self._values)
        for part in parts:
            part.take(event)
        if event.kind is EventKind.USER and event.sidechain is None:
            self._retractions += [
                (EventWords(event.ordinal, sentence.start, sentence.end), sentence.text)
                for sentence in statements(event.text)
                if takes_back(sentence.text)
            ]

    def plans(self) -> list[CurrentPlan]:
        """Return the current plans."""
        return self._plans.plans()

    def result(self) -> tuple[Commitment, ...]:
        """Return the decisions so far, with retracted ones superseded."""
        if self._known is None:
            found = [*self._answers.result(), *self._refusals.result(), *self._plans.decisions()]
            found += [*self._directives.result(), *self._replies.result()]
            ordered = sorted(found, key=lambda c: (c.touched[-1], c.words[0], c.text))
            reversed_ = _reversed(ordered, self._retractions)
            self._known = tuple(with_new_values(reversed_, self._values.result()))
        return self._known


def _reversed(found: list[Commitment], retractions: list[tuple[EventWords, str]]) -> list[Commitment]:
    """Supersede every decision that a later sentence explicitly retracts or updates."""
    bases = (Basis.RULE, Basis.REQUEST, Basis.REFUSAL)
    later = [(c.words[0], c.text) for c in found if c.basis in bases and c.sure] + retractions
    result = list(found)
    retaken: list[Replaced] = []
    directives = (at for at, c in enumerate(found) if c.basis in (Basis.RULE, Basis.REQUEST))
    reversible = Reversible({at: found[at].text for at in directives if found[at].status != "superseded"})
    for place, text in dict.fromkeys(later):
        for position in reversible.to(text):
            earlier = result[position]
            if earlier.words[-1] < place and reverses(text, earlier.text):
                result[position] = earlier.replaced(text, place.ordinal)
                reversible.remove(position)
                if retakes(text, earlier.text):
                    retaken.append(Replaced(earlier.words[-1], earlier.text, place, text))
    statement_texts = [(c.words[0], c.text) for c in found if c.basis is Basis.STATEMENT]
    standing = (at for at, c in enumerate(result) if c.basis in _STANDING and c.counts)
    updatable = Updatable({at: (result[at].words[-1], result[at].text) for at in standing})
    for place, text in dict.fromkeys([*later, *statement_texts]):
        replaced = updatable.by(place, text) if changes_something(text) else None
        if replaced is not None:
            result[replaced] = result[replaced].replaced(text, place.ordinal)
    return with_new_values(result, retaken)


def with_new_values(found: list[Commitment], replaced: Sequence[Replaced]) -> list[Commitment]:
    """Supersede decisions whose value was replaced later, and put the sentence with the new value in force.

    A statement that a later message replaces was in force before, even if nothing else shows it.
    """
    marks: dict[EventWords, tuple[Status, str, int]] = {}
    for each in replaced:
        marks[each.by] = ("in_force", each.by_text, each.by.ordinal)
        marks[each.words] = ("superseded", each.text, each.by.ordinal)
    new = {each.words: each.by_text for each in replaced}
    result = [_marked(each, marks) for each in found]
    known = {each.words[-1] for each in found if each.basis in _OWN_WORDS}
    result += [_stated_at(words, *mark) for words, mark in marks.items() if words not in known]
    result = [
        replace(each, replaced_by=new[each.words[-1]])
        if each.status == "superseded" and not each.replaced_by and each.words[-1] in new
        else each
        for each in result
    ]
    return sorted(result, key=lambda c: c.words[0]) if len(result) > len(found) else result


def _marked(found: Commitment, marks: dict[EventWords, tuple[Status, str, int]]) -> Commitment:
    """Return a decision with the status that a replacement gave its sentence."""
    mark = marks.get(found.words[-1]) if found.basis in _OWN_WORDS and found.status != "superseded" else None
    return found if mark is None else replace(found.with_status(mark[0], mark[2]), sure=True)


def _stated_at(words: EventWords, status: Status, text: str, ordinal: int) -> Commitment:
    """Return a decision for a replaced or replacing sentence that was not read as one otherwise."""
    touched = tuple(sorted({words.ordinal, ordinal}))
    return Commitment(CommitmentKind.DECISION, Basis.STATEMENT, text, status, (words,), touched)
