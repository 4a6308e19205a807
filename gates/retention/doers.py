"""Checks who does what a statement states: the user or the agent, or one of two named things to the other."""

from __future__ import annotations

from gates.language.past_tense import bases_of_past
from gates.retention.alignment import Aligned
from gates.retention.words import PERSONS, Word

_OBJECTS = frozenset(
    "us them him her it you me someone somebody everyone everybody the a an my your our".split()
)
"""Words that open the object of a verb."""
_PASSIVE = frozenset("is are was were be been being get gets got".split())
_POSSESSIVES = frozenset("my your our".split())
NEAR = 4
"""Most words between a verb and its subject."""


def subject_changed(aligned: Aligned) -> bool:
    """Return whether the action moved from the user to the agent, or the other way round."""
    by = _by_whom(aligned.original), _by_whom(aligned.restated)
    if set(by) == {"me", "you"}:
        return True
    explicit = any(word.tag in ("me", "you") for word in aligned.restated)
    for a, b, _ in aligned.pairs:
        who = {_doer(aligned.original, a), _doer(aligned.restated, b)}
        if explicit and who == {"me", "you"} and aligned.restated[b].kind == "word":
            return True
    return False


def _by_whom(words: tuple[Word, ...]) -> str:
    """Return the one person after `by` in a statement; empty for none or several."""
    found = {words[p].tag for p in range(1, len(words)) if words[p - 1].text == "by"} & set(PERSONS)
    return found.pop() if len(found) == 1 else ""


def _doer(words: tuple[Word, ...], place: int) -> str:
    """Return the subject of a verb: the person after its `by`, or before it; `you` if it opens a clause."""
    for behind in range(place + 1, min(len(words), place + NEAR + 1)):
        if words[behind].kind == "break" or words[behind].counts:
            break
        if words[behind].tag in PERSONS:
            if words[behind - 1].text == "by":
                return words[behind].tag
            break
    for before in range(place - 1, max(-1, place - NEAR - 1), -1):
        word = words[before]
        if word.text in _POSSESSIVES:
            return ""  # `my parents agreed`: another person acts
        if word.tag in PERSONS:
            return word.tag
        if word.counts or word.kind == "other":
            return ""
        if word.kind == "break":
            return "you"
    return "you"


def object_acts(aligned: Aligned) -> bool:
    """Return whether the object of a verb became its subject: `Priya told them` for `they told Priya`."""
    where = {a: b for a, b, _ in aligned.pairs}
    back = {b: a for a, b, _ in aligned.pairs}
    sides = ((aligned.original, aligned.restated, where), (aligned.restated, aligned.original, back))
    return any(
        words[verb].stem == other[at[verb]].stem and _acts(other, at[verb], at[thing])
        for words, other, at in sides
        for verb, thing in _objects(words, at)
    )


def _objects(words: tuple[Word, ...], matched: dict[int, int]) -> list[tuple[int, int]]:
    """Return the matched verbs, each with a matched word right after it; an article may come between."""
    found = []
    for verb in matched:
        near = verb + 1
        while near < len(words) and words[near].text in _OBJECTS:
            near += 1
        while words[verb].kind == "word" and near in matched and words[near].kind != "number":
            found.append((verb, near))
            near += 1
    return found


def _acts(words: tuple[Word, ...], verb: int, thing: int) -> bool:
    """Return whether a thing comes right before an active verb that has its own object."""
    between = words[thing + 1 : verb]
    if thing > verb or any(word.kind != "cue" or word.text in _PASSIVE for word in between):
        return False
    form = words[verb].text
    if form.endswith("ing") or (bases_of_past(form) and words[verb - 1].text in _PASSIVE):
        return False
    behind = words[verb + 1] if verb + 1 < len(words) else None
    return behind is not None and behind.text in _OBJECTS
