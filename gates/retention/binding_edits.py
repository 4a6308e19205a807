"""Classifies differences in how a statement binds: how many, how firmly, whether at all.

They are read from cue words within the clauses that both statements share; topics are compared elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from gates.language.tokens import stem_of
from gates.report import Retention
from gates.retention.alignment import Aligned
from gates.retention.denied_elsewhere import denies_others
from gates.retention.preferences import REJECTING, preference
from gates.retention.times import ends_when_begun, parts_of
from gates.retention.words import Word

NEGATED_FROM = 0.3
"""Share of the matched words that are negated on one side only."""

_PLAIN_MUST = frozenset(
    (
        "is to",
        "are to",
        "be to",
        "need",
        "needs",
        "needed",
        "need to",
        "needs to",
        "ensure",
        "make sure",
        "shall",
    )
)


@dataclass(frozen=True, slots=True)
class Edit:
    """One difference: its class, and the verdict that it causes."""

    kind: str
    verdict: Retention


def _tags(words: tuple[Word, ...], clauses: frozenset[int]) -> set[str]:
    return {word.tag for word in words if word.tag and word.clause in clauses}


def _sides(aligned: Aligned, remarks: frozenset[int]) -> tuple[frozenset[int], frozenset[int]]:
    """Return the clauses of both sides that relate to each other."""
    mine = frozenset(w.clause for w in aligned.original if w.clause not in remarks)
    theirs = {aligned.restated[b].clause for _, b, _ in aligned.pairs}
    beside = {clause + step for clause in theirs for step in (-1, 1)}
    empty = beside - {w.clause for w in aligned.restated if w.counts}
    return mine, frozenset(theirs | empty)


_ORDERED = frozenset(("before", "after", "until", "then"))
"""Tags beside which `only` adds nothing to the order: `then X` is `X only then`."""


_ONLY_AFTER = frozenset(("only once", "only after", "only then", "not until"))
_ONLY_TOO = frozenset(("only", "not", "unless", "under", "over", "otherwise"))
"""Tags of words that limit as `only` does."""


def quantifiers(aligned: Aligned, remarks: frozenset[int]) -> Iterator[Edit]:
    """Yield edits of all, most, some, only: the restatement covers fewer or more than the original."""
    mine, theirs = _sides(aligned, remarks)
    original, stated = _tags(aligned.original, mine), _tags(aligned.restated, theirs)
    part = {"some", "most"}
    both_ordered = bool(original & _ORDERED and stated & _ORDERED)
    # `Sign it only if it is checked` is `it must be checked before`.
    first = any(a.tag == "only" and b.tag == "if" for a, b in pairwise(aligned.original)) and (
        {"must", "before"} <= stated
    )
    first = first or any(word.text in _ONLY_AFTER for word in aligned.restated)
    if "only" in original and not (first or stated & _ONLY_TOO):
        yield Edit("quantifier", Retention.WEAKENED)
    elif "only" in stated and not original & {"only", "not", "unless", "under"} and not both_ordered:
        yield Edit("quantifier", Retention.MUTATED)
    if stated & part and not original & part:
        yield Edit("quantifier", Retention.WEAKENED)
    elif "all" in stated and original & part and "all" not in original:
        yield Edit("quantifier", Retention.MUTATED)
    elif original & part and not stated & part and "not" not in original:
        yield Edit("quantifier", Retention.UNCERTAIN)
    if _not_all(aligned.original, mine) != _not_all(aligned.restated, theirs) and "not" in original & stated:
        yield Edit("quantifier", Retention.UNCERTAIN)


def _not_all(words: tuple[Word, ...], clauses: frozenset[int]) -> bool:
    """Return whether a clause denies a universal: `not every`, `not all`."""
    pairs = pairwise(words)
    return any(
        a.tag == "not" and b.tag == "all" and b.text in ("all", "every") and a.clause in clauses
        for a, b in pairs
    )


def _force(words: tuple[Word, ...], clauses: frozenset[int], bounded: bool) -> set[str]:
    """Return how firmly the clauses of a statement bind; `plain` if no word says so.

    If both statements are `bounded`, what may be done up to a bound is a limit.
    """
    found = set()
    narrowed = _narrowed(words)
    for clause in clauses:
        held = [word for word in words if word.clause == clause]
        tags = {word.tag for word in held}
        if "because" in tags:
            # `so that they can see it` permits nothing.
            continue
        if any(word.tag == "must" and word.text not in _PLAIN_MUST for word in held):
            found.add("must")
        elif "may" in tags:
            limited = tags & {"not", "only", "unless"} or any(word.text in _ONLY_AFTER for word in held)
            limited = limited or clause in narrowed
            found.add("plain" if limited or (bounded and _up_to(held)) else "may")
        elif "hedge" in tags:
            found.add("hedge")
        elif "should" in tags:
            found.add("plain" if "not" in tags else "should")
        elif "must" in tags:
            found.add("needed")
    return found or {"plain"}


def _narrowed(words: tuple[Word, ...]) -> set[int]:
    """Return the clauses before `but only`, which limits what they permit."""
    found = set()
    for place, (word, after) in enumerate(pairwise(words)):
        if word.text == "but" and after.tag in ("only", "unless"):
            found |= {near.clause for near in words[:place] if near.counts and near.clause >= word.clause - 2}
    return found


_ALLOWED = frozenset(("may", "can", "is allowed", "are allowed", "allowed to", "permitted", "is permitted"))
_AT_MOST = frozenset(("at most", "at the most", "no more than", "not more than", "up to"))


def _up_to(clause: list[Word]) -> bool:
    """Return whether a clause permits something up to a bound, which limits it: `it may take up to a day`."""
    permits = {word.text for word in clause if word.tag == "may"}
    return permits <= _ALLOWED and any(word.text in _AT_MOST for word in clause)


def modals(aligned: Aligned, remarks: frozenset[int]) -> Iterator[Edit]:
    """Yield edits of must, should, may: the restatement is softer or firmer than the original."""
    mine, theirs = _sides(aligned, remarks)
    sides = (aligned.original, aligned.restated)
    bounded = all(any(word.tag == "under" for word in side) for side in sides)
    original = _force(aligned.original, mine, bounded)
    stated = _force(_joined(aligned), theirs, bounded)
    soft = {"should", "hedge", "may"}
    if (
        ("may" in stated and "may" not in original)
        or ("hedge" in stated and not original & soft)
        or ("should" in stated and original & {"must", "needed"} and not original & soft)
    ):
        yield Edit("modal", Retention.WEAKENED)
    elif ("may" in original and "may" not in stated and not _accepts(aligned.original)) or (
        original & {"should", "hedge"} and "must" in stated
    ):
        yield Edit("modal", Retention.MUTATED)


def _joined(aligned: Aligned) -> tuple[Word, ...]:
    """Return the words of a restatement without parts after `and` that say something else with a verb."""
    words, matched = aligned.restated, {b for _, b, _ in aligned.pairs}
    parts = parts_of(words)
    own = {parts[place] for place in matched}
    apart = {
        parts[place]
        for place, word in enumerate(words)
        if word.text == "and"
        and parts[place] not in own
        and words[place + 1 : place + 2]
        and words[place + 1].tag in ("may", "talk", "must")
    }
    return tuple(word for word, part in zip(words, parts, strict=True) if part not in apart)


_FINE = frozenset(("is ok", "are ok", "is okay", "is fine", "are fine"))


def _accepts(words: tuple[Word, ...]) -> bool:
    """Return whether all permissions of a statement only accept what was offered: `Monday is fine`."""
    permits = [place for place, word in enumerate(words) if word.tag == "may"]
    ends = (place + 1 == len(words) or words[place + 1].kind == "break" for place in permits)
    return all(words[place].text in _FINE for place in permits) and all(ends)


_BEHIND = (
    "never allowed, never permitted, not allowed, not permitted, exempt, left out, omitted, forbidden",
    "barred, prohibited, banned, unwanted, disallowed, out of scope, off limits, off-limits, missing",
    "lacking",
)
_AFTER = frozenset(phrase for listed in _BEHIND for phrase in listed.split(", "))
"""Negations that follow what they deny."""


def _denied(words: tuple[Word, ...]) -> list[bool]:
    """Return for each word whether an odd number of negations of its clause applies to it."""
    found = []
    for place, word in enumerate(words):
        count = 0
        for other, each in enumerate(words):
            if each.tag == "not" and each.clause == word.clause:
                count += other < place or each.text in _AFTER
        found.append(count % 2 == 1)
    return found


def negations(aligned: Aligned, remarks: frozenset[int]) -> Iterator[Edit]:
    """Yield an edit if the restatement turns a yes into a no, or a no into a yes."""
    pairs = [(a, b) for a, b, _ in aligned.pairs if aligned.original[a].clause not in remarks]
    if not pairs:
        return
    mine, theirs = _sides(aligned, remarks)
    original, stated = _tags(aligned.original, mine), _tags(aligned.restated, theirs)
    others = "not" not in original and not _prefixed(aligned) and denies_others(aligned, theirs)
    if others or _same_choice(aligned) or ends_when_begun(aligned) is False:
        return
    if _only_chosen(aligned) and not any(word.tag == "not" for word in aligned.restated):
        return
    if _doubly_denied(aligned, mine, theirs) or _doubly_denied(_reversed(aligned), theirs, mine):
        return
    if "until" in original & stated and ("not" in original) != ("not" in stated) and _one_denied(aligned):
        yield Edit("negation", Retention.CONTRADICTED)
        return
    if (
        "not" in original
        and "not" not in stated
        and not stated & {"only", "unless", "under", "over", "until", "before", "after"}
    ):
        yield Edit("negation", Retention.CONTRADICTED)
        return
    if (
        "not" in stated
        and "not" not in original
        and not original & {"only", "unless", "under", "over", "until", "before", "after"}
    ):
        yield Edit("negation", Retention.CONTRADICTED)
        return
    if _prefixed(aligned) and ("not" in original) == ("not" in stated):
        yield Edit("negation", Retention.CONTRADICTED)
        return
    first, second = _denied(aligned.original), _denied(aligned.restated)
    pairs = [(a, b) for a, b in pairs if is_verb(aligned, a)] or pairs
    turned = sum(first[a] != second[b] for a, b in pairs)
    odd = _nots(aligned.original, mine) % 2 != _nots(aligned.restated, theirs) % 2
    if (
        odd
        and turned >= NEGATED_FROM * len(pairs)
        and not (original | stated) & {"only", "unless", "under", "over", "until"}
    ):
        yield Edit("negation", Retention.UNCERTAIN)


def _reversed(aligned: Aligned) -> Aligned:
    return Aligned(aligned.restated, aligned.original, tuple((b, a, sure) for a, b, sure in aligned.pairs))


def _same_choice(aligned: Aligned) -> bool:
    """Return whether both sides prefer one thing to another and deny nothing else; which one is a role."""
    sides = (aligned.original, aligned.restated)
    places = [preference(side) for side in sides]
    if None in places:
        return False
    return not any(
        word.tag == "not" and at != place
        for side, place in zip(sides, places, strict=True)
        for at, word in enumerate(side)
    )


def _only_chosen(aligned: Aligned) -> bool:
    """Return whether of `X instead of Y` the restatement has X, and Y not: it denies no less."""
    words = aligned.original
    denied = [place for place, word in enumerate(words) if word.tag == "not"]
    if len(denied) != 1 or words[denied[0]].text not in REJECTING:
        return False
    at, missing = denied[0], set(aligned.missing)
    breaks = [place for place, word in enumerate(words) if word.kind == "break"]
    start = max((place for place in breaks if place < at), default=-1) + 1
    end = min((place for place in breaks if place > at), default=len(words))
    return not missing & set(range(start, at)) and bool(missing & set(range(at, end)))


def _doubly_denied(aligned: Aligned, mine: frozenset[int], theirs: frozenset[int]) -> bool:
    """Return whether one side demands what the other bars doing without: `no refund without approval`."""
    # `never without X, not even at home` denies no more than `never without X`.
    even = {p for p, after in enumerate(aligned.original[1:]) if after.text == "even"}
    found = ((p, word) for p, word in enumerate(aligned.original) if word.tag == "not" and p not in even)
    denied = [word.text for _, word in found if word.clause in mine]
    stated = _tags(aligned.restated, theirs)
    return len(denied) == 2 and denied[1] == "without" and "must" in stated and "not" not in stated


def _one_denied(aligned: Aligned) -> bool:
    """Return whether each side states, without denial, everything that the other side denies."""
    first, second = _denied(aligned.original), _denied(aligned.restated)
    said = {p for p, word in enumerate(aligned.original) if word.counts and first[p]}
    stated = {p for p, word in enumerate(aligned.restated) if word.counts and second[p]}
    mine = {a for a, b, _ in aligned.pairs if not second[b]}
    theirs = {b for a, b, _ in aligned.pairs if not first[a]}
    return said <= mine and stated <= theirs and bool(said | stated)


def _nots(words: tuple[Word, ...], clauses: frozenset[int]) -> int:
    return sum(word.tag == "not" and word.clause in clauses for word in words)


def _prefixed(aligned: Aligned) -> bool:
    """Return whether a word is contradicted by a prefix: `unchanged` for `changed`."""
    mine = {aligned.original[p].stem for p in aligned.missing} | _permitting(aligned.original)
    theirs = {aligned.restated[p].stem for p in aligned.new} | _permitting(aligned.restated)
    return any(
        prefix + stem in those
        for these, those in ((mine, theirs), (theirs, mine))
        for stem in sorted(these)
        for prefix in ("un", "dis", "non", "in", "non-")
    )


def _permitting(words: tuple[Word, ...]) -> set[str]:
    """Return the stems of words such as `acceptable`, which a prefix can deny too."""
    return {stem_of(word.text) for word in words if word.tag in ("may", "must") and " " not in word.text}


def is_verb(aligned: Aligned, place: int) -> bool:
    """Return whether a word is the action to do: it opens a clause, or follows a cue or a person."""
    before = next(
        (
            w
            for w in reversed(aligned.original[:place])
            if not (w.kind == "cue" and w.tag == "talk" and w.text in ("please", "kindly"))
        ),
        None,
    )
    if before is None or before.kind == "break":
        return True
    if before.kind == "cue":
        return before.tag in (
            "must",
            "should",
            "may",
            "not",
            "me",
            "you",
            "we",
            "only",
            "then",
            "first",
            "talk",
        )
    return before.text in ("to", "and")
