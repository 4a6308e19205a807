"""Detects a part in a rule or a task that went from one person to another: `ask me`, `ask the maintainer`."""

from __future__ import annotations

from collections.abc import Iterator

from gates.retention.alignment import Aligned
from gates.retention.clause_arguments import AUXILIARIES, arguments_of, phrase_from
from gates.retention.people import is_agent, is_people
from gates.retention.words import PERSONS, Word, base_stem

_TOWARDS = ("to", "by", "with", "from", "for")
_HOLDS = frozenset(
    base_stem(verb) for verb in "choose confirm decide do get give keep make put set take tell use".split()
)
"""Verbs without a topic of their own whose subject still matters."""

_ALONE = frozenset("i me we us you they them myself yourself ourselves themselves".split())
_THIRD = frozenset("they them their theirs themselves".split())
_Who = tuple[str, object]
"""The tag of a person or an owner, a matched word by its pair's number, or an unmatched one by its stem."""
_Part = tuple[str, object]
"""A verb's subject or object, or what follows a preposition or an auxiliary."""
_Parts = dict[_Part, set[_Who]]


def person_replaced(aligned: Aligned) -> bool:
    """Return whether somebody else is the subject or object of a shared verb, or follows a preposition."""
    said, stated = _parts(aligned, 0), _parts(aligned, 1)
    both = sorted(said.keys() & stated.keys(), key=str)
    if any(_replaced(said[part], stated[part]) for part in both):
        return True
    return any(
        _moved(said, stated, one, other) and _moved(said, stated, other, one)
        for n, one in enumerate(both)
        for other in both[n + 1 :]
    )


def _moved(said: _Parts, stated: _Parts, one: _Part, other: _Part) -> bool:
    """Return whether who had one part, and not the other, now has the other, and not the first."""
    return bool((said[one] & stated[other]) - said[other] - stated[one])


def _replaced(said: set[_Who], stated: set[_Who]) -> bool:
    mine, theirs = ({who for kind, who in part if kind == "person"} for part in (said, stated))
    if mine == {"they"} or theirs == {"they"}:
        return False  # who `they` are is seen only beside somebody else
    if mine and theirs:
        return mine | theirs == {"me", "you"} and mine.isdisjoint(theirs)
    if mine or theirs:
        return any(kind == "new" for kind, _ in (stated if mine else said))
    return said.isdisjoint(stated) and any(kind == "new" for kind, _ in stated)


def _parts(aligned: Aligned, side: int) -> _Parts:
    """Return the persons and people that have each part in one of the two statements."""
    words = (aligned.original, aligned.restated)[side]
    at = {(a, b)[side]: n for n, (a, b, _) in enumerate(aligned.pairs)}
    found: _Parts = {}
    for place, word in enumerate(words):
        verb: object = at.get(place) if word.kind == "word" else None
        if word.tag == "talk" and base_stem(word.text) in _HOLDS:
            verb = base_stem(word.text)
        arguments = arguments_of(words, place) if verb is not None else None
        for name, places in zip(("acting", "acted on"), arguments or (), strict=False):
            found.setdefault((name, verb), set()).update(_people(words, places, at, name == "acting"))
        if word.text in _TOWARDS:
            found.setdefault((word.text, ""), set()).update(_people(words, phrase_from(words, place + 1), at))
        if word.text in AUXILIARIES and place + 1 < len(words) and words[place + 1].tag in PERSONS:
            found.setdefault(("is", ""), set()).add(("person", words[place + 1].tag))
    return {part: who for part, who in found.items() if who}


def _people(
    words: tuple[Word, ...], places: range, at: dict[int, int], acting: bool = False
) -> Iterator[_Who]:
    """Yield who is named at some places; in `client certificate` nobody is."""
    for place in places:
        word, last = words[place], place + 1 == places.stop or not words[place + 1].counts
        if word.text == "team" and place and words[place - 1].counts:
            # `The design team` is not the team that speaks.
            yield ("pair", at[place - 1]) if place - 1 in at else ("new", words[place - 1].stem)
        elif word.tag in PERSONS or word.text in _THIRD:
            owns = word.text not in _ALONE and place + 1 < places.stop and words[place + 1].counts
            yield ("owner" if owns else "person"), word.tag or "they"
        elif last and (is_people(word) or (acting and is_agent(word))):
            yield ("pair", at[place]) if place in at else ("new", word.stem)
