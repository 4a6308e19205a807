"""Detects what comes first and is restated as coming later, or the reverse.

`Before`, `after`, `until` and `then` say which of two parts comes first. A main clause that denies or delays
turns them: what is not done before a vote, or waits until it, is done after it.
"""

from __future__ import annotations

from collections import Counter

from gates.retention.alignment import Aligned
from gates.retention.words import Word, base_stem

LEAST_LIST = 3
"""Fewest parts of a list whose order counts."""
_EARLY, _LATE = 0, 1
_LAST = frozenset(("last", "finally", "lastly", "in the end"))
_TIMES = ("before", "after", "until", "then", "follows")
_INVERTING = frozenset("do does did may can must should will shall is are".split())
_SUBJECTS = frozenset("i we you he she it they the".split())
_DENIALS = frozenset(
    ("not", "no", "never", "nobody", "no one", "nothing", "avoid", "refrain from")
) | frozenset(
    ("not allowed", "not permitted", "never allowed", "never permitted", "forbidden", "prohibited", "banned")
)
_DELAYS = frozenset(map(base_stem, "wait hold postpone delay defer withhold".split()))
_OVER = frozenset("has have had done finished complete completed over through".split())
_FROM = frozenset(("from", "since", "starting"))
CONTRASTS = frozenset(("while", "whereas"))
JOINS = frozenset(("and", "but")) | CONTRASTS


def parts_of(words: tuple[Word, ...], joins: frozenset[str] = JOINS) -> list[int]:
    """Return the part of a statement that each word belongs to: clauses, split further at joining words."""
    part = 0
    found = []
    for word in words:
        part += word.kind == "break" or word.text in joins
        found.append(part)
    return found


def _times(words: tuple[Word, ...]) -> dict[int, int] | None:
    """Return for each content word whether it comes first or later.

    None if no word of time says so, or there are no content words.
    """
    for place, word in enumerate(words):
        if word.text in _LAST and words[place + 1 : place + 2] and words[place + 1].kind == "break" and place:
            continue  # `Z comes last, after Y`: `last` says nothing of what follows
        if (word.tag in _TIMES and word.kind == "cue") or _is_when_done(words, place):
            return _around(words, place, word.tag) or _ranked(words)
    return _ranked(words)


def _steps(words: tuple[Word, ...]) -> list[int] | None:
    """Return the step of each word in a statement of three or more steps, else None."""
    step, found = 0, []
    for word in words:
        step += (word.tag == "then" and word.kind == "cue") or word.text in _LAST - {"last", "finally"}
        found.append(step)
    return found if step + 1 >= LEAST_LIST else None


def _ranked(words: tuple[Word, ...]) -> dict[int, int] | None:
    """Like `_times`, for a statement that calls a part first or last; the other parts are the opposite."""
    parts = parts_of(words)
    ranks: dict[int, int] = {}
    for place, word in enumerate(words):
        if word.tag == "first" or word.text in _LAST:
            ranks.setdefault(parts[place], _LATE if word.text in _LAST else _EARLY)
    if not ranks:
        return None
    others = _EARLY + _LATE - next(iter(ranks.values()))
    return {p: ranks.get(parts[p], others) for p, word in enumerate(words) if word.counts} or None


def _around(words: tuple[Word, ...], place: int, tag: str) -> dict[int, int] | None:
    start = max((p for p in range(place) if words[p].text == ";"), default=0)
    left = [p for p in range(start, place) if words[p].counts]
    right = [p for p in range(place + 1, len(words)) if words[p].counts]
    comma = next((p for p in range(place + 1, len(words)) if words[p].kind == "break"), len(words))
    if not left:
        if not [p for p in right if p > comma]:
            comma = _inverted(words, place) or _second_subject(words, place) or comma
        # `Before X, Y`: the comma ends the part that the connective governs.
        left = [p for p in right if p > comma]
        right = [p for p in right if p < comma]
    elif tag != "then":
        right = [p for p in right if p < comma]
    if tag in ("then", "follows") and not [p for p in right if p < comma] and len(left) > 1:
        return _trailing(words, left)
    if not left or not right:
        return None
    follows = tag not in ("before", "until", "then")
    if tag not in {"then", "follows"} and is_put_off(words, place, left):
        follows = not follows
    early, late = (right, left) if follows else (left, right)
    return {**dict.fromkeys(early, _EARLY), **dict.fromkeys(late, _LATE)}


def _is_when_done(words: tuple[Word, ...], place: int) -> bool:
    """Return whether `when` means after: its clause says that something is over."""
    if words[place].text != "when":
        return False
    end = next((p for p in range(place, len(words)) if words[p].kind == "break"), len(words))
    return any(word.text in _OVER for word in words[place:end])


def is_put_off(words: tuple[Word, ...], place: int, main: list[int]) -> bool:
    """Return whether a main clause, given by its content words, denies or delays what it states."""
    start = main[0]
    while start > 0 and words[start - 1].kind != "break" and start - 1 != place:
        start -= 1
    held = words[start : max(main[-1] + 1, place)]
    return words[place].text == "pending" or any(
        word.text in _DENIALS or base_stem(word.text) in _DELAYS for word in held
    )


def _inverted(words: tuple[Word, ...], place: int) -> int:
    """Return where the main clause begins in `only after X do we Y`, or 0 if it is not inverted."""
    opening = range(place + 2, len(words) - 1)
    return next((p for p in opening if words[p].text in _INVERTING and words[p + 1].text in _SUBJECTS), 0)


def _second_subject(words: tuple[Word, ...], place: int) -> int:
    """Return where the main clause begins in `before it is served the soup is heated`, or 0 if unclear."""
    for p in range(place + 2, len(words) - 1):
        if words[p].text in _SUBJECTS and words[p - 1].counts:
            binds = any(word.tag in ("must", "should", "may") or word.text == "is" for word in words[p:])
            return p if binds else 0
    return 0


def _trailing(words: tuple[Word, ...], left: list[int]) -> dict[int, int] | None:
    """Return the times of `X, Y afterwards` and `X and Y afterwards`: the last part comes later."""
    cuts = [p for p in range(left[0] + 1, left[-1]) if words[p].kind == "break" or words[p].text in JOINS]
    if not cuts:
        return None
    return {p: _LATE if p > cuts[-1] else _EARLY for p in left}


def reordered(aligned: Aligned) -> bool:
    """Return whether what comes first is restated as coming later."""
    sides = (aligned.original, aligned.restated)
    mine, theirs = map(_steps, sides)
    if mine is not None and theirs is not None:
        return _is_inverted(aligned, mine, theirs)
    if None in (times := [_times(side) for side in sides]):
        return _shuffled(aligned)
    ranked = [_ranked(side) for side in sides]
    if _turned(aligned, *times) or (None not in ranked and _turned(aligned, *ranked)):
        return True
    led = [any(word.tag == "then" and word.text not in _LAST for word in side) for side in sides]
    return all(led) and _shuffled(aligned)


def _moves(
    aligned: Aligned, original: dict[int, int] | None, stated: dict[int, int] | None
) -> list[tuple[int, int]]:
    """Return for each matched word whether it comes first or later: in the original, in the restatement."""
    if original is None or stated is None:
        return []
    return [(original[a], stated[b]) for a, b, _ in aligned.pairs if a in original and b in stated]


def _turned(aligned: Aligned, original: dict[int, int] | None, stated: dict[int, int] | None) -> bool:
    moves = _moves(aligned, original, stated)
    turned = sum(mine != theirs for mine, theirs in moves)
    crossed = {(_EARLY, _LATE), (_LATE, _EARLY)} <= set(moves)
    return 2 * turned > len(moves) or (crossed and 2 * turned >= len(moves))


def _is_inverted(aligned: Aligned, mine: list[int], theirs: list[int]) -> bool:
    """Return whether the later of two words, by the step that is given for each, became the earlier."""
    stems = Counter(
        word.stem for side in (aligned.original, aligned.restated) for word in side if word.counts
    )
    at = [(mine[a], theirs[b]) for a, b, _ in aligned.pairs if stems[aligned.original[a].stem] <= 2]
    return any(a < c and b > d for a, b in at for c, d in at)


def named_in_reverse(aligned: Aligned) -> bool:
    """Return whether both agree on which of two things comes first, and only one names it first."""
    original, stated = _times(aligned.original), _times(aligned.restated)
    if original is None or stated is None or original[min(original)] == stated[min(stated)]:
        return False
    moves = set(_moves(aligned, original, stated))
    # A verb that both share may be with either thing.
    return {(_EARLY, _EARLY), (_LATE, _LATE)} <= moves and not {(_EARLY, _LATE), (_LATE, _EARLY)} <= moves


def _shuffled(aligned: Aligned) -> bool:
    """Return whether three or more parts of a list are in another order."""
    mine, theirs = parts_of(aligned.original), parts_of(aligned.restated)
    where: dict[int, set[int]] = {}
    for a, b, _ in aligned.pairs:
        where.setdefault(mine[a], set()).add(theirs[b])
    stated = [min(parts) for _, parts in sorted(where.items()) if len(parts) == 1]
    return len(where) == len(stated) == len(set(stated)) >= LEAST_LIST and stated != sorted(stated)


def ends_when_begun(aligned: Aligned) -> bool | None:
    """Return whether what ends at a time is restated as beginning then, or the reverse.

    False if it is the same: `not until Monday` is `from Monday`. None if the two are not restated so.
    """
    missing = set(aligned.missing)
    for a, b, _ in aligned.pairs:
        mine, theirs = _limit(aligned.original, a), _limit(aligned.restated, b)
        if mine is None or theirs is None or mine[0] == theirs[0]:
            continue
        if not missing & set(_main(aligned.original, mine[1])):
            return _put_off(aligned.original, mine[1]) == _put_off(aligned.restated, theirs[1])
    return None


def _put_off(words: tuple[Word, ...], place: int) -> bool:
    main = _main(words, place)
    return bool(main) and is_put_off(words, place, main)


def _limit(words: tuple[Word, ...], place: int) -> tuple[bool, int] | None:
    """Return whether a word ends a time (or begins it), and the place of the word that says so."""
    for near in range(place - 1, max(-1, place - 4), -1):
        word = words[near]
        if word.kind == "cue" and word.tag == "until":
            return True, near
        if word.text in _FROM:
            return False, near
        if word.kind in ("break", "cue"):
            return None
    return None


def _main(words: tuple[Word, ...], place: int) -> list[int]:
    """Return the places of the content words to which a time at a place applies."""
    before = [p for p in range(place) if words[p].counts]
    comma = next((p for p in range(place, len(words)) if words[p].kind == "break"), len(words))
    return before or [p for p in range(comma, len(words)) if words[p].counts]
