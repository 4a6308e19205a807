"""What a retelling changed: every difference between two aligned statements, by class.

An edit says what kind of word was left out, added or exchanged, and what that makes of the statement. Words of
conversation and reasons may go; whatever limits, orders, names, counts or denies may not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gates.language.numerals import within
from gates.report import Retention
from gates.retention.alignment import Aligned
from gates.retention.cues import LIGHT_VERBS
from gates.retention.exchanges import exchanged, reordered, subject_changed
from gates.retention.words import Word, base_stem

CLAUSE_HELD = 0.5
"""Share of a condition's words that must stand in a retelling."""
CHATTER_HELD = 0.34
"""Share of the words of a clause from which it is told, not passed over."""
NEGATED_FROM = 0.3
"""Share of the matched words that stand under a negation on one side only."""
FEW = 2
"""Words of a clause without name, number or condition that may be left out as a remark."""

_CONDITIONS = frozenset(("if", "unless", "until", "otherwise"))
_LIGHT = frozenset(base_stem(verb) for verb in LIGHT_VERBS)
_COURTESY = frozenset("mind think help possibl wish like feel sens necessari agre care".split())
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
    """One difference: its class, and the verdict it brings."""

    kind: str
    verdict: Retention


@dataclass(frozen=True, slots=True)
class Reading:
    """All differences of a retelling, hard ones first, with the words left over."""

    edits: tuple[Edit, ...]
    missing: tuple[Word, ...]
    """Content words that nothing tells and that no edit explains."""
    new: tuple[Word, ...]
    held: float
    """Share of the content words that are told."""


def read_edits(aligned: Aligned) -> Reading:
    """Class every difference of an aligned pair."""
    remarks = _remarks(aligned)
    missing = [place for place in aligned.missing if aligned.said[place].clause not in remarks]
    edits = [
        *_conditions(aligned, remarks),
        *_names(aligned, missing),
        *_numbers(aligned, missing),
        *_quantifiers(aligned, remarks),
        *_modals(aligned, remarks),
        *_negations(aligned, remarks),
        *_orders(aligned),
    ]
    left = [aligned.said[p] for p in missing if aligned.said[p].kind == "word" and not aligned.said[p].proper]
    counted = sum(w.counts and w.clause not in remarks for w in aligned.said)
    new = [p for p in aligned.new if aligned.told[p].stem not in _LIGHT]
    verbs = [p for p in missing if aligned.said[p].kind == "word" and _is_verb(aligned, p)]
    if left and new and (verbs or _replaced(aligned, missing)):
        edits.append(Edit("verb" if verbs else "word", Retention.UNCERTAIN))
    elif verbs and _light(aligned):
        # `It may only go to X` for `only send it to X`: the verb is told by one that says little.
        left.remove(aligned.said[verbs[0]])
        missing.remove(verbs[0])
    held = round(1 - len(missing) / counted, 6) if counted else 0.0
    return Reading(tuple(edits), tuple(left), tuple(aligned.told[p] for p in aligned.new), held)


def _clauses(words: tuple[Word, ...]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for place, word in enumerate(words):
        if word.kind != "break":
            found.setdefault(word.clause, []).append(place)
    return found


def _light(aligned: Aligned) -> bool:
    """Whether a verb that only holds the sentence together stands in the clauses that tell."""
    told = {aligned.told[b].clause for _, b, _ in aligned.pairs}
    light = (base_stem(word.text) in _LIGHT for word in aligned.told if word.clause in told)
    return any(light)


def _replaced(aligned: Aligned, missing: list[int]) -> bool:
    """Whether another word stands where one is missing, between the same neighbours."""
    where = {a: b for a, b, _ in aligned.pairs}
    new = {p for p in aligned.new if aligned.told[p].stem not in _LIGHT}
    for place in missing:
        before = where.get(_near(aligned.said, place, -1))
        after = where.get(_near(aligned.said, place, 1))
        if before is not None and _near(aligned.told, before, 1) in new:
            return True
        if after is not None and _near(aligned.told, after, -1) in new:
            return True
    return False


def _near(words: tuple[Word, ...], place: int, step: int) -> int:
    """The place of the next content word of the same clause to one side, -1 for none."""
    near = place + step
    while 0 <= near < len(words) and words[near].kind != "break":
        if words[near].counts:
            return near
        near += step
    return -1


def _remarks(aligned: Aligned) -> frozenset[int]:
    """Clauses of what was said that only talk or give a reason: they need not be told."""
    held = {mine for mine, _, _ in aligned.pairs}
    found = set()
    clauses = _clauses(aligned.said)
    main = [c for c, places in clauses.items() if not any(aligned.said[p].tag in _CONDITIONS for p in places)]
    told_main = any(p in held for c in main for p in clauses[c])
    for clause, places in clauses.items():
        words = [aligned.said[p] for p in places]
        content = [p for p in places if aligned.said[p].counts]
        tags = {word.tag for word in words}
        share = sum(p in held for p in content) / len(content) if content else 0.0
        if share >= CHATTER_HELD and content:
            continue
        if tags & _CONDITIONS and not {aligned.said[p].stem for p in content} <= _COURTESY:
            continue
        if clause in main and not told_main:
            continue
        exact = any(aligned.said[p].kind != "word" for p in content)
        if "because" in tags or (not exact and ("me" in tags or len(content) <= FEW)):
            found.add(clause)
    return frozenset(found)


def _conditions(aligned: Aligned, remarks: frozenset[int]) -> Iterator[Edit]:
    held = {mine for mine, _, _ in aligned.pairs}
    for clause, places in _clauses(aligned.said).items():
        tag = next((aligned.said[p].tag for p in places if aligned.said[p].tag in _CONDITIONS), "")
        content = [p for p in places if aligned.said[p].counts]
        if not tag or not content or clause in remarks:
            continue
        if sum(p in held for p in content) < CLAUSE_HELD * len(content):
            yield Edit("condition", Retention.WEAKENED)
    told = {aligned.told[b].clause for _, b, _ in aligned.pairs}
    added = any(w.tag == "unless" and w.clause in told for w in aligned.told)
    if added and not any(w.tag in ("unless", "if", "not", "only") for w in aligned.said):
        yield Edit("exception", Retention.UNCERTAIN)


def _names(aligned: Aligned, missing: list[int]) -> Iterator[Edit]:
    lost = [aligned.said[p] for p in missing if aligned.said[p].kind == "name" or aligned.said[p].proper]
    if lost:
        new = [aligned.told[p] for p in aligned.new]
        rival = any(word.kind == "name" or word.proper for word in new)
        yield Edit("name", Retention.MUTATED if rival else Retention.WEAKENED)


def _numbers(aligned: Aligned, missing: list[int]) -> Iterator[Edit]:
    lost = [p for p in missing if aligned.said[p].kind == "number" and not _rounded(aligned, p)]
    if lost:
        rival = any(aligned.told[p].kind == "number" for p in aligned.new)
        yield Edit("number", Retention.MUTATED if rival else Retention.WEAKENED)
    for a, b, _ in aligned.pairs:
        mine, theirs = aligned.said[a], aligned.told[b]
        if mine.kind == "number":
            if mine.unit and theirs.unit and mine.unit != theirs.unit:
                yield Edit("unit", Retention.MUTATED)
            bounds = _bound(aligned.said, a), _bound(aligned.told, b)
            if set(bounds) == {"over", "under"}:
                yield Edit("bound", Retention.MUTATED)


_ABOUT = frozenset("about around roughly approximately nearly almost some ca".split())


def _value(word: Word) -> float | None:
    try:
        return float(word.stem[1:])
    except ValueError:
        return None


def _rounded(aligned: Aligned, place: int) -> bool:
    """Whether a number is told in round figures: `about 1,200` for 1,187, `over 500` for 512."""
    value = _value(aligned.said[place])
    for near in aligned.new:
        other = _value(aligned.told[near]) if aligned.told[near].kind == "number" else None
        if value is None or other is None:
            continue
        before = {word.text for word in aligned.told[max(0, near - 2) : near]}
        loose = "about" if before & _ABOUT else _bound(aligned.told, near)
        if (loose and within(other, value, loose)) or within(
            other, value, "under" if before & _ABOUT else loose
        ):
            return True
    return False


def _bound(words: tuple[Word, ...], place: int) -> str:
    beside = [*words[max(0, place - 3) : place], *words[place + 1 : place + 3]]
    return next((word.tag for word in beside if word.tag in ("over", "under")), "")


def _tags(words: tuple[Word, ...], clauses: frozenset[int]) -> set[str]:
    return {word.tag for word in words if word.tag and word.clause in clauses}


def _sides(aligned: Aligned, remarks: frozenset[int]) -> tuple[frozenset[int], frozenset[int]]:
    """Clauses of both sides that have anything to do with each other."""
    mine = frozenset(w.clause for w in aligned.said if w.clause not in remarks)
    theirs = {aligned.told[b].clause for _, b, _ in aligned.pairs}
    beside = {clause + step for clause in theirs for step in (-1, 1)}
    empty = {c for c in beside if not any(w.counts for w in aligned.told if w.clause == c)}
    return mine, frozenset(theirs | empty)


def _quantifiers(aligned: Aligned, remarks: frozenset[int]) -> Iterator[Edit]:
    mine, theirs = _sides(aligned, remarks)
    said, told = _tags(aligned.said, mine), _tags(aligned.told, theirs)
    part = {"some", "most"}
    if "only" in said and not told & {"only", "not", "unless", "under", "over", "otherwise"}:
        yield Edit("quantifier", Retention.WEAKENED)
    elif "only" in told and not said & {"only", "not", "unless", "under"}:
        yield Edit("quantifier", Retention.MUTATED)
    if told & part and not said & part:
        yield Edit("quantifier", Retention.WEAKENED)
    elif "all" in told and said & part and "all" not in said:
        yield Edit("quantifier", Retention.MUTATED)
    elif said & part and not told & part and "not" not in said:
        yield Edit("quantifier", Retention.UNCERTAIN)
    if _not_all(aligned.said, mine) != _not_all(aligned.told, theirs) and "not" in said & told:
        yield Edit("quantifier", Retention.UNCERTAIN)


def _not_all(words: tuple[Word, ...], clauses: frozenset[int]) -> bool:
    """Whether a clause denies that all of something is so: `not every`, `not all`."""
    pairs = zip(words, words[1:], strict=False)
    return any(
        a.tag == "not" and b.tag == "all" and b.text in ("all", "every") and a.clause in clauses
        for a, b in pairs
    )


def _force(words: tuple[Word, ...], clauses: frozenset[int]) -> set[str]:
    """How firmly the clauses of a statement bind; `plain` where no word says."""
    found = set()
    for clause in clauses:
        held = [word for word in words if word.clause == clause]
        tags = {word.tag for word in held}
        if any(word.tag == "must" and word.text not in _PLAIN_MUST for word in held):
            found.add("must")
        elif "may" in tags:
            found.add("plain" if tags & {"not", "only", "unless"} else "may")
        elif "hedge" in tags:
            found.add("hedge")
        elif "should" in tags:
            found.add("plain" if "not" in tags else "should")
        elif "must" in tags:
            found.add("needed")
    return found or {"plain"}


def _modals(aligned: Aligned, remarks: frozenset[int]) -> Iterator[Edit]:
    mine, theirs = _sides(aligned, remarks)
    said, told = _force(aligned.said, mine), _force(aligned.told, theirs)
    soft = {"should", "hedge", "may"}
    if (
        ("may" in told and "may" not in said)
        or ("hedge" in told and not said & soft)
        or ("should" in told and said & {"must", "needed"} and not said & soft)
    ):
        yield Edit("modal", Retention.WEAKENED)
    elif ("may" in said and "may" not in told) or (said & {"should", "hedge"} and "must" in told):
        yield Edit("modal", Retention.MUTATED)


_AFTER = frozenset(("never allowed", "never permitted", "not allowed", "not permitted", "exempt", "left out", "omitted", "forbidden", "prohibited", "banned", "unwanted", "disallowed", "out of scope", "off limits",
                    "off-limits", "barred", "missing", "lacking"))  # fmt: skip


def _denied(words: tuple[Word, ...]) -> list[bool]:
    """For each word whether an odd number of negations of its clause reaches it."""
    found = []
    for place, word in enumerate(words):
        count = 0
        for other, each in enumerate(words):
            if each.tag == "not" and each.clause == word.clause:
                count += other < place or each.text in _AFTER
        found.append(count % 2 == 1)
    return found


def _negations(aligned: Aligned, remarks: frozenset[int]) -> Iterator[Edit]:
    pairs = [(a, b) for a, b, _ in aligned.pairs if aligned.said[a].clause not in remarks]
    if not pairs:
        return
    mine, theirs = _sides(aligned, remarks)
    said, told = _tags(aligned.said, mine), _tags(aligned.told, theirs)
    if (
        "not" in said
        and "not" not in told
        and not told & {"only", "unless", "under", "over", "until", "before", "after"}
    ):
        yield Edit("negation", Retention.CONTRADICTED)
        return
    if (
        "not" in told
        and "not" not in said
        and not said & {"only", "unless", "under", "over", "until", "before", "after"}
    ):
        yield Edit("negation", Retention.CONTRADICTED)
        return
    if _prefixed(aligned) and ("not" in said) == ("not" in told):
        yield Edit("negation", Retention.CONTRADICTED)
        return
    first, second = _denied(aligned.said), _denied(aligned.told)
    pairs = [(a, b) for a, b in pairs if _is_verb(aligned, a)] or pairs
    turned = sum(first[a] != second[b] for a, b in pairs)
    odd = _nots(aligned.said, mine) % 2 != _nots(aligned.told, theirs) % 2
    if (
        odd
        and turned >= NEGATED_FROM * len(pairs)
        and not (said | told) & {"only", "unless", "under", "over", "until"}
    ):
        yield Edit("negation", Retention.UNCERTAIN)


def _nots(words: tuple[Word, ...], clauses: frozenset[int]) -> int:
    return sum(word.tag == "not" and word.clause in clauses for word in words)


def _prefixed(aligned: Aligned) -> bool:
    """Whether a word is told as its opposite by a prefix: `unchanged` for `changed`."""
    mine = {aligned.said[p].stem for p in aligned.missing}
    theirs = {aligned.told[p].stem for p in aligned.new}
    return any(
        prefix + a in b
        for a, b in ((mine, theirs), (theirs, mine))
        for a in a
        for prefix in ("un", "dis", "non", "in", "non-")
    )


def _orders(aligned: Aligned) -> Iterator[Edit]:
    if reordered(aligned):
        yield Edit("order", Retention.MUTATED)
    elif exchanged(aligned):
        yield Edit("role", Retention.MUTATED)
    if subject_changed(aligned):
        yield Edit("role", Retention.MUTATED)


_NOUN_BEFORE = frozenset(
    "the a an of in on for with from to at by this that these those its their his her our".split()
)


def _is_verb(aligned: Aligned, place: int) -> bool:
    """Whether a word is what shall be done: it opens a clause, or follows a cue or a person."""
    before = next(
        (
            w
            for w in reversed(aligned.said[:place])
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
    return before.text == "to" or before.text == "and"
