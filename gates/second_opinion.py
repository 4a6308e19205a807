"""Second opinions: what an optional checker says of a claim beside the words of the source that it rests on.

These are the passages that it links to; of a claim without a link, those that share most of its words.

A checker (word vectors, an inference model, a judge) works elsewhere; its answers come in here as values
and are an input of the evaluation like any other. They are soft: all that this module does with them is
append warnings to gate D. It never touches a verdict, a measure or a finding that is there, so no answer
clears or makes a hard finding. They are not heard at acceptance.
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
from gates.report import EVALUATOR_VERSION, Finding, GateResult, Verdict
from gates.review import Review
from gates.search.linking import SpanSearch
from gates.source import SourceLink

CHECKER_NAMES = ("vectors", "nli", "judge")
"""Every checker, in the order in which they are asked; a warning's rule begins with its checker."""
QUESTION_VERSION = "question/1"
PASSAGES = 4
"""Most passages of one question."""
NEAREST = 3
"""Segments looked up for a claim that has no link."""
FEWEST_STEMS = 3
"""Of fewer words nothing is looked up."""
PASSAGE_LENGTH = 1_200
CLAIM_LENGTH = 2_000
"""Longest passage and claim, in code points; what is longer is cut."""
REASON_LENGTH = 240
_UNASKED = frozenset({ItemKind.CONFLICT, ItemKind.OPEN_QUESTION, ItemKind.ARTIFACT_REF})
"""Kinds that state nothing which one passage could bear out or refute."""


class Opinion(StrEnum):
    """What a checker says of a claim beside its linked words."""

    ENTAILED = "entailed"
    CONTRADICTED = "contradicted"
    NEUTRAL = "neutral"
    """The passages neither say it nor its opposite."""
    UNJUDGED = "unjudged"
    """No answer was had: offline, not asked, not understood. Never counts for or against a claim."""


@dataclass(frozen=True)
class Question:
    """One claim and the passages that it rests on; equal questions are asked once."""

    claim: str
    kind: str
    status: str | None
    passages: tuple[str, ...]
    linked: bool = True
    """Whether the claim links to the passages; else they are those that share most of its words."""
    evidence: tuple[SourceLink, ...] = ()
    """Where the passages stand: for a reader, no part of the question."""

    @cached_property
    def key(self) -> str:
        """Digest of all that is asked."""
        return digest([QUESTION_VERSION, self.claim, self.kind, self.status, list(self.passages)])


@dataclass(frozen=True, slots=True)
class CheckerAnswer:
    """One answer; `score` is how sure the checker is of its opinion, in 0..1, rounded to 1e-4."""

    opinion: Opinion
    score: float = 0.0
    reason: str = ""
    """One line for a reader; holds no clock, path or machine fact. Of an unjudged claim, why."""


@dataclass(frozen=True, slots=True)
class Checker:
    """Who answers, and from what score on an answer is worth a warning."""

    name: str
    version: str
    """Changes whenever an answer may: the code's version and a digest of the model or prompt."""
    contradicted_at: float | None = None
    neutral_at: float | None = None
    """None: such an answer is never stated."""

    @property
    def identity(self) -> str:
        """As it stands in the evaluator version."""
        return f"{self.name}/{self.version}"


class SecondOpinion(Protocol):
    """One checker at work. What it cannot answer is unjudged; it never raises for what a question holds."""

    @property
    def checker(self) -> Checker:
        """Who answers."""

    def answers(self, questions: Sequence[Question]) -> Sequence[CheckerAnswer]:
        """One answer for each question, in order."""


@dataclass(frozen=True)
class Opinions:
    """The answers of one checker about one artifact: a value that the evaluation reads."""

    checker: Checker
    answers: tuple[tuple[str, CheckerAnswer], ...] = ()
    """Key of the question, and the answer; each key once, sorted."""
    about_items: tuple[tuple[str, CheckerAnswer], ...] = ()
    """Likewise of captured items, whether the artifact reports them, by the key that
    `gates.summary_answers.summary_item_key` makes; the reason is the artifact's own words."""

    @cached_property
    def by_key(self) -> dict[str, CheckerAnswer]:
        """The answers by question."""
        return dict(self.answers)

    def body(self) -> list[object]:
        """Everything that the evaluation reads of them, as JSON."""
        checker = self.checker
        stated = [[key, a.opinion.value, str(a.score), a.reason] for key, a in self.answers]
        body: list[object] = [
            checker.name,
            checker.version,
            str(checker.contradicted_at),
            str(checker.neutral_at),
            stated,
        ]
        reported = [[key, a.opinion.value, str(a.score), a.reason] for key, a in self.about_items]
        return [*body, reported] if reported else body


def ask(checker: SecondOpinion, questions: Sequence[Question]) -> Opinions:
    """Put the questions to a checker, each once."""
    distinct = {question.key: question for question in questions}
    given = checker.answers(tuple(distinct.values()))
    return Opinions(
        checker.checker, tuple(sorted(zip(distinct, given, strict=True), key=lambda pair: pair[0]))
    )


def questions_of(artifact: Artifact, search: SpanSearch) -> tuple[Question, ...]:
    """What is asked about an artifact whose links are made."""
    asked = (question_of(item, search) for item in artifact.items)
    return tuple(question for question in asked if question is not None)


def question_of(item: Item, search: SpanSearch) -> Question | None:
    """The question about one item; None where nothing is to be asked.

    It states nothing, no passage has to do with it, or it stands in one word for word: a quotation needs no
    opinion. What is said of the state of work does, since that stands beside the words.
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
    """The words of a link with the sentence before and after them."""
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
    """Gate D's result with the warnings of the checkers behind its own findings; nothing else changes."""
    if result.status is Verdict.UNVERIFIABLE:
        return result
    marks = cleared(reviews, artifact_id)
    findings = list(result.findings)
    for stated in opinions:
        for found, item_id in _warnings(stated, artifact, search):
            finding: Finding = found.finding(artifact_id, item_id)
            review = marks.get(finding.finding_id)
            findings.append(finding.model_copy(update={"reviewed": review}) if review else finding)
    return result.model_copy(update={"findings": tuple(findings)})


def _warnings(stated: Opinions, artifact: Artifact, search: SpanSearch) -> list[tuple[Found, str | None]]:
    found: list[tuple[Found, str | None]] = []
    silent: Counter[str] = Counter()
    asked = 0
    for item in artifact.items:
        question = question_of(item, search)
        if question is None:
            continue
        asked += 1
        answer = stated.by_key.get(question.key, CheckerAnswer(Opinion.UNJUDGED, reason="not asked"))
        if answer.opinion is Opinion.UNJUDGED:
            silent[answer.reason or "no answer"] += 1
        elif _worth_informative(answer, stated.checker):
            found.append((_warning(answer, stated.checker, question), item.item_id))
    found.sort(key=lambda pair: pair[0].rule != f"{stated.checker.name}_{Opinion.CONTRADICTED.value}")
    if silent:
        why = "; ".join(f"{reason}: {count}" for reason, count in sorted(silent.items()))
        message = f"{stated.checker.name} left {silent.total()} of {asked} claims unjudged ({why})"
        found.append((_found(stated.checker, "unjudged", message), None))
    return found


def _worth_informative(answer: CheckerAnswer, checker: Checker) -> bool:
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
    """Whether a checker said it, and no rule."""
    return finding.rule.startswith(tuple(f"{name}_" for name in CHECKER_NAMES))


def evaluator_version(checkers: Iterable[Checker]) -> str:
    """The version of the judging as a whole, with every checker that was heard."""
    return "+".join([EVALUATOR_VERSION, *(checker.identity for checker in checkers)])
