"""Finds the arguments of a verb in a clause: who acts and what is acted on, in either voice."""

from __future__ import annotations

from gates.language.past_tense import bases_of_past
from gates.retention.words import PERSONS, Word

AUXILIARIES = frozenset("is are was were be been being get gets got".split())
_JOINS = frozenset("and but or while whereas that which who whom whose what than so".split())
_WAYS = frozenset(
    """
    to from with over by for of against under into onto towards toward than via per on in at through about as
    across between during within inside outside upon off out up down
    """.split()
)
_DETERMINERS = frozenset("the a an this that these those my your our his her its".split())
_BETWEEN = frozenset(("must", "should", "may", "hedge", "talk", "only", "all", "not"))
"""Tags of the cues that may come between a verb and its arguments."""
_MODALS = frozenset(("must", "should", "may"))
_VERBAL = AUXILIARIES | frozenset("has have had do does did will would goes go".split())
"""Words that follow a subject, and no verb."""
_LETS = frozenset(("let", "lets", "have", "make"))
"""Verbs whose object acts: `let them host it`."""
_PRONOUNS = frozenset("i we you he she it they who".split())


def arguments_of(words: tuple[Word, ...], verb: int) -> tuple[range, range] | None:
    """Return the places of who acts and of what is acted on, or None if the word is no verb of a clause."""
    before = _before(words, verb)
    nearest = _nearest(words, verb)
    if nearest is not None and words[nearest].text in AUXILIARIES and _is_participle(words[verb].text):
        agent = next((p for p in _after(words, verb) if words[p].text == "by"), None)
        return (range(0) if agent is None else phrase_from(words, agent + 1)), before
    if not _is_active(words, verb, nearest):
        return None
    return before, phrase_from(words, verb + 1)


def _is_active(words: tuple[Word, ...], verb: int, before: int | None) -> bool:
    """Return whether a word can be the verb of an active clause: by its form, or by the words around it."""
    behind = words[verb + 1] if verb + 1 < len(words) else None
    if behind is None or behind.text in _VERBAL or behind.tag in _MODALS:
        return False
    if before is None:
        return True
    previous, form = words[before], words[verb].text
    if previous.text in _DETERMINERS | (_WAYS - {"to"}):
        return False
    if previous.text == "to" or previous.tag in _MODALS or previous.text in ("do", "does", "did", "will"):
        return True
    led = words[before - 1].text in _LETS if before else False
    return led or form.endswith("s") or previous.text in _PRONOUNS or bool(bases_of_past(form))


def _nearest(words: tuple[Word, ...], verb: int) -> int | None:
    """Return the place of the word before a verb, skipping adverbs; None at the beginning of a clause."""
    near = verb - 1
    while near >= 0 and (words[near].text.endswith("ly") or words[near].tag in ("only", "not")):
        near -= 1
    return near if near >= 0 and words[near].kind != "break" else None


def _ends(word: Word) -> bool:
    """Return whether a word separates two clauses."""
    cue = word.kind == "cue" and word.tag not in _BETWEEN and word.tag not in PERSONS
    return word.kind == "break" or word.text in _JOINS or (cue and word.text not in _WAYS)


def _before(words: tuple[Word, ...], verb: int) -> range:
    """Return the places before a verb, back to the beginning of its clause."""
    start = verb
    while start > 0 and not _ends(words[start - 1]):
        start -= 1
    return range(start, verb)


def _after(words: tuple[Word, ...], verb: int) -> range:
    """Return the places after a verb, up to the end of its clause."""
    end = verb + 1
    while end < len(words) and not _ends(words[end]):
        end += 1
    return range(verb + 1, end)


def phrase_from(words: tuple[Word, ...], start: int) -> range:
    """Return the places of a phrase: up to a preposition, an auxiliary, or the clause's end."""
    end = start
    while end < len(words) and not _ends(words[end]) and words[end].text not in _WAYS | _VERBAL:
        end += 1
    return range(start, end)


def _is_participle(form: str) -> bool:
    return form.endswith(("ed", "en")) or bool(bases_of_past(form))
