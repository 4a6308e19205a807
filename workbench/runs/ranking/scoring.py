"""The offline reranker: a score from 0 to 1 for how far a passage answers a query by its words.

The score is the share of the query that a window of at most two sentences states. Rare words count more than
common ones, and a synonym less than the word itself. If the question asks for a number, a time, a name or a
reason, a window without one counts less. The reranker reads only the given words and follows nothing in them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workbench.runs.language.doers import without_nouns
from workbench.runs.language.kinds_of_things import akin, inflected, kin, standing_for
from workbench.runs.language.languages import ONE_VERB, in_other_script, one_verb
from workbench.runs.language.name_shapes import CAPITAL
from workbench.runs.language.phrases import meant
from workbench.runs.language.reason_clauses import heads_reason
from workbench.runs.language.sentence_ends import QUESTION_MARKS
from workbench.runs.language.statements import spoken
from workbench.runs.language.terms import UNKNOWN, asked_stems, language, near, stems
from workbench.runs.ranking.answer_rules import OF_ITS_KIND, AnswerRules, StatedWindow
from workbench.runs.ranking.meaning import Meaning
from workbench.runs.ranking.paragraphs import header_of, paragraphs
from workbench.runs.ranking.question_subject import focus_of, head_of
from workbench.runs.ranking.questions import (
    LIGHT,
    LIGHT_WEIGHT,
    action_of,
    measuring,
    predicate_of,
    wanted,
)
from workbench.runs.records.shapes import Label

RERANKER = "lexical"
RERANKER_VERSION = "21"
DIRECT_AT = 0.4
"""Score from which a passage answers directly."""
CONTEXT_AT = 0.05
THRESHOLD = DIRECT_AT
"""Score below which nothing answers: first the fallback is tried, then the constraint is set."""
WINDOW = 2
"""Maximum number of sentences read together."""
_KIN, _AKIN, _SYNONYM = 0.75, 0.45, 0.5
"""Weights of a word for the same kind of thing, of an everyday word for it, and of a possible synonym."""
ABOVE = 0.8
"""Weight of a word that only the title or the headings of a passage have."""
_NAMES_ONLY = 0.5
"""Factor of the score if a window states little but the names of the question."""
LEAST_STATED = 0.3
"""Minimum share of a question's other words in a window that states more than the names."""
NEARLY_BEST = 0.8
"""Share of the best window's score from which a window that answers is preferred to it."""
_UNFOCUSED = 0.5
"""Factor of the score if a window does not name the subject of the question."""
_UNDONE = 0.6
"""Factor of the score if a window does not state the action that the question asks about."""
_PART = 0.3
"""Minimum share, relative to the best sentence's, of a sentence that is about the question."""
_STRANGER = 0.4
"""Factor of the score if the question has a name that no source has."""
_NEAR_COUNTS = 3.0
"""Weight of similarity in meaning, where the score by words is 1."""
_NO_FACT = 0.7
"""Factor of their sum if a window has nothing of the expected kind."""
_UNNAMED = 0.6
"""Factor of their sum if a passage has none of the names of the question."""
ANSWERS_AT = 1.0
"""Sum from which a window answers."""
_MOST_OVER = 3.0
"""Excess over `ANSWERS_AT` that scales to a score of 1."""


@dataclass(frozen=True, slots=True)
class RankedPassage:
    """A candidate as the reranker reads it."""

    text: str
    above: str = ""
    """Title and headings above it."""


@dataclass(frozen=True, slots=True)
class AnswerWindow:
    """Sentences of a passage, as half-open code points in it, with their score."""

    start: int
    end: int
    score: float
    answers: bool = True
    """Whether they state, with the rest of the passage, the main words of the question."""


def weight_of(stem: str, rarity: Mapping[str, float]) -> float:
    """Return the weight of a question's stem: high for a rare one, low for a verb of little meaning."""
    return LIGHT_WEIGHT if stem in LIGHT else rarity.get(stem, 1.0) ** 1.5


def label_of(score: float) -> Label:
    """Return `DIRECT`, `CONTEXT` or `NOT`."""
    return "DIRECT" if score >= DIRECT_AT else "CONTEXT" if score >= CONTEXT_AT else "NOT"


_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
"""The only names recognised in a question that is not in English, where capitals do not mark names."""
_NAMED = re.compile(rf"(?<!^)(?<![.!?] )\b{CAPITAL}[\w'’-]{{2,}}|\b(?:1[5-9]|20)\d\d\b")


class PassageScorer:
    """Scores passages for one query.

    Args:
        query: the question.
        rarity: how specific each of its stems is, from 0 to 1.
        meaning: compares sentences with the query in meaning; None: words alone.
    """

    def __init__(self, query: str, rarity: Mapping[str, float], meaning: Meaning | None = None) -> None:
        self._query = query
        self._told = language(query)
        self._meaning = meaning
        self._rarity = rarity
        self._wanted = wanted(query)
        self._focus = focus_of(query)
        self._action = action_of(query)
        self._asked = asked_stems(query)
        light = measuring(self._wanted.kind) if self._wanted.kind else frozenset()
        self._weight = {
            stem: LIGHT_WEIGHT if stem in light else weight_of(stem, rarity) for stem in self._asked
        }
        named = _YEAR if self._told or in_other_script(query) else _NAMED
        self._names = {stem for found in named.finditer(query) for stem in asked_stems(found.group())}
        self._strange = any(rarity.get(stem, 1.0) == UNKNOWN for stem in self._names)
        predicate, head = predicate_of(query), head_of(query)
        self._rules = AnswerRules(self._wanted, self._weight, self.names, predicate, head, self._match)
        self._covered: dict[tuple[str, str], dict[str, float]] = {}
        """What was returned, because several rules ask for the same; the next two likewise."""
        self._matched: dict[tuple[str, frozenset[str]], float] = {}
        self._windowed: dict[RankedPassage, list[AnswerWindow]] = {}

    @property
    def query(self) -> str:
        """The question."""
        return self._query

    @property
    def weights(self) -> Mapping[str, float]:
        """Weight of each stem of the query."""
        return self._weight

    @property
    def names(self) -> frozenset[str]:
        """Stems of the names and years in the query."""
        return frozenset(self._names & self._weight.keys())

    def answers(self, text: str) -> bool:
        """Return whether a text has something of the kind that the query asks for, if it asks for one."""
        return bool(self._wanted.kind) and self._wanted.met(text)

    def says_what_was_done(self, text: str) -> bool:
        """Return whether a text itself states the action in the query, if it has one."""
        return self._rules.says_what_was_done(self._said(without_nouns(text)))

    def states_head(self, text: str, above: str) -> bool:
        """Return whether a text or its headings name the thing of a compound that is asked about."""
        head = self._rules.head
        return not head or self._match(head, self._said(f"{above} {text}")) >= OF_ITS_KIND

    def is_about(self, text: str, above: str) -> bool:
        """Return whether a sentence or its headings state part of the query, or it refers back."""
        return self._rules.is_about(text, self._said(text), frozenset(stems(above, self._told)))

    def windows(self, passage: RankedPassage) -> list[AnswerWindow]:
        """Return every window of up to two sentences of one paragraph or entry, best first."""
        if passage not in self._windowed:
            self._windowed[passage] = self._windows(passage)
        return self._windowed[passage]

    def _windows(self, passage: RankedPassage) -> list[AnswerWindow]:
        found = list[AnswerWindow]()
        facts = list[bool]()
        whole = self._said(passage.text)
        explains = self._wanted.kind == "reason" and heads_reason(passage.above)
        for group in paragraphs(passage.text, passage.above):
            head = header_of(passage.text, group[0][0]) or passage.above
            above = frozenset(stems(f"{passage.above} {head}", self._told))
            stated = [self._said(passage.text[start:end]) for start, end in group]
            for first in range(len(group)):
                for last in range(first, min(first + WINDOW, len(group))):
                    if all(passage.text[stop - 1] in QUESTION_MARKS for _, stop in group[first : last + 1]):
                        continue  # a question states nothing
                    own = frozenset().union(*stated[first : last + 1])
                    start, end = group[first][0], group[last][1]
                    texts = [
                        spoken(passage.text[begin:stop], head) for begin, stop in group[first : last + 1]
                    ]
                    topic = above | stated[0] if first else above
                    met = explains or self._answers(texts, stated[first : last + 1], topic)
                    score = self._score(own, topic, met)
                    said = StatedWindow(texts, stated[first : last + 1], whole, above, topic, met)
                    answers = self._rules.answers(said)
                    found.append(AnswerWindow(start, end, round(score, 6), answers))
                    facts.append(met)
        if self._meaning is not None and found:
            found = self._near(self._meaning, passage, found, facts)
        return _answer_first(sorted(found, key=lambda w: (-w.score, w.end - w.start, w.start)))

    def _near(
        self, meaning: Meaning, passage: RankedPassage, found: Sequence[AnswerWindow], facts: Sequence[bool]
    ) -> list[AnswerWindow]:
        """Return the windows with scores that include meaning; a near enough one answers in any words."""
        texts = [passage.text[each.start : each.end] for each in found]
        near = meaning.nearness(self._query, [*texts, *(f"{passage.above}. {text}" for text in texts)])
        source_stems = frozenset(stems(f"{passage.above} {passage.text}", self._told))
        strange = bool(self.names) and not any(self._match(stem, source_stems) for stem in self.names)
        made = []
        for each, met, alone, headed in zip(found, facts, near, near[len(found) :], strict=False):
            total = each.score + _NEAR_COUNTS * (alone + headed) / 2
            total *= (1.0 if met or not self._wanted.kind else _NO_FACT) * (_UNNAMED if strange else 1.0)
            made.append(AnswerWindow(each.start, each.end, round(_scaled(total), 6)))
        return made

    def score(self, passage: RankedPassage) -> float:
        """Return the score of a passage: of its best window and, a little, of the passage as a whole."""
        windows = self.windows(passage)
        if not windows:
            return 0.0
        best = windows[0]
        if self._meaning is not None:
            return best.score
        own, above = self._said(passage.text), frozenset(stems(passage.above, self._told))
        head = header_of(passage.text, best.start) or passage.above
        stated = spoken(passage.text[best.start : best.end], head)
        whole = self._score(own, above, self._wanted.met(stated))
        return round(min(1.0, 0.7 * best.score + 0.3 * whole), 6)

    def rated(self, passage: RankedPassage) -> float:
        """Return the score, below `DIRECT_AT` if the best window does not state the question's main words."""
        score = self.score(passage)
        if score < DIRECT_AT or self.windows(passage)[0].answers:
            return score
        return round(DIRECT_AT * (0.9 + 0.09 * score), 6)

    def _answers(
        self,
        texts: Sequence[str],
        stated: Sequence[frozenset[str]],
        above: frozenset[str],
    ) -> bool:
        """Return whether a sentence that states part of the question has something of the expected kind."""
        shares = [self._share(own, above) for own in stated]
        least = _PART * max(shares)
        return any(
            share >= least and self._wanted.met(text) for share, text in zip(shares, texts, strict=True)
        )

    def _share(
        self, own: frozenset[str], above: frozenset[str], weights: Mapping[str, float] | None = None
    ) -> float:
        """Return the share of the question that words state, themselves or by the headings above them."""
        weights = self._weight if weights is None else weights
        stated = (
            weight * max(self._match(stem, own), ABOVE * self._match(stem, above))
            for stem, weight in weights.items()
        )
        return sum(stated) / (sum(weights.values()) or 1.0)

    def _score(self, own: frozenset[str], above: frozenset[str], met: bool) -> float:
        share = self._share(own, above)
        if self._stated(own, above) < LEAST_STATED:
            share *= _NAMES_ONLY
        if not met:
            share *= self._wanted.missing
        if self._focus and not max(self._match(self._focus, own), self._match(self._focus, above)):
            share *= _UNFOCUSED
        if self._action and not max(self._match(self._action, own), self._match(self._action, above)):
            share *= _UNDONE
        return _STRANGER * share if self._strange else share

    def _stated(self, own: frozenset[str], above: frozenset[str]) -> float:
        """Return the share of the words without names that a window states; 1 if there are only names."""
        others = {stem: weight for stem, weight in self._weight.items() if stem not in self._names}
        return self._share(own, above, others) if sum(others.values()) else 1.0

    def covers(self, text: str, above: str) -> dict[str, float]:
        """Return how far a text states each stem of the question, times the stem's share of the whole."""
        if (text, above) not in self._covered:
            self._covered[text, above] = self._covers(text, above)
        return dict(self._covered[text, above])

    def _covers(self, text: str, above: str) -> dict[str, float]:
        own, higher = self._said(text), frozenset(stems(above, self._told))
        total = sum(self._weight.values()) or 1.0
        return {
            stem: weight / total * max(self._match(stem, own), ABOVE * self._match(stem, higher))
            for stem, weight in self._weight.items()
        }

    def share(self, stems: frozenset[str]) -> float:
        """Return the weight of those of these stems that are in the question, as a share of the whole."""
        total = sum(self._weight.values()) or 1.0
        return sum(weight / total for stem, weight in self._weight.items() if stem in stems)

    def _said(self, text: str) -> frozenset[str]:
        """Return the stems of a text and of the meanings of its phrases, in the language of the query."""
        return frozenset(stems(text, self._told)) | (frozenset() if self._told else meant(text))

    def _match(self, stem: str, own: frozenset[str]) -> float:
        """Return how far words state a stem, from 0 to 1.

        A loosely related word counts by how specific it is.
        """
        if (stem, own) not in self._matched:
            self._matched[stem, own] = self._match_of(stem, own)
        return self._matched[stem, own]

    def _match_of(self, stem: str, own: frozenset[str]) -> float:
        if not own.isdisjoint(inflected(stem)):
            return 1.0
        if not own.isdisjoint(kin(stem)):
            return _KIN
        loose = [
            level * _information(self._rarity, stem, other)
            for level, others in ((_SYNONYM, standing_for(stem)), (_AKIN, akin(stem)))
            for other in own & others
        ]
        if self._told and any(one_verb(stem, other) for other in own):
            loose.append(ONE_VERB)
        return max([*loose, *(near(stem, other) for other in own)], default=0.0)


def _information(rarity: Mapping[str, float], stem: str, other: str) -> float:
    """Return how specific another word is relative to a stem, at most 1."""
    known = rarity.get(stem, 1.0)
    return min(1.0, rarity.get(other, known) / known) if known else 1.0


def _answer_first(found: list[AnswerWindow]) -> list[AnswerWindow]:
    """Move a window that answers to the front, if its score is nearly the best."""
    for place, each in enumerate(found):
        if each.score < NEARLY_BEST * found[0].score:
            break
        if each.answers:
            return [each, *found[:place], *found[place + 1 :]]
    return found


def _scaled(total: float) -> float:
    """Scale a sum of words and meaning to 0 to 1, with `DIRECT_AT` where it answers."""
    if total <= ANSWERS_AT:
        return DIRECT_AT * max(0.0, total) / ANSWERS_AT
    return min(1.0, DIRECT_AT + (1 - DIRECT_AT) * (total - ANSWERS_AT) / _MOST_OVER)


def rerank(
    query: str,
    rarity: Mapping[str, float],
    passages: Sequence[RankedPassage],
    meaning: Meaning | None = None,
) -> list[float]:
    """Return the score of each passage, in their order."""
    scorer = PassageScorer(query, rarity, meaning)
    return [scorer.rated(passage) for passage in passages]
