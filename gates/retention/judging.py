"""Judges one captured item, in all the ways in which a summary may state it (S1 gate C).

`gates.retention.best_match` compares an item with each statement and takes the best match. If that retains
nothing, this module tries the item's own part, its label, its sentences one by one, and its outcome.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from gates.capture import CapturedItem
from gates.findings import Memo
from gates.language.modality import bars
from gates.language.similarity import Weight, coverage, statement
from gates.report import Retention
from gates.restatement import ArtifactStatement, pieces
from gates.retention.best_match import best_match
from gates.retention.by_label import named_by_label
from gates.retention.clear_words import is_self_contained
from gates.retention.comparison import compare
from gates.retention.decision_text import to_hold
from gates.retention.limited import Said
from gates.retention.match import RETAINED, Match
from gates.retention.next_statement import beside, with_next
from gates.retention.numbered import without_numbers
from gates.retention.other_words import as_retold
from gates.retention.outcomes import as_outcome
from gates.retention.own_part import own_part
from gates.retention.separate_clauses import binding_clauses, clauses_of

LEAST_SHARED = 0.3
"""Share of an item's words from which the clauses of a statement are compared with it one by one."""
_INCOMPLETE = ("score_between", "words_left_out", "verb_changed", "word_changed")
LIMIT_RULES = ("exception_added", "scope_narrowed", "only_quoted", "version_changed")
"""Rules of matches that no part of the statement makes good."""


def judge(
    captured: CapturedItem,
    candidates: tuple[ArtifactStatement, ...],
    owned: dict[str, frozenset[str]] | None,
    weight: Weight,
    memo: Memo | None = None,
    *,
    weak_quotes: bool = False,
    said: Said | None = None,
) -> Match:
    """Return the match of one captured item: the best of any statement, or one in other words.

    With `weak_quotes` a bare quotation of the user retains an item only if its words are self-contained.
    `said` tells which limits a human of the session stated; without it, a limit that a statement adds is its
    own. `memo` keeps the comparisons between artifacts judged with one index and capture.
    """

    def best_among(item: CapturedItem, stated: tuple[ArtifactStatement, ...]) -> Match:
        return best_match(item, stated, owned, weight, memo, weak_quotes=weak_quotes, said=said)

    best_of = partial(best_among, stated=candidates)
    best = best_of(captured)
    if best.verdict in RETAINED:
        return best
    if owned is None:
        held = captured.model_copy(update={"text": to_hold(captured.kind, captured.text)})
        best = with_next(
            best, candidates, lambda unit: compare(held, statement(held.text), unit, weight, said)
        )
        if best.verdict in RETAINED:
            return best
    part = own_part(captured)
    if part is not None:
        stated = best_of(captured.model_copy(update={"text": part}))
        if stated.verdict in RETAINED:
            return replace(stated, verdict=Retention.PARAPHRASED, rule="own_part")
    labelled = named_by_label(captured, candidates) if owned is None else None
    if labelled is not None:
        return replace(best, verdict=Retention.PARAPHRASED, rule="label_named", unit=labelled)
    wider = candidates if owned is not None else _with_clauses(captured, candidates, best)
    best = _in_parts(captured, best, partial(best_among, stated=wider))
    if owned is None and best.rule in _INCOMPLETE:
        together = tuple(beside(best.unit, candidates))
        found = best_among(captured, together)
        best = replace(found, rule="several_statements") if found.rule == "same_words" else best
    if best.verdict in RETAINED:
        return best
    return as_outcome(captured, best if owned is not None else as_retold(captured, best))


def _with_clauses(
    captured: CapturedItem, candidates: tuple[ArtifactStatement, ...], best: Match
) -> tuple[ArtifactStatement, ...]:
    """Return the statements, and the clauses of those that state several things and share an item's words."""
    stems = statement(to_hold(captured.kind, captured.text)).stems
    if best.rule in LIMIT_RULES:
        return candidates
    akin = (u for u in candidates if not u.code and coverage(stems, u.compared.stems) >= LEAST_SHARED)
    parts = (ArtifactStatement(statement(part), u.item) for u in akin for part in clauses_of(u.compared.text))
    return (*candidates, *parts)


def _in_parts(captured: CapturedItem, best: Match, best_of: Callable[[CapturedItem], Match]) -> Match:
    """Return the match, or a paraphrase by one clause of a statement, or of each part of the item by one."""
    stated = best_of(captured)
    if stated.verdict in RETAINED:
        return replace(stated, verdict=Retention.PARAPHRASED, rule="clause_stated")
    if _stated_in_parts(captured, best_of):
        return replace(best, verdict=Retention.PARAPHRASED, rule="several_statements")
    return best


def _stated_in_parts(captured: CapturedItem, best_of: Callable[[CapturedItem], Match]) -> bool:
    """Return whether some statement retains each sentence of an item of several self-contained ones."""
    text = to_hold(captured.kind, captured.text)
    parts = pieces(text)[1:] or binding_clauses(text)
    if without_numbers(captured.text) != captured.text:
        return False  # the order of steps is in no step
    if not parts or not all(is_self_contained(part) or bars(part) for part in parts):
        return False
    shorter = (captured.model_copy(update={"text": part}) for part in parts)
    return all(best_of(each).verdict in RETAINED for each in shorter)
