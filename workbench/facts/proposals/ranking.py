"""Decides what counts and what is proposed: one model ranks every candidate and commitment."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain

from gates.language.similarity import statement
from gates.retention.clear_words import is_self_contained
from workbench.facts.commitment import Basis, Commitment, CommitmentKind, Status
from workbench.facts.directives.directed import is_vague
from workbench.facts.merging import Survivors, merge
from workbench.facts.proposals.acted_on import is_answered, is_committed, with_outcome
from workbench.facts.proposals.candidate import CandidateStatement
from workbench.facts.proposals.cues import cues
from workbench.facts.proposals.fold import words_of
from workbench.facts.proposals.model import MODEL_IN_USE
from workbench.facts.proposals.outlook import Outlook
from workbench.facts.sentences.courtesy import after_filler, lets_go_on
from workbench.facts.sentences.one_off import asks_to_confirm, asks_to_know, asks_which, is_one_off
from workbench.facts.sentences.remarks import (
    expects,
    is_loose,
    is_placeholder,
    only_describes,
)
from workbench.facts.sentences.stated import states_outright, states_what_happened

KEEP_FROM = 0.45
"""Least likelihood at which a statement that the rules are sure of counts; below, it is only proposed."""
CARRIED_OUT_FROM = 0.5
"""Like `KEEP_FROM`, for a request that the agent carried out, which binds less often."""
COUNT_FROM = 0.45
"""Least likelihood at which a statement that the rules are not sure of counts."""
COUNT_ALONE_FROM = 0.55
"""Least likelihood at which a statement of the user that no rule reads counts."""
MOST_PROPOSED = 40
SAME = 0.75
"""Share of the shorter one's words that two proposals have in common if one of them is enough."""
ALIKE = 0.9
"""Share of its likelihood that a proposal loses if it only repeats a better one."""
REPEATS_FROM = 0.4
"""Share of words in common from which a proposal nearly repeats a better one, and so comes later."""
WEIGHED = 160
"""Best candidates among which the proposals are chosen."""

_DOUBTED = (Basis.REQUEST, Basis.LOOK, Basis.PLAN)
"""Sure commitments that the model may overrule, since an old request may be done.

Rules stated outright, approvals of plans, answers, refusals with a reason and open tasks count whatever the
model estimates.
"""
_COUNTABLE = ("human",)
_LASTING = ("human", "state")
"""Sources of statements from before the range that may still bind."""
CARRY_FROM = 0.1
"""Least likelihood at which a user's statement from before the range is proposed."""
FEWEST_STATED = 6
"""Fewest content words of such a sentence that no rule reads; `ok thats better` is too short."""
MOST_CARRIED = 20
"""Most of these that are proposed, after those of the range itself."""
_BASIS = {"plan": Basis.PLAN, "state": Basis.STATE}


@dataclass(frozen=True, slots=True)
class Described:
    """A statement that may bind, with the model's input for it."""

    commitment: Commitment
    tokens: frozenset[str]
    features: dict[str, float]
    source: str
    known: bool
    """Whether the rules read it as a commitment."""
    asked_now: bool = False
    """Whether the user asked for it last, and the agent is still working on it."""
    answered: bool = False
    """Whether the user asked for information, the agent answered, and the user went on."""

    @property
    def shown(self) -> bool:
        """Whether it is part of a pasted document, of which only what the rules read counts."""
        return "form:document" in self.features


@dataclass(frozen=True, slots=True)
class RankedStatement:
    """A statement with the model's score."""

    commitment: Commitment
    tokens: frozenset[str]
    score: int
    source: str
    known: bool
    asked_now: bool = False
    answered: bool = False
    carried: bool = False
    """Whether the user stated it before the range, and it may still bind."""
    shown: bool = False
    """Whether it is part of a pasted document."""

    @property
    def likelihood(self) -> float:
        """Likelihood that it binds."""
        return self.commitment.likelihood or 0.0

    def is_past(self, start: int) -> bool:
        """Return whether it was stated before the range begins and left nothing open."""
        commitment = self.commitment
        closed = (
            self.source != "state"
            and commitment.kind is not CommitmentKind.OPEN_WORK
            and commitment.status != "open"
        )
        return closed and all(words.ordinal < start for words in commitment.words)


@dataclass(frozen=True, slots=True)
class Bound:
    """The commitments that a range must know."""

    counted: list[Commitment]
    """Sure commitments, including closed ones; restatements merged, in order of first mention."""
    proposed: list[Commitment]
    """Commitments that are not sure, each with its likelihood, best first."""


def describe(outlook: Outlook, known: Sequence[Commitment], start: int) -> list[Described]:
    """Return every commitment that still counts, and every candidate that none of them covers.

    Their number is a feature of each: readers choose about as many from a long range as from a short one.
    """
    binding = [c for c in known if c.counts and not is_committed(outlook, c)]
    found = [_of_commitment(outlook, c) for c in binding]
    taken = outlook.overlapped(known)
    near = (c for c in outlook.candidates() if c.source in _LASTING or c.words[-1].ordinal >= start)
    found += [_of_candidate(outlook, c) for c in near if c not in taken]
    size = math.log1p(len(found)) / 5
    for each in found:
        each.features["statements"] = each.features[f"{each.source}|statements"] = size
    return found


@dataclass(frozen=True)
class StatementRanking:
    """Every statement that may bind a range, ranked once for all readers."""

    ranked: list[RankedStatement]
    over: list[Commitment]
    """Commitments that no longer count."""
    start: int
    talk: bool
    """Whether the session is plain talk, without tool calls."""

    def in_order(self) -> list[RankedStatement]:
        """Return every statement with its likelihood, in order of its words in the source."""
        carried = set(self._carried([c.text for c in self._counted()]))
        found = [replace(j, carried=True) if n in carried else j for n, j in enumerate(self.ranked)]
        return sorted(found, key=lambda j: (j.commitment.words[-1], j.commitment.text, j.source))

    def _counted(self) -> list[Commitment]:
        """Return the commitments that count, restatements not merged."""
        return [judged.commitment for judged in self.ranked if self._binds(judged)]

    def _binds(self, judged: RankedStatement) -> bool:
        return judged.known and judged.commitment.sure if self.talk else _counts(judged)

    def _carried(self, wording: Sequence[str]) -> list[int]:
        """Return positions of user statements from before the range that may still bind, likeliest first.

        Questions, requests for one action, and restatements of `wording` or of a likelier one are left out.
        """
        found = [n for n, each in enumerate(self.ranked) if not self.talk and _lasts(each, self.start)]
        found.sort(
            key=lambda n: (
                -self.ranked[n].likelihood,
                self.ranked[n].commitment.words[0],
                self.ranked[n].commitment.text,
            )
        )
        certain = Survivors()
        for text in wording:
            certain.add(text)
        chosen: list[int] = []
        for n in found:
            if len(chosen) < MOST_CARRIED and not certain.restates(self.ranked[n].commitment.text):
                certain.add(self.ranked[n].commitment.text)
                chosen.append(n)
        return chosen

    @cached_property
    def bound(self) -> Bound:
        """What counts or is closed; and the best of the rest, followed by what is carried over.

        The model was fitted on sessions of agents at work. In plain talk it only ranks: only what the rules
        are sure of counts.
        """
        counted = self._counted()
        rest = [j for j in self.ranked if not self._binds(j) and not j.answered]
        rest = [j for j in rest if after_filler(j.commitment.text) != ""]
        rest = [j for j in rest if j.commitment.sure or j.commitment.words[-1].ordinal >= self.start]
        merged = merge([*self.over, *counted])
        rest = [j for j in rest if not _repeats_replaced(j.commitment, merged)]
        proposed = _proposed(rest, [c.text for c in merged if c.status != "superseded"])
        known = {c.text.casefold() for c in proposed}
        carried = [self.ranked[n].commitment for n in self._carried([c.text for c in counted])]
        more = [replace(c, sure=False) for c in carried if c.text.casefold() not in known]
        return Bound(merged, [*proposed, *more])


def judge(outlook: Outlook, known: Sequence[Commitment], start: int) -> StatementRanking:
    """Rank commitments and candidates after the last event, each with its likelihood to bind."""
    over = [c for c in known if not c.counts]
    ranked_statements = [_judged(each) for each in describe(outlook, known, start)]
    return StatementRanking(ranked_statements, over, start, outlook.is_talk)


def _repeats_replaced(commitment: Commitment, merged: Sequence[Commitment]) -> bool:
    """Return whether it only repeats a replaced commitment, and was said before that was replaced."""
    last = commitment.words[-1].ordinal
    replaced = Survivors()
    for each in merged:
        if each.status == "superseded" and last <= each.touched[-1]:
            replaced.add(each.text)
    return bool(replaced.texts) and replaced.restates(commitment.text)


_OVER = (asks_which, asks_to_know, is_one_off, states_what_happened)


def _counts(judged: RankedStatement) -> bool:
    if judged.known and judged.commitment.sure:
        least = CARRIED_OUT_FROM if judged.commitment.carried_out else KEEP_FROM
        kept = not _is_doubted(judged) or judged.likelihood >= least
        return (kept and not _hollow(judged.commitment)) or _outright(judged.commitment)
    if judged.source == "state":
        return judged.commitment.sure
    least = COUNT_FROM if judged.known else COUNT_ALONE_FROM
    if judged.source not in _COUNTABLE or judged.likelihood < least or (judged.shown and not judged.known):
        return False
    text = judged.commitment.text
    if judged.known:
        return not any(open_yet(text) for open_yet in (asks_which, asks_to_confirm, is_loose))
    return not any(
        over(text) for over in (*_OVER, expects, is_placeholder, is_loose, lets_go_on, only_describes)
    )


def _lasts(judged: RankedStatement, start: int) -> bool:
    """Return whether the user stated it before a range, in words that may bind it and are not closed."""
    if judged.source != "human" or not judged.is_past(start) or judged.likelihood < CARRY_FROM:
        return False
    text = judged.commitment.text
    return judged.commitment.counts and _may_last(text) and (judged.known or _is_long_enough(text))


@lru_cache(maxsize=4_096)
def _may_last(text: str) -> bool:
    """Return whether words of the user may bind later work."""
    return not is_vague(text) and not any(over(text) for over in _OVER)


def _is_long_enough(text: str) -> bool:
    """Return whether a sentence that no rule reads may bind later work: no question, no short remark."""
    bare = text.rstrip("\"')*_` ")
    return not bare.endswith(("?", ":")) and len(statement(bare).stems) >= FEWEST_STATED


def _hollow(commitment: Commitment) -> bool:
    """Return whether a request is not self-contained, such as `Put them on the list.`.

    It is only proposed.
    """
    return commitment.basis is Basis.REQUEST and not is_self_contained(commitment.text)


def _is_doubted(judged: RankedStatement) -> bool:
    """Return whether the model may overrule the rules; a permission that was used counts as a request."""
    commitment = judged.commitment
    used = commitment.basis is Basis.REPLY and commitment.carried_out
    asked = commitment.basis in _DOUBTED and not judged.asked_now
    return (asked or used) and not _approved(commitment)


def _approved(commitment: Commitment) -> bool:
    """Return whether a plan was approved apart from its proposal; one that was pasted is a request."""
    return commitment.basis is Basis.PLAN and commitment.words[-1].ordinal != commitment.words[0].ordinal


def _outright(commitment: Commitment) -> bool:
    """Return whether it is stated as a rule and counts whatever the model estimates."""
    return commitment.basis is Basis.RULE and states_outright(commitment.text)


def _of_commitment(outlook: Outlook, commitment: Commitment) -> Described:
    stated = map(outlook.at, reversed(commitment.words))
    base = next((each for each in stated if each is not None), None)
    source = "fact" if base is None else base.source
    if base is None:
        own = tuple(cues(commitment.text))
        base = CandidateStatement(commitment.words, commitment.text, source, own, words_of(commitment.text))
    features = outlook.features(base)
    basis = commitment.basis.value
    for name in (f"basis:{basis}", f"sure:{commitment.sure}", f"basis:{basis}:{commitment.sure}"):
        features[name] = 1.0
    now = outlook.is_asked_now(base)
    commitment = with_outcome(outlook, commitment, source)
    return Described(commitment, words_of(commitment.text), features, source, known=True, asked_now=now)


def _of_candidate(outlook: Outlook, candidate: CandidateStatement) -> Described:
    kind = CommitmentKind.OPEN_WORK if candidate.open_work else CommitmentKind.DECISION
    basis = _BASIS.get(candidate.source, Basis.STATED)
    touched = tuple(sorted({words.ordinal for words in candidate.words}))
    status: Status = "open" if candidate.open_work else "in_force"
    sure = outlook.is_unfinished(candidate)
    commitment = Commitment(kind, basis, candidate.text, status, candidate.words, touched, sure=sure)
    commitment = with_outcome(outlook, commitment, candidate.source)
    tokens = candidate.tokens or words_of(candidate.text)
    answered = is_answered(outlook, candidate)
    features = outlook.features(candidate)
    return Described(commitment, tokens, features, candidate.source, known=False, answered=answered)


def _judged(item: Described) -> RankedStatement:
    model = MODEL_IN_USE.current()
    score = model.score(item.features, item.tokens, item.source)
    commitment = replace(item.commitment, likelihood=model.likelihood(score, item.source))
    return RankedStatement(
        commitment,
        item.tokens,
        score,
        item.source,
        item.known,
        item.asked_now,
        item.answered,
        shown=item.shown,
    )


def _proposed(rest: Iterable[RankedStatement], wording: Sequence[str]) -> list[Commitment]:
    """Return the best statements that repeat neither a counted item nor a better one.

    A statement that only repeats a better one adds its places to it, so that each lists all of its places.
    """
    ordered = sorted(rest, key=lambda j: (-j.likelihood, -j.score, j.commitment.words[0], j.commitment.text))
    pool = _fresh(ordered, wording)[:WEIGHED]
    nearest = [(0.0, -1)] * len(pool)  # the largest share that a chosen one covers, and which one
    sizes, having = [len(each.tokens) for each in pool], defaultdict[str, list[int]](list)
    for i, token in ((i, token) for i, each in enumerate(pool) for token in each.tokens):
        having[token].append(i)
    chosen: dict[int, Commitment] = {}
    left = list(range(len(pool)))
    likely = [each.likelihood for each in pool]
    worth = [round(each, 6) for each in likely]  # of those left: less what a chosen one covers
    while left and len(chosen) < MOST_PROPOSED:
        best = max(left, key=worth.__getitem__)  # the first of equally good ones
        left.remove(best)
        if nearest[best][0] >= SAME:
            _join(chosen, nearest[best][1], pool[best])
            continue
        chosen[best] = pool[best].commitment
        common = Counter(chain.from_iterable(having[token] for token in pool[best].tokens))
        for i, both in common.items():
            share = _shared(both, sizes[i], sizes[best])
            if (share, best) > nearest[i]:
                nearest[i] = share, best
                worth[i] = round(likely[i] * (1 - ALIKE * (share if share >= REPEATS_FROM else 0.0)), 6)
    for i in left:
        if nearest[i][0] >= SAME:
            _join(chosen, nearest[i][1], pool[i])
    return [replace(commitment, sure=False) for commitment in chosen.values()]


def _join(chosen: dict[int, Commitment], at: int, other: RankedStatement) -> None:
    chosen[at] = chosen[at].joined(other.commitment)


def _fresh(ordered: Sequence[RankedStatement], wording: Sequence[str]) -> list[RankedStatement]:
    """Return statements that no counted item covers; equal texts are joined with the places of both."""
    certain = Survivors()
    for text in wording:
        certain.add(text)
    found: dict[str, RankedStatement] = {}
    for judged in ordered:
        key = judged.commitment.text.casefold()
        if key in found:
            found[key] = replace(found[key], commitment=found[key].commitment.joined(judged.commitment))
        elif len(found) < WEIGHED and not certain.restates(judged.commitment.text):
            found[key] = judged
    return list(found.values())


def _shared(both: int, one: int, two: int) -> float:
    """Return the share of the shorter one's words that two statements have in common."""
    return round(both / (one if one < two else two), 6)
