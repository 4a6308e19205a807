"""Second opinions: an optional checker compares a claim with the passages of the source that support it.

These are the passages that the claim links to; for a claim without a link, the passages that share most of
its words. A checker (word vectors, an inference model, a judge) runs elsewhere; its answers arrive here as
values and are inputs of the evaluation like any other. They are soft: this module only appends warnings to
gate D. It never changes an existing verdict, measure or finding, so no answer clears or makes a hard finding.
Acceptance ignores them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Protocol

from gates.artifact import Artifact, Item, ItemKind, normalise_text
from gates.canonical import digest, encodable
from gates.findings import Found, cleared
from gates.language.similarity import statement
from gates.measure_words import plural
from gates.report import EVALUATOR_VERSION, Finding, GateResult, Verdict
from gates.review import Review
from gates.search.linking import SpanSearch
from gates.source import SourceLink

CHECKER_NAMES = ("vectors", "nli", "judge")
"""Every checker, in the order in which they are asked.

The rule of a warning begins with its checker's name.
"""
QUESTION_VERSION = "question/1"
PASSAGES = 4
"""Most passages in one question."""
NEAREST = 3
"""Number of segments looked up for a claim without a link."""
FEWEST_STEMS = 3
"""Fewest stems of a claim for which passages are looked up."""
PASSAGE_LENGTH = 1_200
CLAIM_LENGTH = 2_000
"""Longest passage and claim, in code points; longer ones are cut."""
REASON_LENGTH = 240
_UNASKED = frozenset({ItemKind.CONFLICT, ItemKind.OPEN_QUESTION, ItemKind.ARTIFACT_REF})
"""Kinds of items whose text no single passage could entail or refute."""


class Opinion(StrEnum):
    """A checker's opinion of a claim beside its passages."""

    ENTAILED = "entailed"
    CONTRADICTED = "contradicted"
    NEUTRAL = "neutral"
    """The passages state neither the claim nor its opposite."""
    UNJUDGED = "unjudged"
    """There is no answer: offline, not asked, not understood. Never counts for or against a claim."""


@dataclass(frozen=True)
class Question:
    """One claim and the passages that may support it; equal questions are asked once."""

    claim: str
    kind: str
    status: str | None
    passages: tuple[str, ...]
    linked: bool = True
    """Whether the claim links to the passages; otherwise they are those that share most of its words."""
    evidence: tuple[SourceLink, ...] = ()
    """Links to the passages, for a reader; not part of the question."""

    @cached_property
    def key(self) -> str:
        """Digest of everything that is asked."""
        return digest([QUESTION_VERSION, self.claim, self.kind, self.status, list(self.passages)])


@dataclass(frozen=True, slots=True)
class CheckerAnswer:
    """One answer; `score` is the checker's confidence in its opinion, in 0..1, rounded to 1e-4."""

    opinion: Opinion
    score: float = 0.0
    reason: str = ""
    """One line for a reader, without clock time, path or machine fact; for an unjudged claim, the cause."""


@dataclass(frozen=True, slots=True)
class Checker:
    """The identity of a checker, and the scores from which its answers become warnings."""

    name: str
    version: str
    """Changes whenever an answer may change: the code's version and a digest of the model or prompt."""
    contradicted_at: float | None = None
    neutral_at: float | None = None
    """None: such an answer never becomes a warning."""

    @property
    def identity(self) -> str:
        """The checker's part of the evaluator version."""
        return f"{self.name}/{self.version}"


class SecondOpinion(Protocol):
    """A running checker. A question that it cannot answer is unjudged.

    No content of a question makes it raise.
    """

    @property
    def checker(self) -> Checker:
        """The checker that answers."""

    def answers(self, questions: Sequence[Question]) -> Sequence[CheckerAnswer]:
        """Return one answer for each question, in order."""


@dataclass(frozen=True)
class Opinions:
    """The answers of one checker about one artifact: a value that the evaluation reads."""

    checker: Checker
    answers: tuple[tuple[str, CheckerAnswer], ...] = ()
    """Key of the question, and the answer; each key once, sorted."""
    about_items: tuple[tuple[str, CheckerAnswer], ...] = ()
    """Answers on whether the artifact reports each captured item, by the key that

    `gates.summary_answers.summary_item_key` makes; the reason quotes the artifact.
    """

    @cached_property
    def by_key(self) -> dict[str, CheckerAnswer]:
        """The answers by the key of their question."""
        return dict(self.answers)

    def body(self) -> list[object]:
        """Return everything that the evaluation reads of the opinions, as JSON."""
        checker = self.checker
        claims = [[key, a.opinion.value, str(a.score), a.reason] for key, a in self.answers]
        body: list[object] = [
            checker.name,
            checker.version,
            str(checker.contradicted_at),
            str(checker.neutral_at),
            claims,
        ]
        reported = [[key, a.opinion.value, str(a.score), a.reason] for key, a in self.about_items]
        return [*body, reported] if reported else body


def ask(checker: SecondOpinion, questions: Sequence[Question]) -> Opinions:
    """Ask a checker each distinct question once, and return its answers."""
    distinct = {question.key: question for question in questions}
    given = checker.answers(tuple(distinct.values()))
    return Opinions(
        checker.checker, tuple(sorted(zip(distinct, given, strict=True), key=lambda pair: pair[0]))
    )


def questions_of(artifact: Artifact, search: SpanSearch) -> tuple[Question, ...]:
    """Return the questions about an artifact whose links are already made."""
    asked = (question_of(item, search) for item in artifact.items)
    return tuple(question for question in asked if question is not None)


def question_of(item: Item, search: SpanSearch) -> Question | None:
    """Return the question about one item; None if there is nothing to ask.

    There is none if the item's kind states nothing, if no passage is related to it, or if a passage contains
    it word for word. A quotation with a work status is asked about all the same, since the passage need not
    state the status.
    """
    if item.kind in _UNASKED:
        return None
    linked = tuple(link for link in item.links if search.index.resolve(link).ok)
    evidence = linked or _nearest(item, search)
    passages = tuple(dict.fromkeys(_passage(link, search) for link in evidence))[:PASSAGES]
    if not passages or (item.status is None and _quoted(item.text, passages)):
        return None
    claim = encodable(item.text[:CLAIM_LENGTH])
    return Question(claim, item.kind.value, item.status, passages, bool(linked), evidence[:PASSAGES])


def _quoted(text: str, passages: Iterable[str]) -> bool:
    source_text = normalise_text(text).rstrip(".")
    return any(source_text in normalise_text(passage) for passage in passages)


def _nearest(item: Item, search: SpanSearch) -> tuple[SourceLink, ...]:
    stems = statement(item.text).stems
    if len(stems) < FEWEST_STEMS:
        return ()
    return tuple(search.link_of(segment) for segment in search.top(stems, NEAREST))


def _passage(link: SourceLink, search: SpanSearch) -> str:
    """Return the words of a link with the sentence before and after them."""
    place = search.index.resolve(link)
    around = search.index.segments(place.ordinal)
    inside = [n for n, each in enumerate(around) if each.start < place.end and place.start < each.end]
    start, end = place.start, place.end
    if inside:
        start = min(start, around[max(0, inside[0] - 1)].start)
        end = max(end, around[min(len(around) - 1, inside[-1] + 1)].end)
    if end - start > PASSAGE_LENGTH:
        start = max(start, place.start - max(0, PASSAGE_LENGTH - (place.end - place.start)) // 2)
    return encodable(search.index.events[place.ordinal].text[start : min(end, start + PASSAGE_LENGTH)])


def add_opinions(
    result: GateResult,
    artifact: Artifact,
    artifact_id: str,
    search: SpanSearch,
    reviews: tuple[Review, ...],
    opinions: Iterable[Opinions],
) -> GateResult:
    """Return gate D's result with the checkers' warnings after its own findings; nothing else changes."""
    if result.status is Verdict.UNVERIFIABLE:
        return result
    marks = cleared(reviews, artifact_id)
    findings = list(result.findings)
    for each in opinions:
        for found, item_id in _warnings(each, artifact, search):
            finding: Finding = found.finding(artifact_id, item_id)
            review = marks.get(finding.finding_id)
            findings.append(finding.model_copy(update={"reviewed": review}) if review else finding)
    return result.model_copy(update={"findings": tuple(findings)})


def _warnings(opinions: Opinions, artifact: Artifact, search: SpanSearch) -> list[tuple[Found, str | None]]:
    found: list[tuple[Found, str | None]] = []
    silent: Counter[str] = Counter()
    asked = 0
    for item in artifact.items:
        question = question_of(item, search)
        if question is None:
            continue
        asked += 1
        answer = opinions.by_key.get(question.key, CheckerAnswer(Opinion.UNJUDGED, reason="not asked"))
        if answer.opinion is Opinion.UNJUDGED:
            silent[answer.reason or "no answer"] += 1
        elif _worth_stating(answer, opinions.checker):
            found.append((_warning(answer, opinions.checker, question), item.item_id))
    found.sort(key=lambda pair: pair[0].rule != f"{opinions.checker.name}_{Opinion.CONTRADICTED.value}")
    if silent:
        why = "; ".join(f"{reason}: {count}" for reason, count in sorted(silent.items()))
        claims = plural(asked, "claim")
        message = f"{opinions.checker.name} left {silent.total()} of {claims} unjudged ({why})"
        found.append((_found(opinions.checker, "unjudged", message), None))
    return found


def _worth_stating(answer: CheckerAnswer, checker: Checker) -> bool:
    least = {Opinion.CONTRADICTED: checker.contradicted_at, Opinion.NEUTRAL: checker.neutral_at}.get(
        answer.opinion
    )
    return least is not None and answer.score >= least


_SAYS = {Opinion.CONTRADICTED: "otherwise", Opinion.NEUTRAL: "nothing of this"}


def _warning(answer: CheckerAnswer, checker: Checker, question: Question) -> Found:
    sure = f" ({answer.score:.2f})" if answer.score < 1 else ""
    source = "the linked source says" if question.linked else "the passages nearest to it say"
    reason = f": {answer.reason[:REASON_LENGTH]}" if answer.reason else ""
    message = f"{checker.name}{sure}: {source} {_SAYS[answer.opinion]}{reason}"
    return _found(checker, answer.opinion.value, message, question.evidence)


def _found(checker: Checker, word: str, message: str, evidence: tuple[SourceLink, ...] = ()) -> Found:
    return Found(f"{checker.name}_{word}", "warning", message, evidence, version=checker.version)


def of_a_checker(finding: Finding) -> bool:
    """Return whether a finding comes from a checker, not from a rule."""
    return finding.rule.startswith(tuple(f"{name}_" for name in CHECKER_NAMES))


def evaluator_version(checkers: Iterable[Checker]) -> str:
    """Return the version of the evaluation as a whole, with every checker whose answers it used."""
    return "+".join([EVALUATOR_VERSION, *(checker.identity for checker in checkers)])
