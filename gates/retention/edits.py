"""Classifies every difference between two aligned statements.

An edit states what kind of word was left out, added or exchanged, and the verdict on the statement. Words of
conversation and reasons may go; words that limit, order, name, count or deny may not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gates.language.numerals import within
from gates.report import Retention
from gates.retention.alignment import Aligned
from gates.retention.arguments import arguments_exchanged
from gates.retention.binding_edits import Edit, is_verb, modals, negations, quantifiers
from gates.retention.conditions import CONDITIONS, conditions
from gates.retention.cues import LIGHT_VERBS
from gates.retention.denied_others import alternatives_exchanged
from gates.retention.doers import object_acts, subject_changed
from gates.retention.numbered import NEXT
from gates.retention.replaced_people import person_replaced
from gates.retention.swaps import exchanged
from gates.retention.times import named_in_reverse, reordered
from gates.retention.words import Word, base_stem

CHATTER_HELD = 0.34
"""Share of a clause's words from which the clause counts as stated, not skipped."""
FEW = 2
"""Most words of a clause without name, number or condition that may be left out as a remark."""

_LIGHT = frozenset(base_stem(verb) for verb in LIGHT_VERBS)
_POLITE = frozenset("mind think help possibl wish like feel sens necessari agre care".split())
"""Stems of conditions that are only polite: `if you like`, `if it helps`."""


_EXCLUSIVE = tuple(
    frozenset(map(base_stem, group.split()))
    for group in (
        "morning afternoon evening night",
        "hourly daily weekly fortnightly monthly quarterly yearly",
        "spring summer autumn winter",
        "high height wide width long length deep depth thick thickness",
    )
)
"""Times and measures of which one in place of another is a change."""


@dataclass(frozen=True, slots=True)
class RetellingEdits:
    """All differences of a restatement, hard ones first, with the unmatched words."""

    edits: tuple[Edit, ...]
    missing: tuple[Word, ...]
    """Content words that the restatement lacks and that no edit explains."""
    new: tuple[Word, ...]
    held: float
    """Share of the content words that are restated."""


def read_edits(aligned: Aligned) -> RetellingEdits:
    """Classify every difference of an aligned pair."""
    remarks = _remarks(aligned)
    missing = [place for place in aligned.missing if aligned.original[place].clause not in remarks]
    edits = [
        *conditions(aligned, remarks),
        *_names(aligned, missing),
        *_numbers(aligned, missing),
        *quantifiers(aligned, remarks),
        *modals(aligned, remarks),
        *negations(aligned, remarks),
        *_orders(aligned),
    ]
    counted = sum(w.counts and w.clause not in remarks for w in aligned.original)
    left = [p for p in missing if aligned.original[p].kind == "word" and not aligned.original[p].proper]
    new = [p for p in aligned.new if aligned.restated[p].stem not in _LIGHT]
    verbs = [p for p in left if is_verb(aligned, p)]
    if left and new and (verbs or _replaced(aligned, missing)):
        edits.append(Edit("verb" if verbs else "word", Retention.UNCERTAIN))
    elif verbs and _light(aligned):
        # `It may only go to X` for `only send it to X`: a light verb replaces the verb.
        left.remove(verbs[0])
        missing.remove(verbs[0])
    if any(aligned.original[p].text in ("inside", "outside") for p in missing):
        edits.append(Edit("place", Retention.UNCERTAIN))
    stems = {aligned.original[p].stem for p in missing}, {aligned.restated[p].stem for p in new}
    if any(group & stems[0] and group & stems[1] for group in _EXCLUSIVE):
        edits.append(Edit("measure", Retention.MUTATED))
    held = round(1 - len(missing) / counted, 6) if counted else 0.0
    stated = tuple(aligned.restated[p] for p in aligned.new)
    return RetellingEdits(tuple(edits), tuple(aligned.original[p] for p in left), stated, held)


def _clauses(words: tuple[Word, ...]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for place, word in enumerate(words):
        if word.kind != "break":
            found.setdefault(word.clause, []).append(place)
    return found


def _light(aligned: Aligned) -> bool:
    """Return whether the matching clauses contain a light verb."""
    stated = {aligned.restated[b].clause for _, b, _ in aligned.pairs}
    light = (base_stem(word.text) in _LIGHT for word in aligned.restated if word.clause in stated)
    return any(light)


def _replaced(aligned: Aligned, missing: list[int]) -> bool:
    """Return whether another word takes the place of a missing one, between the same neighbours."""
    where = {a: b for a, b, _ in aligned.pairs}
    new = {p for p in aligned.new if aligned.restated[p].stem not in _LIGHT}
    for place in missing:
        before = where.get(_near(aligned.original, place, -1))
        after = where.get(_near(aligned.original, place, 1))
        if before is not None and _near(aligned.restated, before, 1) in new:
            return True
        if after is not None and _near(aligned.restated, after, -1) in new:
            return True
    return False


def _near(words: tuple[Word, ...], place: int, step: int) -> int:
    """Return the place of the next content word of the clause in direction `step`, or -1."""
    near = place + step
    while 0 <= near < len(words) and words[near].kind != "break":
        if words[near].counts:
            return near
        near += step
    return -1


def _remarks(aligned: Aligned) -> frozenset[int]:
    """Return the clauses of the original that are only remarks or reasons: they need not be restated."""
    held = {mine for mine, _, _ in aligned.pairs}
    found = set()
    clauses = _clauses(aligned.original)
    main = [
        c for c, places in clauses.items() if not any(aligned.original[p].tag in CONDITIONS for p in places)
    ]
    stated_main = any(p in held for c in main for p in clauses[c])
    steps = {c for c in main if any(aligned.original[p].text == NEXT for p in clauses[c])}
    steps |= {c - 1 for c in steps}
    for clause, places in clauses.items():
        words = [aligned.original[p] for p in places]
        content = [p for p in places if aligned.original[p].counts]
        tags = {word.tag for word in words}
        share = sum(p in held for p in content) / len(content) if content else 0.0
        if "because" in tags and not content:
            found.add(clause)
        if share >= CHATTER_HELD or not content:
            continue
        if tags & CONDITIONS and not {aligned.original[p].stem for p in content} <= _POLITE:
            continue
        if clause in main and not stated_main:
            continue
        denies_named = "not" in tags and any(aligned.original[p].proper for p in content)
        exact = (
            clause in steps
            or denies_named
            or ("only" in tags and "me" not in tags)
            or any(aligned.original[p].kind != "word" for p in content)
        )
        if "because" in tags or (not exact and ("me" in tags or len(content) <= FEW)):
            found.add(clause)
    return frozenset(found)


def _names(aligned: Aligned, missing: list[int]) -> Iterator[Edit]:
    lost = [
        aligned.original[p]
        for p in missing
        if aligned.original[p].kind == "name" or aligned.original[p].proper
    ]
    if lost:
        new = [aligned.restated[p] for p in aligned.new]
        rival = any(word.kind == "name" or word.proper for word in new)
        yield Edit("name", Retention.MUTATED if rival else Retention.WEAKENED)


def _numbers(aligned: Aligned, missing: list[int]) -> Iterator[Edit]:
    lost = [p for p in missing if aligned.original[p].kind == "number" and not _rounded(aligned, p)]
    if lost:
        rival = any(aligned.restated[p].kind == "number" for p in aligned.new)
        yield Edit("number", Retention.MUTATED if rival else Retention.WEAKENED)
    for a, b, _ in aligned.pairs:
        mine, theirs = aligned.original[a], aligned.restated[b]
        if mine.kind == "number":
            if mine.unit and theirs.unit and mine.unit != theirs.unit and mine.stem == theirs.stem:
                yield Edit("unit", Retention.MUTATED)
            bounds = _bound(aligned.original, a), _bound(aligned.restated, b)
            if set(bounds) == {"over", "under"}:
                yield Edit("bound", Retention.MUTATED)


_ABOUT = frozenset("about around roughly approximately nearly almost some ca".split())


def _value(word: Word) -> float | None:
    try:
        return float(word.stem[1:])
    except ValueError:
        return None


def _rounded(aligned: Aligned, place: int) -> bool:
    """Return whether a number is restated in round figures: `about 1,200` for 1,187, `over 500` for 512."""
    value = _value(aligned.original[place])
    for near in aligned.new:
        other = _value(aligned.restated[near]) if aligned.restated[near].kind == "number" else None
        if value is None or other is None:
            continue
        before = {word.text for word in aligned.restated[max(0, near - 2) : near]}
        loose = "about" if before & _ABOUT else _bound(aligned.restated, near)
        if (loose and within(other, value, loose)) or within(
            other, value, "under" if before & _ABOUT else loose
        ):
            return True
    return False


def _bound(words: tuple[Word, ...], place: int) -> str:
    beside = [*words[max(0, place - 3) : place], *words[place + 1 : place + 3]]
    return next((word.tag for word in beside if word.tag in ("over", "under")), "")


def _orders(aligned: Aligned) -> Iterator[Edit]:
    if reordered(aligned):
        yield Edit("order", Retention.MUTATED)
    elif not named_in_reverse(aligned) and exchanged(aligned):
        yield Edit("role", Retention.MUTATED)
    changed = (subject_changed, object_acts, arguments_exchanged, alternatives_exchanged)
    if any(check(aligned) for check in changed):
        yield Edit("role", Retention.MUTATED)
    elif person_replaced(aligned):
        yield Edit("role", Retention.UNCERTAIN)
