"""Finds limits that a restatement adds to an item: an exception, a condition, or a narrower scope.

`Never deploy on Fridays, except hotfixes` has every word of `never deploy on Fridays` and binds less. The
module reads two statements only; callers know who else may have stated the limit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from gates.language.modality import bars, force, runs, stands_as_rule
from gates.retention.alignment import Aligned, align, alike
from gates.retention.words import PERSONS, Word, base_stem, words

MOST_NEW = 0.5
"""Share of a limit's words that the original lacks, above which the limit is new."""

Kind = Literal["exception_added", "scope_narrowed"]


@dataclass(frozen=True, slots=True)
class AddedLimit:
    """One limit that only the restatement has."""

    kind: Kind
    words: str
    """The words of the limit that the original lacks."""
    asks: bool = False
    """Whether the limit leaves the choice to the user: `unless the user asks for it`."""
    against: bool = False
    """Whether the original says outright that it applies there too."""


_ENDING = frozenset(("unless", "until", "because", "otherwise", "must", "should", "may"))
"""Tags of words that end a limit before them."""
_LIGHT = frozenset(("talk", "only", *PERSONS))
"""Tags of words that may come between a rule and its limit."""
_BEHIND = frozenset("aside excepted excluded exempt exempted".split())
"""Words that come after what they except: `small ones excepted`."""
_EXCEPTING = frozenset(("unless", "until"))
_WHERE = ("possible", "practical")
"""Last words of hedges that state a condition: `where possible`."""
_CONTRASTING = frozenset(("whereas", "by default", "given that", "assuming", "unless stated otherwise"))
"""Cues of the tag `if` that state no condition."""
_PLACING = frozenset("in on at for inside outside from to within".split())
_TIMED = frozenset(("before", "after"))
_MEASURED = frozenset(
    phrase.strip()
    for phrase in """
    over | above | below | under | more than | longer than | less than | fewer than | greater than |
    smaller than | shorter than | exceeds | at most | at least
    """.split("|")
)
_RELATIVE = frozenset("who that which whose".split())
_DETERMINERS = frozenset("the a an our my your their his her its these those new other".split())
_PARTS_OF_DAY = frozenset(base_stem(w) for w in "morning afternoon evening night noon lunchtime".split())
_INCLUDING = frozenset("even including also especially particularly not mainly notably".split())
"""Words before a limit that it does not limit: `not even on Fridays`."""
_CONSENT = frozenset(
    base_stem(w)
    for w in """
    ask approve approval permission permit consent confirm confirmation say said tell told instruct agree
    request notice otherwise explicit explicitly express expressly first beforehand prior direct directly
    further clearly specifically authorise authorize authorisation authorization sign-off okay go-ahead
    """.split()
)
_WHOLE = frozenset(
    base_stem(w)
    for w in """
    case circumstance session project repo repository codebase conversation chat future general order
    particular place time moment sake reason purpose example work total thread matter event
    """.split()
)
"""Words that limit nothing: `in any case`, `for this project`."""
_ABSTRACT = ("ity", "ness", "cy", "nce", "ty", "ing", "ment", "ance")
"""Endings of reasons: `for consistency`, `for testing`."""


@lru_cache(maxsize=20_000)
def added_limits(original: str, stated: str) -> tuple[AddedLimit, ...]:
    """Return the limits that one sentence adds to an item, exceptions first; none in doubt.

    A limit in place of another one, in words that the original does not share, is no addition.
    """
    aligned = align(original, stated)
    held = {b for _, b, _ in aligned.pairs}
    if not held:
        return ()
    found = [
        limit for p in range(len(aligned.restated)) if (limit := _exception(aligned, held, p)) is not None
    ]
    lost = _limits_lost(aligned)
    found = found[: max(0, len(found) - lost)]
    if lost or not stands_as_rule(original) or _missing(aligned):
        return tuple(found)
    banning = bars(original)
    for place in range(len(aligned.restated)):
        narrowed = _adjunct(aligned, held, place, banning) or _qualified(aligned, held, place)
        if narrowed is not None:
            found.append(narrowed)
    return tuple(found)


def limits(sentence: str) -> bool:
    """Return whether a sentence permits something or states a condition or an exception."""
    return bool(force(sentence).lifts) or any(
        word.tag in ("unless", "if", "until") for word in words(sentence)
    )


def opens_exception(sentence: str) -> bool:
    """Return whether a sentence begins with an exception to the one before it: `Except hotfixes`."""
    first = next(iter(words(sentence)), None)
    return first is not None and first.tag == "unless"


def _missing(aligned: Aligned) -> bool:
    """Return whether the restatement lacks words of the original, which the new ones may restate."""
    return any(aligned.original[place].kind == "word" for place in aligned.missing)


def _phrase(words: tuple[Word, ...], start: int) -> range:
    """Return the places of a limit from a place on, to the end of its clause."""
    end = start
    while end < len(words) and words[end].kind != "break" and words[end].text != "but":
        if end > start and words[end].tag in _ENDING:
            break
        end += 1
    return range(start, end)


def _new(aligned: Aligned, held: set[int], phrase: range) -> list[Word]:
    """Return the content words of a phrase that the original lacks; none if it has most of the phrase."""
    words = aligned.restated
    content = [p for p in phrase if words[p].counts]
    known = {word.stem for word in aligned.original if word.stem}
    written = {run for word in aligned.original for run in runs(word.text).split()}
    fresh = [
        words[p]
        for p in content
        if p not in held
        and not any(alike(words[p].stem, each) for each in known)
        and not written.issuperset(runs(words[p].text).split())
    ]
    before = words[phrase.start - 1] if phrase.start else None
    if before is not None and before.text == "but":
        return fresh
    if before is not None and before.tag == "unless" and before.text != "unless":
        return (
            fresh if 2 * len(fresh) >= len(content) else []
        )  # `except smoke tests` has the noun of the rule
    return fresh if len(fresh) > MOST_NEW * len(content) else []


def _exception(aligned: Aligned, held: set[int], place: int) -> AddedLimit | None:
    """Return the exception or condition that begins at a place, if the original has none of its words."""
    words = aligned.restated
    if words[place].tag == "hedge" and words[place].text.endswith(_WHERE):
        softened = any(word.tag == "hedge" for word in aligned.original)
        return None if softened else AddedLimit("exception_added", words[place].text)
    if words[place].text in _BEHIND:
        return _excepted(aligned, held, place)
    if (
        not _excepts(aligned, place)
        or not _of_rule(words, held, place)
        or (place and words[place - 1].text in _INCLUDING)
    ):
        return None
    phrase = _phrase(words, place + 1)
    known = {word.text for word in aligned.original}
    if (within := _included(aligned, phrase)) is not None:
        return AddedLimit("exception_added", within, against=True)
    fresh = _new(aligned, held, phrase)
    said = [p for p in phrase if words[p].kind == "cue" and base_stem(words[p].text) in _CONSENT]
    own = [word for word in fresh if word.stem not in _CONSENT]
    if not own:
        asked = [words[p].text for p in said] + [word.text for word in fresh]
        asks = bool(asked) and not known & set(asked) and not any(p in held for p in phrase)
        return AddedLimit("exception_added", " ".join(asked), asks=True) if asks else None
    return AddedLimit("exception_added", " ".join(word.text for word in own))


def _included(aligned: Aligned, phrase: range) -> str | None:
    """Return the word of an exception that the original includes: `not even for guests`."""
    mine = aligned.original
    for a, b, _ in aligned.pairs:
        clause = [p for p in range(a) if mine[p].clause == mine[a].clause]
        if b in phrase and any(mine[p].text in _INCLUDING - {"not"} for p in clause):
            return mine[a].text
    return None


def _excepted(aligned: Aligned, held: set[int], place: int) -> AddedLimit | None:
    """Return the exception that a word ends: what is between it and the comma before it."""
    words, start = aligned.restated, place
    while start > 0 and words[start - 1].kind != "break":
        start -= 1
    fresh = _new(aligned, held, range(start, place))
    return AddedLimit("exception_added", " ".join(w.text for w in fresh)) if start and fresh else None


def _of_rule(words: tuple[Word, ...], held: set[int], place: int) -> bool:
    """Return whether a limit is about the rule: its part of the sentence has words of it, or no others."""
    content = []
    for before in range(place - 1, -1, -1):
        if words[before].kind == "break":
            break
        content += [before] if words[before].counts else []
    return not content or any(each in held for each in content)


def _excepts(aligned: Aligned, place: int) -> bool:
    """Return whether a word begins an exception or a condition."""
    words = aligned.restated
    word, after = words[place], words[place + 1] if place + 1 < len(words) else None
    if word.text == "besides":
        return place > 0 and words[place - 1].kind != "break" and after is not None and after.kind != "break"
    if word.tag in _EXCEPTING:
        return word.text != "pending"
    if word.tag == "if":
        opens = place > 0 and words[place - 1].kind == "break" and word.text in ("while", "where")
        whole = not _missing(aligned) or stands_as_rule(_text(aligned.original))
        return word.text not in _CONTRASTING and not opens and whole
    if word.text == "without":
        return bars(_text(aligned.original))
    if word.text == "only":
        return place > 0 and words[place - 1].kind == "break" and bars(_text(aligned.original))
    if word.text == "not" and after is not None and after.text in ("for", "in", "on", "at", "with"):
        return place > 0 and words[place - 1].kind == "break"
    return word.text == "but" and _permits(words, place)


def _permits(words: tuple[Word, ...], place: int) -> bool:
    """Return whether the clause after a `but` permits something."""
    end = next((p for p in range(place, len(words)) if words[p].kind == "break"), len(words))
    clause = " ".join(word.text for word in words[place + 1 : end])
    return bool(force(clause).lifts) and not force(clause).restricts


def _text(words: tuple[Word, ...]) -> str:
    return " ".join(word.text for word in words if word.kind != "break")


def _limits_lost(aligned: Aligned) -> int:
    """Return how many limits of the original have no word in the restatement: one may be in other words."""
    held = {a for a, _, _ in aligned.pairs}
    words, lost = aligned.original, 0
    for place, word in enumerate(words):
        limits = word.tag in ("unless", "until", "if", "only") or word.tag in _TIMED or word.text == "without"
        content = [p for p in _phrase(words, place + 1) if words[p].counts] if limits else []
        lost += bool(content) and not any(p in held for p in content)
    return lost


def _adjunct(aligned: Aligned, held: set[int], place: int, banning: bool) -> AddedLimit | None:
    """Return the place, time, group or amount that begins here and that the rule is now limited to."""
    words = aligned.restated
    word = words[place]
    placing = word.text in _PLACING
    compared = word.text.endswith("er") and place + 1 < len(words) and words[place + 1].text == "than"
    measured = (word.text in _MEASURED or compared) and (banning or _is_held(words, held, place - 1))
    timed = word.tag in _TIMED and banning
    relative = word.text in _RELATIVE and _is_held(words, held, place - 1)
    if not (placing or measured or timed or relative) or not _attached(words, held, place):
        return None
    phrase = _phrase(words, place + 1)
    fresh = _new(aligned, held, phrase)
    if not fresh or _is_whole(words, phrase) or _limits_nothing(words, place, fresh):
        return None
    if not banning and any(each.kind == "name" for each in fresh):
        return None
    return AddedLimit("scope_narrowed", " ".join(each.text for each in fresh))


def _is_whole(words: tuple[Word, ...], phrase: range) -> bool:
    """Return whether a phrase names the whole of something: `in all tests`, not `on anything larger than`."""
    return any(words[p].tag == "all" for p in phrase) and all(words[p].text != "than" for p in phrase)


def _is_held(words: tuple[Word, ...], held: set[int], place: int) -> bool:
    return place >= 0 and (place in held or words[place].tag == "all")


def _attached(words: tuple[Word, ...], held: set[int], place: int) -> bool:
    """Return whether an adjunct belongs to words of the rule: right behind them, or before the whole rule."""
    if place == 0:
        return any(word.kind == "break" for word in words[1:]) and words[0].text != "to"
    before = place - 1
    while before > 0 and words[before].kind in ("cue", "other") and words[before].tag != "all":
        if words[before].text in _INCLUDING or words[before].tag == "because":
            return False
        if words[before].kind == "cue" and words[before].tag not in _LIGHT:
            break
        before -= 1
    return _is_held(words, held, before)


def _limits_nothing(words: tuple[Word, ...], place: int, fresh: list[Word]) -> bool:
    """Return whether an adjunct is a reason, a purpose, or the whole of what the rule is about."""
    if all(word.stem in _WHOLE for word in fresh):
        return True
    text, after = words[place].text, words[place + 1].text
    if text == "to":
        return after not in _DETERMINERS
    return text == "for" and fresh[-1].text.endswith(_ABSTRACT) and after not in _DETERMINERS


def _qualified(aligned: Aligned, held: set[int], place: int) -> AddedLimit | None:
    """Return the word by which a general noun is narrowed: `every exported function`, `Friday evenings`."""
    words, word = aligned.restated, aligned.restated[place]
    if place in held or word.kind != "word" or place == 0:
        return None
    if word.stem in _PARTS_OF_DAY and place - 1 in held:
        return AddedLimit("scope_narrowed", word.text)
    if place + 1 not in held or not _general(words[place - 1]):
        return None
    mine = next(a for a, b, _ in aligned.pairs if b == place + 1)
    if mine > 0 and _general(aligned.original[mine - 1]):
        return AddedLimit("scope_narrowed", word.text)
    return None


def _general(word: Word) -> bool:
    return word.tag == "all" or word.text == "no"
