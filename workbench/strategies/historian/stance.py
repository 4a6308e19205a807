"""Whether a text says that something was done, or only proposes it (S3: proposals are not completed actions).

It reads forms of words, clause by clause, and does not know what really happened. It takes no stance on a
form that it does not know.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from workbench.facts.sentences.words import ACTION_VERBS, EXPLAIN_VERBS, LOOK_VERBS

MAX_TEXT = 40_000
"""Characters of a reply that are read."""

_IRREGULAR = {
    "built": "build", "chose": "choose", "chosen": "choose", "cut": "cut", "did": "do", "drew": "draw",
    "found": "find", "gave": "give", "given": "give", "got": "get", "held": "hold", "hid": "hide",
    "hidden": "hide", "kept": "keep", "left": "leave", "made": "make", "put": "put", "ran": "run",
    "rebuilt": "rebuild", "reran": "rerun", "reset": "reset", "rewrote": "rewrite", "rewritten": "rewrite",
    "sent": "send", "set": "set", "split": "split", "stuck": "stick", "threw": "throw", "took": "take",
    "taken": "take", "withdrew": "withdraw", "wrote": "write", "written": "write", "bought": "buy",
    "paid": "pay", "told": "tell", "done": "do",
}  # fmt: skip
SAYING = EXPLAIN_VERBS | frozenset(
    """
    agree analyse analyze announce answer ask cite compare consider discuss find greet identify inform invite
    list look mention note offer outline plan point present promise propose quote raise reply report respond
    review say state thank urge walk warn wish
    """.split()
)
"""Verbs of saying: reporting that something was said claims no work."""

ATTEMPTS = frozenset({"attempt", "try"})
"""Verbs of trying, which claim no result: if anything requested was done, it was tried."""

_MORE = frozenset("buy order pay save schedule book cook draw paint plant repaint sand stage ship".split())
_GENERAL = re.compile(r"\b(?:done|all set|finished|completed?)\b")
_NOT_YET = re.compile(
    r"\b(?:i'll|we'll|you'll|will|won't|going to|can|could|i'd|would|shall|should|may|might|must|let me|"
    r"let's|let us|want(?:s|ed)? (?:me )?to|do you want|plan(?:s|ned|ning)? to|"
    r"propos\w{1,6}|suggest\w{0,6}|offer\w{0,4}|happy to|ready to|about to|need(?:s|ed)? to|have to|has to|"
    r"(?:asked|told|requested)(?: \w{1,12}){0,2} to|"
    r"to be|yet to|once|if|when|until|unless|not|never|cannot|\w{2,8}n't|without|instead of|waiting|todo|tbd|"
    r"next)\b"
)
"""Words before a verb that then reports no finished action."""
_PART = re.compile(
    r"[^.;:!?,()\n]+(?:\.(?=\w)[^.;:!?,()\n]*)*",
)
_TURN = re.compile(r"\s(?:and|but|then|so)\s(?=(?:i|i'll|i've|we|we'll|then|now|let)\b)")
_WORD = re.compile(r"[a-z][a-z'-]{0,40}")
_ADJECTIVE = frozenset(
    "the a an this that these those your my our its their his her no any each of as already-".split()
)
_LISTED = re.compile(r"\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s")


def regular_past(verb: str) -> tuple[str, ...]:
    """Return the regular past form of a verb, and the one with its last letter doubled if possible."""
    if verb.endswith("e"):
        return (verb + "d",)
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return (verb[:-1] + "ied",)
    doubled = re.fullmatch(r"[a-z]{0,8}[^aeiou][aeiou][^aeiouwxy]", verb)
    return (verb + "ed", verb + verb[-1] + "ed") if doubled else (verb + "ed",)


@cache
def past_forms() -> dict[str, str]:
    """Return a mapping from the past form of a verb to its base form, for verbs of action."""
    forms = {}
    for verb in sorted((ACTION_VERBS | LOOK_VERBS | _MORE) - SAYING):
        forms.update(dict.fromkeys(regular_past(verb), verb))
    return {**forms, **{past: verb for past, verb in _IRREGULAR.items() if verb not in SAYING}}


@dataclass(frozen=True, slots=True)
class Stance:
    """What a text says was done and what it only proposes, as base forms of verbs."""

    done: frozenset[str]
    proposed: frozenset[str]
    finished: bool
    """Whether it says that something is done, whatever it is."""


def stance(text: str) -> Stance:
    """Return the stance of a whole text."""
    done: set[str] = set()
    proposed: set[str] = set()
    finished = False
    for part in parts(text):
        found = done_in(part)
        done |= found
        finished |= bool(found) or states_finished(part)
        proposed |= proposed_in(part)
    return Stance(frozenset(done), frozenset(proposed), finished)


def claims_done(text: str) -> frozenset[str]:
    """Return the verbs that a summary reports as done; `do` represents any word like `completed`."""
    found: set[str] = set()
    for part in parts(text):
        found |= done_in(part)
        if states_finished(part):
            found.add("do")
    return frozenset(found)


def states_finished(part: str) -> bool:
    """Return whether a clause, case folded, says that something is done, whatever it is."""
    return bool(_GENERAL.search(part) and not _NOT_YET.search(part))


def not_yet(part: str) -> re.Match[str] | None:
    """Return the match of a proposal, condition or denial in a clause, case folded: nothing is finished."""
    return _NOT_YET.search(part)


def parts(text: str) -> list[str]:
    """Return the clauses of a text, case folded."""
    plain = text[:MAX_TEXT].replace("’", "'").casefold()
    return [piece for clause in _PART.findall(plain) for piece in _TURN.split(clause)]


def proposes(sentence: str) -> bool:
    """Return whether a sentence only proposes: nothing in it is done, and something is not done yet."""
    plain = sentence.replace("’", "'").casefold()
    return bool(_NOT_YET.search(plain)) and not any(done_in(part) for part in parts(plain))


def segments(text: str) -> list[tuple[str, bool]]:
    """Return the sentences of a text, each with whether it only proposes; a list follows its introduction."""
    found: list[tuple[str, bool]] = []
    introduced = False
    for line in text[:MAX_TEXT].split("\n"):
        if not line.strip():
            continue
        own = [sentence for sentence in re.split(r"(?<=[.!?])\s+", line) if sentence.strip()]
        listed = bool(_LISTED.match(line))
        for sentence in own:
            neutral = not any(done_in(part) for part in parts(sentence)) and not proposes(sentence)
            found.append((sentence, introduced if listed and neutral else proposes(sentence)))
        if not listed:
            introduced = line.rstrip().endswith(":") and proposes(own[-1])
    return found


def done_in(part: str) -> set[str]:
    """Return the base forms of the verbs that a clause, case folded, reports as done."""
    known, found = past_forms(), set[str]()
    for match in _WORD.finditer(part):
        verb = known.get(match.group())
        if verb is None or _NOT_YET.search(part, 0, match.start()):
            continue
        before = part[: match.start()].split()
        if not before or before[-1] not in _ADJECTIVE:
            found.add(verb)
    return found


def proposed_in(part: str) -> set[str]:
    """Return the base forms of the verbs that a clause, case folded, only proposes."""
    mark = _NOT_YET.search(part)
    if mark is None:
        return set()
    known = past_forms()
    bases = frozenset(known.values())
    words = (match.group() for match in _WORD.finditer(part, mark.start()))
    return {known.get(word, word) for word in words if word in known or word in bases}
