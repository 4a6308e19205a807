"""Detects two things that changed places: what replaces what, from where to where, who does what to whom."""

from __future__ import annotations

from collections import Counter

from gates.retention.alignment import Aligned
from gates.retention.preferences import rejects
from gates.retention.times import CONTRASTS, JOINS, parts_of
from gates.retention.words import PERSONS, Word

NEAR = 3
"""Words to either side that show a word's role."""
MARGIN = 2
"""How much better the company of the other word must fit before two words count as exchanged."""
MOST_PAIRS = 24
"""Most matched groups that are checked for exchanges."""
MOST_PARTS = 12
"""Most parts of a statement that are checked for exchanges."""
LEAST_STATED = 3
"""Fewest matching pairs of parts that can show an exchange of parts."""
_LIGHT = ("keep", "leave", "use", "take", "put")
"""Verbs without a topic that still state what happens to one of two parts."""
_POSSESSIVES = frozenset("my your our".split())
_SAME_WAY = {"into": "to", "onto": "to", "towards": "to", "toward": "to", "off": "from"}
_WAYS = frozenset(
    "to from with over by for of against under into onto towards toward than via per on in at".split()
)
_AUXILIARIES = frozenset("is are was were be been being gets get got".split())
_INFORMATIVE = frozenset(("to", "from", "with", "over", "by", "per", "instead"))
_PLACES = frozenset(("in", "at", "on"))


def _groups(aligned: Aligned) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return runs of matched words that are adjacent on both sides: `config file` is one thing."""
    found: list[tuple[tuple[int, int], tuple[int, int]]] = []
    for a, b, _ in aligned.pairs[: 3 * MOST_PAIRS]:
        if found:
            (first, last), (begin, end) = found[-1]
            if a == last + 1 and b == end + 1:
                found[-1] = ((first, a), (begin, b))
                continue
        found.append(((a, a), (b, b)))
    return found[:MOST_PAIRS]


def _company(words: tuple[Word, ...], span: tuple[int, int], ids: dict[int, int]) -> set[tuple[str, object]]:
    """Return the company of a group: the words right beside it, and the matched words of its clause."""
    found: set[tuple[str, object]] = set()
    first, last = span
    for start, step, side in ((first - 1, -1, "left"), (last + 1, 1, "right")):
        near = start
        while 0 <= near < len(words) and words[near].text in ("the", "a", "an"):
            near += step
        if not 0 <= near < len(words) or words[near].kind == "break":
            found.add((side, "edge"))
        else:
            word = words[near]
            found.add((side, ids.get(near, word.tag or _SAME_WAY.get(word.stem, word.stem))))
    for near in range(max(0, first - NEAR), min(len(words), last + NEAR + 1)):
        if not first <= near <= last and near in ids and words[near].clause == words[first].clause:
            found.add(("by", ids[near]))
            found.add(("before" if near < first else "behind", ids[near]))
    return found


def _way(words: tuple[Word, ...], place: int) -> str:
    """Return the preposition that leads to a word, through at most three words of its own phrase.

    For `to the one in X` it is `to`.
    """
    for near in range(place - 1, max(-1, place - 4), -1):
        word = words[near]
        if rejects(words, near):
            return "instead"
        if word.text in _POSSESSIVES or (word.tag == "talk" and rejects(words, near - 1)):
            continue
        if word.kind in ("break", "name", "number") or (word.kind == "cue" and word.text not in _WAYS):
            return ""
        if word.text == "of" and near and words[near - 1].text == "out":
            return "from"
        if word.text in _PLACES:
            return _direction(words, near) or word.text
        if word.text in _WAYS:
            return _SAME_WAY.get(word.text, word.text)
    return ""


def _direction(words: tuple[Word, ...], place: int) -> str:
    """Return the direction of the thing at a place, `to` or `from`, or "" if no word states one."""
    for near in range(place - 1, max(-1, place - 4), -1):
        way = _SAME_WAY.get(words[near].text, words[near].text)
        if words[near].kind == "break" or words[near].text in JOINS:
            return ""
        if way in ("to", "from"):
            return way
    return ""


def exchanged(aligned: Aligned) -> bool:
    """Return whether two words changed company: who does what, from where to where, this for that."""
    groups = _groups(aligned)
    original_ids = {p: n for n, ((i, j), _) in enumerate(groups) for p in range(i, j + 1)}
    restated_ids = {p: n for n, (_, (i, j)) in enumerate(groups) for p in range(i, j + 1)}
    original = [_company(aligned.original, span, original_ids) for span, _ in groups]
    stated = [_company(aligned.restated, span, restated_ids) for _, span in groups]
    ways = [(_way(aligned.original, a[0]), _way(aligned.restated, b[0])) for a, b in groups]
    passive = _stated_in_passive(aligned, groups)
    if any({said, stated} == {"from", "to"} for said, stated in ways):
        return True
    for x in range(len(groups)):
        for y in range(x + 1, len(groups)):
            (xs, xt), (ys, yt) = ways[x], ways[y]
            if aligned.original[groups[x][0][0]].kind != aligned.original[groups[y][0][0]].kind:
                continue
            if xs != ys and xs == yt and ys == xt and {xs, ys} & _INFORMATIVE:
                return True
            if (
                passive
                or "by" in (xt, yt)
                or original[x].isdisjoint(stated[y])
                or original[y].isdisjoint(stated[x])
            ):
                continue
            out = {(how, n) for how in ("by", "left", "right", "before", "behind") for n in (x, y)}
            sx, sy, tx, ty = original[x] - out, original[y] - out, stated[x] - out, stated[y] - out
            swaps = len(sx & ty) + len(sy & tx)
            third = _thirds((sx & ty) - sy - tx) and _thirds((sy & tx) - sx - ty)
            if third and (xs, ys) == (yt, xt) and swaps >= len(sx & tx) + len(sy & ty) + MARGIN:
                return True
    return _mixed(aligned)


def _thirds(company: set[tuple[str, object]]) -> bool:
    """Return whether a matched group, not only a small word, indicates an exchange."""
    return any(isinstance(what, int) for _, what in company)


def _stated_in_passive(aligned: Aligned, groups: list[tuple[tuple[int, int], tuple[int, int]]]) -> bool:
    """Return whether only one side has an auxiliary before a verb: subject and object then change places."""
    return any(_auxiliary(aligned.original, a[0]) != _auxiliary(aligned.restated, b[0]) for a, b in groups)


def _auxiliary(words: tuple[Word, ...], place: int) -> bool:
    return place > 0 and words[place - 1].text in _AUXILIARIES


def _mixed(aligned: Aligned) -> bool:
    """Return whether two parallel parts exchanged their topics.

    `while` may separate two things, or state a time.
    """
    return any(_mixed_at(aligned, joins) for joins in (JOINS, JOINS - CONTRASTS))


def _mixed_at(aligned: Aligned, joins: frozenset[str]) -> bool:
    mine, theirs = parts_of(aligned.original, joins), parts_of(aligned.restated, joins)
    stems = Counter(w.stem for w in aligned.original if w.counts)
    table: Counter[tuple[int, int]] = Counter()
    for a, b, _ in aligned.pairs:
        if stems[aligned.original[a].stem] == 1:
            table[(mine[a], theirs[b])] += 1
    for marked in (*PERSONS, "otherwise", *_LIGHT):
        where = [
            [p for p, w in enumerate(side) if marked in (w.tag, w.text)]
            for side in (aligned.original, aligned.restated)
        ]
        if len(where[0]) == len(where[1]) == 1:
            table[(mine[where[0][0]], theirs[where[1][0]])] += 1
    if len(table) < LEAST_STATED:
        return False
    full = (
        _full(aligned.original, mine, {a for a, _, _ in aligned.pairs}),
        _full(aligned.restated, theirs, {b for _, b, _ in aligned.pairs}),
    )
    shared = any(_resumes(aligned.original, mine, part) for part in set(mine))
    return _crossed(table, full, shared)


_PRONOUNS = frozenset("it they he she this that these those".split())


def _resumes(words: tuple[Word, ...], parts: list[int], part: int) -> bool:
    """Return whether a later part begins with a pronoun: it shares the subject of the part before."""
    own = [word for word, each in zip(words, parts, strict=True) if each == part and word.kind != "break"]
    opening = [word.text for word in own if word.text not in JOINS][:1]
    return part > min(parts) and not _PRONOUNS.isdisjoint(opening)


def _full(words: tuple[Word, ...], parts: list[int], matched: set[int]) -> set[int]:
    """Return the parts of a statement whose content words all match."""
    lacking = {part for place, part in enumerate(parts) if words[place].counts and place not in matched}
    return set(parts) - lacking


def _crossed(table: Counter[tuple[int, int]], full: tuple[set[int], set[int]], shared: bool) -> bool:
    """Return whether two rows of a table of parts share the same two columns.

    Three of the four cells suffice, unless a word that both parts share was only stated with the other one:
    in `it reads X and writes Y`. Then everything else matches, and each part moved with two words or more.
    Parts with the same subject, in `shared`, share it with either part of the restatement.
    """
    rows = sorted({a for a, _ in table})[:MOST_PARTS]
    columns = sorted({b for _, b in table})[:MOST_PARTS]
    for n, a in enumerate(rows):
        for other in rows[n + 1 :]:
            for m, b in enumerate(columns):
                for next_ in columns[m + 1 :]:
                    cells = [(r, c) in table for r in (a, other) for c in (b, next_)]
                    if all(cells):
                        return True
                    two = len(rows) == len(columns) == 2
                    if sum(cells) == 3 and cells[1] and cells[2] and two and not shared:
                        row, column = (other, next_) if cells[0] else (a, b)
                        together = min(table[(a, next_)], table[(other, b)]) > 1
                        if not together or row not in full[0] or column not in full[1]:
                            return True
    return False
