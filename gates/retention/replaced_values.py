"""Judges an item that replaced an older one, where the summary states the older or the newer value.

`The budget is 3500 EUR now` replaced `my budget is 3000 EUR`. A statement with 3000 alters the item, whatever
its other words; one with 3500 of the same thing states it. A choice in one sentence, `aisle seats instead of
window seats`, is read in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from gates.capture import CapturedItem
from gates.language.similarity import coverage, statement
from gates.language.tokens import Number
from gates.report import Retention
from gates.restatement import ArtifactStatement
from gates.retention.match import Match
from gates.retention.version_names import FORMER

OLD_AT = 0.5
"""Share of a replaced item's words that must be in a statement of its value."""
CHOICE_AT = 0.5
"""Share of a statement's words that must be those of the choice that it is about."""
MOST_LEFT = 2
"""Most words of a choice, beside what it rejects, that a statement of what it takes may leave out."""
_UNSTATED = (Retention.DROPPED, Retention.UNCERTAIN, Retention.WEAKENED)
_LOOSE = ("in_other_words", "role_changed", "modal_changed")
"""Rules of matches that a sentence of two values, `about the 30 days: 21`, causes without a change."""
_TOO_MUCH = re.compile(r"\b(?:is|are|was|were|'s|seems?) (?:\w+ )?too \w+", re.IGNORECASE)
"""Rejects a value: `thirty is too long`; the new one is said elsewhere."""
_FORMER = re.compile(
    rf"\b(?:{FORMER}|without|avoid|was|were|original(?:ly)?|before|changed|moved|until|used to)\b|n't\b",
    re.IGNORECASE,
)
"""Words with which a statement may name a former value."""
_CHOICE = re.compile(
    r"(?P<taken>(?:[\w.@/:-]+ ){0,2}[\w.@/:-]+)(?: now)?"
    r"(?:,? (?:instead of|rather than|in place of|as opposed to|and not|but not)|, not)"
    r" (?:(?:a|an|the|on|in|to|with|for|my|our) ){0,2}(?P<left>[\w.@/:-]+(?: [\w.@/:-]+){0,1})",
    re.IGNORECASE,
)


_LIGHT = statement(
    "use used prefer prefers want like choose take go pick need make call have "
    "instead rather place opposed thought second actually from on now"
).stems
"""Stems of verbs and connecting words of a choice, which are not what is chosen."""


_CHANGES = _LIGHT | (
    statement("move raise lower set bump push shift bring change increase reduce cut extend").stems
    | statement("deadline date time value new update make it that actually sorry please then").stems
)
"""Stems with which a newer value is given, which a statement of it need not repeat."""
_CONDITION = re.compile(r"\b(?:if|unless|only|until|once|when|except|provided|before|after)\b", re.IGNORECASE)
_CLOCK = re.compile(r"(?<![\d:])\d{1,2}:\d\d(?![\d:])")
_CLAUSE = re.compile(r"[,;()]\s*")
_BARE = re.compile(
    r"(?<![\w.:$€£])\d{1,9}(?:\.\d{1,3})?(?=[.!,]*(?:$| (?:then|now|instead|please|for|at)\b))"
)
"""A number without anything that it counts."""
_DURATION = re.compile(r"[\w.]+[ -]((?:second|minute|hour)s?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TakenChoice:
    """What one sentence takes and rejects, as stems; neither set has stems of the other."""

    taken: frozenset[str]
    rejected: frozenset[str]


def as_replaced(
    captured: CapturedItem, match: Match, older: Iterable[CapturedItem], units: Sequence[ArtifactStatement]
) -> Match:
    """Return the match, or a better founded one if a statement gives the item's new or its replaced value.

    `older` are the captured items that later ones replaced.
    """
    loose = match.verdict in _UNSTATED or match.rule in _LOOSE
    if captured.kind != "decision" or not loose or _TOO_MUCH.search(captured.text):
        return match
    replaced = [each for each in older if _replaces(captured, each)]
    captured = _with_unit(captured, replaced)
    choice = choice_of(captured.text)
    if not replaced and choice is None:
        return match
    for unit in units:
        if choice is not None and _takes(captured.text, choice, unit):
            return replace(match, verdict=Retention.PARAPHRASED, rule="choice_stated", unit=unit)
        if any(_new_value(captured, each, unit) or _takes_over(captured, each, unit) for each in replaced):
            return replace(match, verdict=Retention.PARAPHRASED, rule="new_value_stated", unit=unit)
    for unit in units:
        stale = choice is not None and _keeps(captured.text, choice, unit)
        if stale or any(_old_value(captured, each, unit) for each in replaced):
            return replace(match, verdict=Retention.MUTATED, rule="replaced_value", unit=unit)
    return match


def _with_unit(captured: CapturedItem, replaced: Sequence[CapturedItem]) -> CapturedItem:
    """Return an item that gives a bare number with the older one's unit: `make it 30`, after ten minutes."""
    bare = _BARE.search(captured.text)
    units = {unit[1] for each in replaced for unit in _DURATION.finditer(each.text)}
    if bare is None or len(units) != 1:
        return captured
    text = f"{captured.text[: bare.end()]} {units.pop()}{captured.text[bare.end() :]}"
    return captured.model_copy(update={"text": text})


def _replaces(captured: CapturedItem, older: CapturedItem) -> bool:
    """Return whether an item with other numbers replaced an older one, as that says, or by their words."""
    if not figures(captured.text) - figures(older.text) or not figures(older.text):
        return False
    if older.superseded_by is not None and older.superseded_by.item_id is not None:
        return older.superseded_by.item_id == captured.item_id
    if not captured.evidence or not older.evidence:
        return False
    later = captured.evidence[-1].ordinal > older.evidence[-1].ordinal
    return later and bool(_words(captured.text) & _words(older.text))


def _words(text: str) -> frozenset[str]:
    return frozenset(stem for stem in statement(text).stems if stem[0] != "#")


@lru_cache(maxsize=20_000)
def figures(text: str) -> frozenset[str]:
    """Return the numbers and dates of a text, as stems, and its times of day, as they are written."""
    times = frozenset(found.lstrip("0") for found in _CLOCK.findall(text))
    return times | {stem for stem in statement(_CLOCK.sub(" ", text)).stems if stem[0] == "#"}


def _numbers(text: str) -> tuple[Number, ...]:
    return statement(text).tokens.numbers


def _values(text: str) -> frozenset[float]:
    return frozenset(number.value for number in _numbers(text))


def _new_value(captured: CapturedItem, older: CapturedItem, unit: ArtifactStatement) -> bool:
    """Return whether a statement gives a new number for the thing that the older number counted."""
    if _CONDITION.search(captured.text) and _unsaid(captured, older, unit):
        return False
    new = _values(captured.text) - _values(older.text)
    nouns = {number.noun for number in _numbers(older.text) if number.noun}
    stated = _numbers(unit.compared.text)
    given = {number.value for number in stated if number.noun in nouns}
    live = ", ".join(part for part in _CLAUSE.split(unit.compared.text) if not _FORMER.search(part))
    return new <= given and not _values(older.text) & _values(live)


def _unsaid(captured: CapturedItem, older: CapturedItem, unit: ArtifactStatement) -> frozenset[str]:
    """Return the words that an item says beside its change of the older one, and a statement does not."""
    return _words(captured.text) - _words(older.text) - unit.compared.stems - _CHANGES


def _takes_over(captured: CapturedItem, older: CapturedItem, unit: ArtifactStatement) -> bool:
    """Return whether a statement gives the newer value to what the older item is about.

    `The race starts at 10:15` states `move it to 10:15` after `the race starts at 09:30`. All else that the
    newer item says, such as a condition, must be in the statement.
    """
    text, stems = unit.compared.text, unit.compared.stems
    stated, old = figures(text), figures(older.text)
    if not figures(captured.text) - old <= stated or unit.compared.tokens.negations:
        return False
    if any(figures(clause) & old and not _FORMER.search(clause) for clause in _CLAUSE.split(text)):
        return False
    if _unsaid(captured, older, unit):
        return False
    return coverage(_words(older.text), stems) >= OLD_AT


def _old_value(captured: CapturedItem, older: CapturedItem, unit: ArtifactStatement) -> bool:
    """Return whether a statement gives the older number for the same thing, as if it were in force."""
    stated = figures(unit.compared.text)
    if not stated & figures(older.text) or stated & (figures(captured.text) - figures(older.text)):
        return False
    about = statement(older.text).stems
    return _FORMER.search(unit.compared.text) is None and coverage(about, unit.compared.stems) >= OLD_AT


@lru_cache(maxsize=20_000)
def choice_of(text: str) -> TakenChoice | None:
    """Return the one choice that a text states explicitly, or None."""
    found = list(_CHOICE.finditer(text))
    if len(found) != 1:
        return None
    taken, left = statement(found[0]["taken"]).stems, statement(found[0]["left"]).stems
    choice = TakenChoice(taken - left - _LIGHT, left - taken - _LIGHT)
    return choice if choice.taken and choice.rejected else None


def _takes(text: str, choice: TakenChoice, unit: ArtifactStatement) -> bool:
    """Return whether a statement has what was taken and nothing of what was rejected."""
    stems, own = unit.compared.stems, statement(text).stems
    if not _about(stems, own) or not choice.rejected.isdisjoint(stems) or unit.compared.tokens.negations:
        return False
    return choice.taken <= stems and len(own - stems - choice.rejected - _LIGHT) <= MOST_LEFT


def _keeps(text: str, choice: TakenChoice, unit: ArtifactStatement) -> bool:
    """Return whether a statement has what was rejected, as if it were in force."""
    stems = unit.compared.stems
    if not _about(stems, statement(text).stems) or _FORMER.search(unit.compared.text):
        return False
    return choice.rejected <= stems and not choice.taken <= stems


def _about(stems: frozenset[str], own: frozenset[str]) -> bool:
    return bool(stems) and coverage(stems, own) >= CHOICE_AT
