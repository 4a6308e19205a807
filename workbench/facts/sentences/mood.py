"""Detects prohibitions, obligations and imperatives in a clause from its words alone."""

from __future__ import annotations

import re
from enum import StrEnum
from itertools import pairwise

from workbench.facts.sentences.spelling import spelled
from workbench.facts.sentences.words import (
    ACTION_VERBS,
    EXPECTATIONS,
    EXPLAIN_VERBS,
    FILLERS,
    FINITE,
    LOOK_VERBS,
    NO_PHRASES,
    NOUN_LIKE,
    OBJECT_STARTS,
    OPENERS,
    PRONOUNS,
    QUESTION_STARTS,
    REPORTED,
    SETTLED,
)

OWNERS = frozenset({"we", "you", "i"})


class DirectiveForce(StrEnum):
    """The force with which a sentence directs."""

    RULE = "rule"
    """must, never, always, don't, make sure: it applies until it is retracted."""
    REQUEST = "request"
    LOOK = "look"
    """A request to look at something; an answer closes it."""
    SUGGESTION = "suggestion"
    """A question about a possibility ("can we ...?"); a directive only if the agent acted on it."""


_STATED = frozenset("available exist exists found left needed possible remain remains required yet".split())


def bans(clause: list[str]) -> bool:
    """Return whether a clause opens with `no` and names what is forbidden, such as `no new dependencies`."""
    if clause[0] in ("and", "but", "so", "also", "please", "good", "ok", "okay") and len(clause) > 2:
        clause = clause[1:]
    if clause[0] != "no" or not 2 <= len(clause) <= 8:
        return False
    named = clause[1]
    if clause[-1] in _STATED:
        return False
    known = named in NO_PHRASES or named in PRONOUNS or named in OPENERS or named in QUESTION_STARTS
    return not known and named not in ACTION_VERBS - NOUN_LIKE and not any(w in FINITE for w in clause[2:5])


def prohibition(words: list[str]) -> DirectiveForce | None:
    """Return the force of a clause that opens with don't, never, always, avoid, remember or make sure."""
    pair = words[:2]
    if words[0] == "stop" and len(words) > 1 and words[1].endswith("ing"):
        return DirectiveForce.RULE
    if words[0] == "don't" or pair == ["do", "not"]:
        rest = words[1:] if words[0] == "don't" else words[2:]
        return (
            None
            if not rest or rest[0] in ("know", "think", "we", "you", "they", "worry", "see")
            else DirectiveForce.RULE
        )
    if words[0] in ("never", "always"):
        rest = words[1:]
        return DirectiveForce.RULE if rest and (rest[0] in ACTION_VERBS or rest[0] in LOOK_VERBS) else None
    if pair in (["make", "sure"], ["be", "sure"], ["be", "careful"]) or words[0] == "ensure":
        return DirectiveForce.RULE
    if words[0] in ("avoid", "remember") and len(words) > 1:
        return DirectiveForce.RULE
    return None


_CLAUSE = re.compile(r"[,;:.!?]+\s+|\s+[-–—]+\s+|\b(?:and|but|so)\b")
_WORDS = re.compile(r"[a-z][\w'/-]*")
_NAMED = re.compile(r"`[^`\n]{1,400}`|\"[^\"\n]{1,400}\"|“[^”\n]{1,400}”")
_JOINED_WORDS = re.compile(rf"{_WORDS.pattern}|[+&]")
_BRACKETS = re.compile(r"\([^()\n]{0,400}\)")
_FORBIDDEN = frozenset(("must not", "mustn't", "shouldn't", "should not", "may not", "shall not"))


def forbids(text: str) -> bool:
    """Return whether a clause of a text forbids something: `don't modify the theme`, `no console logs!`."""
    for clause in _CLAUSE.split(spelled(text.casefold().replace("’", "'"))):
        words = _WORDS.findall(clause)
        pairs = {*words, *(f"{a} {b}" for a, b in pairwise(words))}
        if _FORBIDDEN & pairs or (words and (_denies(words) or bans(words))):
            return True
    return False


def orders(text: str) -> bool:
    """Return whether any clause of a text orders something, such as `it fails, investigate why`.

    Text in brackets explains, and quoted text is a name: neither orders anything.
    """
    plain = _NAMED.sub(" it ", _BRACKETS.sub(" ", spelled(text.casefold().replace("’", "'"))))
    for clause in _CLAUSE.split(plain):
        words = _JOINED_WORDS.findall(clause)
        if words and (imperative(words) is not None or obligation(words) is not None):
            return True
    return False


_COULD = frozenset({"can", "could", "would", "will"})
_UNABLE = frozenset("fetch get load open remember reproduce resolve run work".split())
"""After `could you not`, these ask whether something was possible."""
_SUGGESTED = frozenset({"use", "reuse"})
"""After `can we not`, these suggest what to do instead."""


def asks_not(words: list[str]) -> bool:
    """Return whether a clause asks not to do something: `can we not push yet`, `could you stop adding`.

    With `just` or `simply` it suggests something, and after `could you not` it may ask what was possible.
    """
    if words[0] not in _COULD or words[1:2] not in (["we"], ["you"], ["u"]):
        return False
    denial, *rest = [word for word in words[2:] if word not in ("please", "kindly")] or [""]
    if not rest:
        return False
    if denial in ("stop", "avoid"):
        return rest[0].endswith("ing")
    suggested = words[1] == "we" and rest[0] in _SUGGESTED
    known = rest[0] in ACTION_VERBS - LOOK_VERBS - _UNABLE and not suggested
    return denial in ("not", "never") and known


def _denies(words: list[str]) -> bool:
    bare = words
    while len(bare) > 1 and bare[0] in OPENERS:
        bare = bare[1:]
    if asks_not(bare):
        return True
    opened = words[1:] if words[0] in ("please", "just", "also") and len(words) > 1 else words
    denies = opened[0] in ("don't", "never", "avoid", "stop") or opened[:2] == ["do", "not"]
    return denies and prohibition(opened) is DirectiveForce.RULE


_MODALS = frozenset({"must", "mustn't", "should", "shouldn't", "shall", "ought"})
_QUERIES = frozenset({"what", "how", "why", "which", "who", "where"})
_OTHERS = frozenset(
    {"he", "she", "they", "who", "to", "would", "might", "may", "will", "he'd", "they'd", "you'd"}
)
_NEEDS = frozenset({"need", "needs", "have", "has"})


def obligation(words: list[str]) -> DirectiveForce | None:
    """Return the force of `we should ...`, `it must ...`, `you need to ...`: a modal after a subject."""
    if words[0] in QUESTION_STARTS:
        return None
    for position, word in enumerate(words[:40]):
        before, after = words[:position], past_fillers(words, position + 1)
        weighed = "whether" in before or any(w in REPORTED or w in _QUERIES for w in before[-6:])
        if not after or weighed:
            continue
        if word in _MODALS:
            return _modal(word, before, after)
        if word in _NEEDS and after[0] == "to" and len(after) > 1:
            return _need(word, before, after[1:])
    return None


def _modal(word: str, before: list[str], after: list[str]) -> DirectiveForce | None:
    owned = (bool(before) and before[-1] in OWNERS) or (bool(before[:-1]) and before[-2] in OWNERS)
    if after[0] == "be" and (len(after) < 2 or any(w in SETTLED for w in after[1:3])):
        return None
    if after[0] == "have" and word.startswith(("must", "should")) and not owned:
        return None
    if not owned and word.startswith("should") and after[0] in EXPECTATIONS:
        return None
    if after[0] in ("think", "see", "know"):
        return None
    return DirectiveForce.RULE if word.startswith(("must", "shall")) else DirectiveForce.REQUEST


def _need(word: str, before: list[str], after: list[str]) -> DirectiveForce | None:
    if not before or "i" in before[-2:] or "don't" in before[-1:] or "not" in before[-1:]:
        return None
    if word in ("have", "has") and before[-1] in _OTHERS:
        return None
    if after[0] in ("much", "many", "little", "few", "big", "high", "small"):
        return None
    if after[0] == "be" and after[1:2] == ["able"]:
        return None
    asks_to_be_stated = before[-1] in OWNERS and after[0] in EXPLAIN_VERBS - ACTION_VERBS
    return None if asks_to_be_stated else DirectiveForce.REQUEST


def imperative(words: list[str]) -> DirectiveForce | None:
    """Return the force of a clause that opens with a verb in its base form, unless that is a noun."""
    index = 0
    if words[0].endswith("ly") and len(words) > 2 and words[1] in ACTION_VERBS:
        index = 1
    verb = words[index].split("/")[0] if "/" in words[index][1:] else words[index]
    following = words[index + 1] if index + 1 < len(words) else ""
    if verb in ("do", "go") and following in (
        "nothing",
        "not",
        "with",
        "the",
        "all",
        "both",
        "that",
        "this",
        "it",
        "back",
        "for",
    ):
        return None if following == "not" else DirectiveForce.REQUEST
    if words[index : index + 3] == ["have", "a", "look"]:
        return DirectiveForce.LOOK
    known = verb in ACTION_VERBS or verb in LOOK_VERBS
    if not known or not following or verb == "thank":
        return None
    rest = words[index + 1 :]
    if verb in NOUN_LIKE and following in ("+", "&"):
        return None
    if verb in NOUN_LIKE and (_of_number(rest) or (not opens_object(following) and _is_subject(rest))):
        return None
    if verb in (
        "remind",
        "tell",
        "show",
        "give",
        "describe",
        "summarize",
        "summarise",
        "see",
    ) and following in ("me", "us", "what", "how", "why"):
        return None
    return by_verb(words[index:])


_OBJECTS = frozenset("her him it me them us".split())


def _of_number(rest: list[str]) -> bool:
    """Return whether a number names a thing that is reported on: `test 4 fails`, `build 12 was slow`."""
    if len(rest) < 2 or not rest[0].lstrip("#")[:1].isdigit():
        return False
    if rest[1] in FINITE or rest[1].endswith("ed"):
        return True
    return rest[1].endswith("s") and not _OBJECTS.isdisjoint(rest[2:3])


def opens_object(word: str) -> bool:
    """Return whether a word may open the object of an order: an article, a number, a name in code."""
    return word in OBJECT_STARTS or word[0].isdigit() or any(mark in word for mark in "._/#@`-")


def _is_subject(rest: list[str]) -> bool:
    """Return whether the noun-like verb is a noun here: a finite verb or a participle follows."""
    if rest[0].endswith(("ing", "ed")) or any(word in FINITE for word in rest[:3]):
        return True
    if len(rest) > 2 and _finite(rest[1]):
        return True
    plural = rest[0].endswith("s") and len(rest) > 1 and rest[1] not in OBJECT_STARTS
    return (
        plural
        and rest[1] not in ("and", "or", "so", "then", "please", "first")
        and not rest[1].endswith("ly")
    )


def _finite(word: str) -> bool:
    """Return whether a word is a verb in the third person or the past: `uses`, `peaked`."""
    if word.endswith("ed") and len(word) > 4:
        return True
    bases = (word.removesuffix("s"), word.removesuffix("es"))
    return word.endswith("s") and any(b in ACTION_VERBS - NOUN_LIKE or b == "use" for b in bases)


def by_verb(rest: list[str]) -> DirectiveForce:
    """Return LOOK or REQUEST, by the verbs of the request."""
    if rest[:1] == ["have"] and rest[1:3] == ["a", "look"]:
        return DirectiveForce.LOOK
    looks = rest[0] in LOOK_VERBS
    further = any(
        word in ACTION_VERBS - LOOK_VERBS - EXPLAIN_VERBS for word in rest[1:] if word not in NOUN_LIKE
    )
    return DirectiveForce.LOOK if looks and not further else DirectiveForce.REQUEST


def past_fillers(words: list[str], start: int) -> list[str]:
    """Return the words from `start` on, without adverbs before a verb."""
    while start < len(words) and words[start] in FILLERS:
        start += 1
    return words[start:]
