"""Short bans that a statement reports by their outcome: `no aliases`, and the aliases were removed, or not.

A statement need not repeat such a ban to keep it, and words shared with the ban do not keep it if they say
that the thing is still there. The module reads words only; callers decide verdicts.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from gates.language.similarity import statement

NEAR = 4
"""Most words between an action and the thing that it was done to."""
FAR = 8
"""Most words between a thing and its outcome: `aliases of the old reader were removed`."""
_BAN = re.compile(r"(?:(?:and|but|please|so),? ){0,2}no (?P<what>[^.!?,;:\n]{3,60})[.!]*", re.IGNORECASE)
_TAKING = frozenset(
    "delete deleted deleting drop dropped dropping eliminate eliminated eliminating gone remove removed "
    "removing without".split()
)
_ADDED = frozenset("added introduced kept left".split())
_USED = frozenset("needed used".split())
_DENIES = frozenset("not never no nothing none without hardly n't".split())
_OPEN = frozenset(
    "be should must will would could may might to needs need remain remains pending unless until".split()
)
"""Words that show that the action is still to be done, or is only possible."""
_BETWEEN = frozenset("for from about of in with using on by".split())
"""Prepositions after which something else is meant: `removed the tests for aliases`."""
_CLAUSES = re.compile(r"[.;:!?]\s|[,;]|\bbut\b|\n")
_WORD = re.compile(r"n't\b|[\w-]+?(?=n't\b)|[\w-]+", re.IGNORECASE)

Outcome = Literal["gone", "stays"]


@lru_cache(maxsize=2_000)
def banned(text: str) -> frozenset[str]:
    """Return the stems of what a short ban bans; empty if a text is no such ban."""
    ban = _BAN.fullmatch(text.strip())
    return frozenset() if ban is None else statement(ban["what"]).stems


def became_of(what: frozenset[str], stated: str) -> Outcome | None:
    """Return what a statement reports about a banned thing, or None if it reports nothing about it."""
    if not what:
        return None
    for clause in _CLAUSES.split(stated.replace("’", "'")):
        found = _of_clause(what, _WORD.findall(clause.casefold()))
        if found is not None:
            return found
    return None


def _of_clause(what: frozenset[str], words: list[str]) -> Outcome | None:
    stems = [statement(word).stems for word in words]
    places = [n for n, own in enumerate(stems) if any(_same(stem, other) for stem in what for other in own)]
    held = {stem for stem in what if any(_same(stem, other) for own in stems for other in own)}
    if not places or held != what:
        return None
    for at, word in enumerate(words):
        if word in _TAKING or word in _ADDED or word in _USED:
            near = min(places, key=lambda place: abs(place - at))
            if _is_object(words, at, near):
                return _became(words, at, near)
    return None


def _is_object(words: list[str], at: int, near: int) -> bool:
    """Return whether the action at one place is done to the thing at another, not to a related one."""
    if at < near:
        between = words[at + 1 : near]
        return len(between) <= NEAR and _BETWEEN.isdisjoint(between)
    return at - near - 1 <= FAR and _BETWEEN.isdisjoint(words[max(0, near - 2) : near])


def _became(words: list[str], at: int, near: int) -> Outcome | None:
    """Return the outcome: removed or not, added or not; mere use decides nothing."""
    before = words[max(0, at - NEAR) : at] + (words[max(0, near - 2) : near] if near < at else [])
    denied = not _DENIES.isdisjoint(before)
    waits = not _OPEN.isdisjoint(before)
    if words[at] in _TAKING:
        return "stays" if denied or waits else "gone"
    if waits:
        return None
    if words[at + 1 : at + 2] == ["out"] and words[at] in _ADDED:
        return "stays" if denied else "gone"  # left out, kept out
    return "gone" if denied else "stays" if words[at] in _ADDED else None


def _same(one: str, other: str) -> bool:
    """Return whether two stems are forms of one word.

    Stemming gives `alia` for alias, and `alias` for aliases.
    """
    short, long = sorted((one, other), key=len)
    return one == other or (len(short) > 3 and long[:-1] == short)
