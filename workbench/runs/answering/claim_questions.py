"""Which claims of a model answer a question of the objective, and which one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.runs.agent import StepView
from workbench.runs.answering.quoting import questions_of
from workbench.runs.ranking.questions import wanted
from workbench.runs.ranking.scoring import PassageScorer, RankedPassage
from workbench.runs.records.events import AnsweredQuestion, DraftClaim
from workbench.runs.retrieval.retrieve import RetrievalCandidate

LEAST_STATED = 0.5
"""Minimum share of a question in a claim that does not answer any by the rules."""


def answers_any(view: StepView, claim: DraftClaim, known: Mapping[str, RetrievalCandidate]) -> bool:
    """Return whether a model's claim answers a question of the objective.

    It does if the rules say so. A paraphrase that they do not recognise needs a value of the kind that is
    asked for, and states half of the question with what was done, or quotes a passage labelled `DIRECT`.
    """
    passage = _passage(claim, known)
    direct = any(known[quote.chunk_id].scored.label == "DIRECT" for quote in claim.quotes)
    for question in dict.fromkeys((*questions_of(view), view.intent.stand_alone_query)):
        scorer = PassageScorer(question, view.rarity, view.meaning)
        if _answering([passage], scorer) and scorer.score(passage) >= view.settings.threshold:
            return True
        share = sum(scorer.covers(passage.text, passage.above).values())
        states = share >= LEAST_STATED and scorer.says_what_was_done(passage.text)
        if (states or direct) and wanted(question).met(passage.text):
            return True
    return False


def answered_questions(
    view: StepView, claims: Sequence[DraftClaim], known: Mapping[str, RetrievalCandidate]
) -> tuple[AnsweredQuestion, ...]:
    """Return each question with the indices of the claims that answer it.

    A claim goes to the question of which it states most, among those that it answers by the rules, or else
    among all. A question without a claim then takes those that answer it by the rules. If a claim fits no
    question, the result is empty: that claim may answer any of them in other words.

    Args:
        view: the step that writes the answer.
        claims: claims of the answer.
        known: passages by id.
    """
    questions = questions_of(view)
    if len(questions) < 2:
        return ()
    scorers = [PassageScorer(each, view.rarity, view.meaning) for each in questions]
    passages = [_passage(claim, known) for claim in claims]
    found: list[list[int]] = [[] for _ in questions]
    for number, (claim, passage) in enumerate(zip(claims, passages, strict=True)):
        if not claim.quotes:
            continue  # never verified
        fitting = _fitting(passage, scorers)
        if not fitting:
            return ()
        for place in fitting:
            found[place].append(number)
    return tuple(
        AnsweredQuestion(question=asked, claims=tuple(numbers or _answering(passages, scorer)))
        for asked, numbers, scorer in zip(questions, found, scorers, strict=True)
    )


def _passage(claim: DraftClaim, known: Mapping[str, RetrievalCandidate]) -> RankedPassage:
    """Return a claim with the headings of the passage that it quotes."""
    return RankedPassage(claim.text, next((known[quote.chunk_id].above for quote in claim.quotes), ""))


def _answering(passages: Sequence[RankedPassage], scorer: PassageScorer) -> list[int]:
    """Return the indices of the claims that answer a question by the rules."""
    return [n for n, each in enumerate(passages) if any(window.answers for window in scorer.windows(each))]


def _fitting(passage: RankedPassage, scorers: Sequence[PassageScorer]) -> list[int]:
    """Return the indices of the questions that a claim fits best; several if it states as much of each."""
    shares = [round(sum(each.covers(passage.text, passage.above).values()), 6) for each in scorers]
    answered = [place for place, each in enumerate(scorers) if _answering([passage], each)]
    places = answered or [place for place, share in enumerate(shares) if share >= LEAST_STATED]
    best = [place for place in places if shares[place] == max(shares[other] for other in places)]
    return best if answered or len(best) == 1 else []
