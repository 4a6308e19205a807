"""Judges a retained item whose statement adds a limit that no human message of the session states.

The item is then altered: a rule with an invented exception binds less, even if all of its words are there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache

from gates.capture import CapturedItem
from gates.language.modality import topic
from gates.language.sentence_spans import sentence_texts
from gates.language.similarity import coverage, statement
from gates.report import Retention
from gates.retention.added_limits import AddedLimit, added_limits, limits, opens_exception
from gates.retention.literal import occurs_literally, word_forms
from gates.retention.match import RETAINED, Match

SAID_AT = 0.6
"""Share of a limit's words that one human sentence must contain to state the limit."""
OWN_AT = 0.34
"""Share of a reworded statement's words that must be the item's; with fewer it is about other things."""
_EXPLAINED = tuple((Retention.UNCERTAIN, rule) for rule in ("exception_changed", "negation_changed"))
"""Uncertain matches that a limit explains."""

Said = Callable[[str, str], bool]
"""Whether a human of the session stated a limit with these words, for a rule with this text."""


def said_by_human(texts: Callable[[], Iterable[str]]) -> Said:
    """Return the check of whether one sentence of a human states a limit, or permits what a rule bars."""
    known: list[str] = []

    def said(limit: str, rule: str) -> bool:
        if not known:
            known.extend(each for text in texts() for each in sentence_texts(text))
        wanted, about = statement(limit).stems, topic(rule)
        for sentence in known:
            stems = statement(sentence).stems
            if wanted and coverage(wanted, stems) >= SAID_AT and (about & stems or limits(sentence)):
                return True
        return False

    return said


def limited(captured: CapturedItem, match: Match, said: Said | None) -> Match:
    """Return the match, or an altered one if its statement adds a limit; doubtful if the user may lift it.

    `said` tells which limits a human stated elsewhere; without it, none.
    """
    if captured.kind != "decision" or match.unit is None or captured.text.endswith("?"):
        return match
    if match.verdict not in RETAINED and (match.verdict, match.rule) not in _EXPLAINED:
        return match
    item, stated = match.unit.item, match.unit.compared
    literal = match.rule == "literal"
    if match.rule == "ban_kept" or not (
        literal or coverage(stated.stems, statement(captured.text).stems) >= OWN_AT
    ):
        return match
    found = limits_of(captured.text, stated.text, item.text if item is not None else "")
    for limit in found:
        if said is not None and not limit.against and said(limit.words, captured.text):
            continue
        verdict = Retention.UNCERTAIN if limit.asks else Retention.MUTATED
        return replace(match, verdict=verdict, rule=limit.kind, edits=match.edits + 1)
    return match


@lru_cache(maxsize=20_000)
def limits_of(original: str, stated: str, around: str) -> tuple[AddedLimit, ...]:
    """Return the limits that a statement, or the sentence after it in its item, adds to an item's sentences.

    Of several sentences only those are compared that have the words of one of the item's sentences.
    """
    mine, theirs = sentence_texts(original), sentence_texts(stated)
    if len(mine) == len(theirs) == 1:
        return (*added_limits(original, stated), *added_limits(original, _followed(stated, around)))
    found: list[AddedLimit] = []
    for wanted in mine:
        forms = word_forms(wanted)
        for each in theirs:
            if occurs_literally(forms, each):
                found += (*added_limits(wanted, each), *added_limits(wanted, _followed(each, stated)))
    return tuple(found)


def _followed(stated: str, around: str) -> str:
    """Return a sentence with the next one of its item, if that begins with an exception."""
    _, mark, behind = around.partition(stated)
    after = next(iter(sentence_texts(behind)), "") if mark else ""
    return f"{stated.rstrip('.!')}, {after[0].lower()}{after[1:]}" if opens_exception(after) else stated
