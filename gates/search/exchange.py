"""Supports statements that no single passage carries, but neighbouring events of one exchange do together.

Examples are a question and its answer, a call and its result, an action and the report of it. Two measures
count for an exchange: the weighted share of the statement's words that its passages contain, and how many of
the statement's neighbouring words occur together there. To propose a link, the support of the best single
passage counts too. The thresholds were chosen on statements of real summaries against statements of other
sessions of the same project.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gates.language.disorder import in_disorder
from gates.language.similarity import ComparedText, coverage, statement
from gates.language.synonyms import synonyms
from gates.search.co_occurrence import FEWEST_PAIRS, missing_number, share_together
from gates.search.identifiers import unknown_names
from gates.search.index import Resolution, SourceIndex
from gates.search.span_search import MAX_LINKS, SpanSearch
from gates.search.windows import ScoredSpan

NEAR = 2
"""Events on either side of one that belong to its exchange."""
CARRIED_AT = 1.45
"""Least score of linked passages: the share of words contained, plus the weighted share together."""
TOGETHER_COUNTS = 1.3
"""Weight of the share of words that occur together."""
LINKED_AT = 1.45
"""Least score of a proposed link: that of the spans' sentences, plus the weighted support of one passage."""
SUPPORT_COUNTS = 0.2
"""Weight of that support (`gates.search.support`)."""
CENTRES = 12
"""Passages around which an exchange is searched."""
UNHEARD_AT = 0.25
"""Weighted share of a statement's words that occur nowhere, at and above which no exchange is searched."""


def exchange_score(claim: ComparedText, rows: Sequence[Sequence[str]], index: SourceIndex) -> float:
    """Return how well the stems of some sentences carry a statement together; rounded to 1e-6."""
    held = coverage(claim.stems, frozenset().union(*rows), index.weight)
    pairs, together = share_together(claim, rows)
    sure = together * min(pairs, FEWEST_PAIRS) / FEWEST_PAIRS
    return round(held + TOGETHER_COUNTS * sure, 6)


def carried_by_exchange(
    claim: ComparedText, links: Sequence[Resolution], passages: Sequence[Sequence[str]], index: SourceIndex
) -> bool:
    """Return whether links lead to one exchange whose passages carry a statement together."""
    first, last = min(link.ordinal for link in links), max(link.ordinal for link in links)
    if first == last or last - first > 2 * NEAR:
        return False
    every = [text for passage in passages for text in passage]
    if in_disorder(claim.text) or missing_number(claim, every):
        return False
    return exchange_score(claim, [statement(text).tokens.stems for text in every], index) >= CARRIED_AT


def exchange_spans(text: str, search: SpanSearch) -> list[ScoredSpan]:
    """Return up to three spans of neighbouring events that carry a statement together, or none."""
    claim, index = statement(text), search.index
    if _unheard(claim, search):
        return []
    nearest = search.nearest(text)
    best, found = 0.0, []
    for spans in _candidates(claim, search):
        score = exchange_score(claim, [row for span in spans for row in _rows(span, index)], index)
        if score > best:
            best, found = score, spans
    alone = nearest.score if nearest is not None else 0.0
    return found if best + SUPPORT_COUNTS * alone >= LINKED_AT else []


def _rows(span: ScoredSpan, index: SourceIndex) -> Iterator[Sequence[str]]:
    """Yield the stems of each sentence that a span touches."""
    for segment in index.segments(span.ordinal):
        if segment.start < span.end and span.start < segment.end:
            yield segment.tokens.stems


def _unheard(claim: ComparedText, search: SpanSearch) -> bool:
    """Return whether a statement has a name that the session never mentions, or too many unknown words."""
    if any(proves for _, proves in unknown_names(claim.text, search.index)):
        return True
    gone = frozenset(
        s for s in claim.stems if not search.has_stem(s) and not any(map(search.has_stem, synonyms(s)))
    )
    return coverage(claim.stems, gone, search.index.weight) >= UNHEARD_AT


def _candidates(claim: ComparedText, search: SpanSearch) -> Iterator[list[ScoredSpan]]:
    """Yield, for each of the best passages, that passage and the nearby windows that add most words."""
    source = search.index.source
    centres = dict.fromkeys(segment.ordinal for segment in search.top(claim.stems, CENTRES))
    for centre in centres:
        first = search.within(centre, claim.stems) if centre in source else None
        if first is None:
            continue
        chosen, missing = [first], claim.stems - search.stems_of(first)
        near = [n for n in range(centre - NEAR, centre + NEAR + 1) if n != centre and n in source]
        while missing and near and len(chosen) < MAX_LINKS:
            found = [span for n in near if (span := search.within(n, missing)) is not None]
            if not found:
                break
            most = max(found, key=lambda span: (span.support, -abs(span.ordinal - centre), span.ordinal))
            chosen.append(most)
            missing -= search.stems_of(most)
            near.remove(most.ordinal)
        if len(chosen) > 1:
            yield chosen
