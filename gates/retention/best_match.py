"""Finds the best match of one captured item among the statements of an artifact (S1 gate C).

Each statement that may restate the item is compared with it (`gates.retention.comparison`), and the best
verdict counts; a long item may also be restated by a few statements together. The source is not read.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from gates.artifact import ItemKind
from gates.capture import CapturedItem
from gates.findings import Memo
from gates.language.similarity import ComparedText, Weight, coverage, statement
from gates.report import Retention
from gates.restatement import ArtifactStatement, pieces
from gates.retention.clear_words import is_self_contained
from gates.retention.comparison import compare, of_fitting_kind, stands_literally
from gates.retention.decision_text import to_hold
from gates.retention.limited import Said
from gates.retention.literal import may_occur_in_any, occurs_literally, word_forms
from gates.retention.match import RETAINED, Match
from gates.retention.neighbours import stated_together
from gates.retention.own_wording import of_own_wording

LONG = 20
"""Fewest distinct stems of a one-sentence text that two statements together may restate."""
MAX_TOGETHER = 3


def best_match(
    captured: CapturedItem,
    candidates: tuple[ArtifactStatement, ...],
    owned: dict[str, frozenset[str]] | None,
    weight: Weight,
    memo: Memo | None = None,
    *,
    weak_quotes: bool = False,
    said: Said | None = None,
) -> Match:
    """Return the best match of one captured item, by words and classified differences alone.

    Args:
        captured: the item.
        candidates: the statements of the artifact; the first of equally good ones counts.
        owned: ids of captured items by the statement that links to them; None if nobody set the links.
        weight: the weight of a stem in a comparison.
        memo: earlier comparisons, by item and statement, which are reused.
        weak_quotes: whether a list of the user's messages retains only items whose words are self-contained.
        said: tells which limits a human of the session stated; None if that is not known.
    """
    whole = captured
    captured = captured.model_copy(update={"text": to_hold(captured.kind, captured.text)})
    compared = statement(captured.text)
    best = Match(Retention.DROPPED, "no_match", 0.0)
    known = memo or Memo()
    considered = [unit for unit in candidates if _may_restate(captured, unit, owned)]
    every: list[tuple[Match, ArtifactStatement]] = []
    forms = word_forms(captured.text)
    literal = may_occur_in_any(forms, tuple(unit.compared.text for unit in candidates))
    alien = compared.stems.isdisjoint
    akin = considered
    if compared.stems and not literal:
        akin = [unit for unit in considered if not alien(unit.compared.stems)]
    for unit in akin:
        if (
            literal
            and compared.stems
            and alien(unit.compared.stems)
            and not occurs_literally(forms, unit.compared.text)
        ):
            continue
        key = (captured.item_id, captured.text, unit.key)
        match = known.get(key, partial(compare, captured, compared, unit, weight, said))
        if match.verdict not in RETAINED and stands_literally(
            whole.text, unit.compared.text
        ):  # with the `..., no?` that was cut off
            match = compare(whole, statement(whole.text), unit, weight, said)
        if weak_quotes and _only_quoted(captured, match):
            match = replace(match, verdict=Retention.UNCERTAIN, rule="only_quoted")
        every.append((match, unit))
        if match.rank > best.rank or (match.rank == best.rank and best.unit is None):
            best = match if match.unit is None else replace(match, unit=unit)
        if best.is_best and best.unit is not None:
            break
    best = _unless_excepted(best, every)
    best = replace(best, together=stated_together(compared.stems, considered, weight))
    own = of_own_wording(captured.text, best, (unit.compared.text for unit in considered))
    if own is not None:
        return own
    long = len(compared.stems) >= LONG or len(pieces(captured.text)) > 1
    if long and best.verdict in (Retention.WEAKENED, Retention.UNCERTAIN):
        return _joined(captured, compared, considered, weight, best, said)
    return best


def _unless_excepted(best: Match, every: list[tuple[Match, ArtifactStatement]]) -> Match:
    """Return the best match, or one nearer than a paraphrase that adds an exception to the item."""
    if best.verdict is not Retention.PARAPHRASED:
        return best
    near = [each for each in every if each[0].rule == "exception_added"]
    match, unit = max(near, key=lambda each: each[0].score, default=(best, best.unit))
    return replace(match, unit=unit) if match.score > best.score else best


def _only_quoted(captured: CapturedItem, match: Match) -> bool:
    """Return whether only a list of user messages retains an item, in words that are not self-contained."""
    item = match.unit.item if match.unit is not None else None
    quotes = item is not None and item.speaker == "user" and item.kind is ItemKind.CLAIM
    return quotes and match.verdict in RETAINED and not is_self_contained(captured.text)


def _joined(
    captured: CapturedItem,
    compared: ComparedText,
    considered: list[ArtifactStatement],
    weight: Weight,
    best: Match,
    said: Said | None,
) -> Match:
    """Return the match of the few statements that contain most of a long decision together, else `best`."""
    left = [unit for unit in considered if unit.item is None or unit.compared.text == unit.item.text]
    chosen: list[ArtifactStatement] = []
    missing = compared.stems
    while left and missing and len(chosen) < MAX_TOGETHER:
        fullest = max(left, key=lambda unit: coverage(missing, unit.compared.stems, weight))
        if not missing & fullest.compared.stems:
            break
        chosen.append(fullest)
        left.remove(fullest)
        missing = missing - fullest.compared.stems
    if len(chosen) < 2:
        return best
    together = statement("\n".join(unit.compared.text for unit in chosen))
    match = compare(captured, compared, ArtifactStatement(together, None), weight, said)
    if match.verdict not in RETAINED:
        return best
    joined = Match(Retention.PARAPHRASED, "several_statements", match.score, chosen[0])
    return replace(joined, together=best.together)


_NEVER = frozenset({ItemKind.ARTIFACT_REF, ItemKind.FAILURE, ItemKind.CONFLICT})
"""Kinds that name a file or report a failure: shared words do not make them a decision or open work."""


def _may_restate(
    captured: CapturedItem, unit: ArtifactStatement, owned: dict[str, frozenset[str]] | None
) -> bool:
    """Return whether a statement can retain a captured item at all.

    If the maker set the links, a statement retains what it links to, and beyond that only if it is a decision
    or open work that states no other captured item.
    """
    if unit.item is None:
        return owned is None
    if owned is None:
        return unit.item.kind not in _NEVER
    stated = owned.get(unit.item.item_id, frozenset())
    if captured.item_id in stated:
        return True
    return not stated and of_fitting_kind(captured, unit)
