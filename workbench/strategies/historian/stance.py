"""Whether a text says that something was done, or only proposes it (S3: proposals are not completed actions).

It reads forms of words, clause by clause, and knows nothing of what really happened. Where a form is
not known it takes no stance.
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
"""To say is not to do: telling that something was said claims no work."""

ATTEMPTS = frozenset({"attempt", "try"})
"""To try claims no result: where anything was done about what was asked, it was tried."""

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
"""What stands before a verb that mentions no finished act."""
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
    """The past form of a verb by rule, and the one with its last letter doubled where that may be."""
    if verb.endswith("e"):
        return (verb + "d",)
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return (verb[:-1] + "ied",)
    doubled = re.fullmatch(r"[a-z]{0,8}[^aeiou][aeiou][^aeiouwxy]", verb)
    return (verb + "ed", verb + verb[-1] + "ed") if doubled else (verb + "ed",)


@cache
def past_forms() -> dict[str, str]:
    """Past form of a verb to its base form, for the verbs that say what is done."""
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
    """It says that something is done, whatever it is."""


def stance(text: str) -> Stance:
    """The stance of a whole text."""
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
    """The verbs that a summary tells as done; `do` stands for any word like `completed`."""
    found: set[str] = set()
    for part in parts(text):
        found |= done_in(part)
        if states_finished(part):
            found.add("do")
    return frozenset(found)


def states_finished(part: str) -> bool:
    """Whether a clause, case folded, says that something is done, whatever it is."""
    return bool(_GENERAL.search(part) and not _NOT_YET.search(part))


def not_yet(part: str) -> re.Match[str] | None:
    """What makes a clause, case folded, one of no finished act: a proposal, a condition, a denial."""
    return _NOT_YET.search(part)


def parts(text: str) -> list[str]:
    """The clauses of a text, case folded."""
    plain = text[:MAX_TEXT].replace("’", "'").casefold()
    return [piece for clause in _PART.findall(plain) for piece in _TURN.split(clause)]


def proposes(sentence: str) -> bool:
    """Whether a sentence only proposes: nothing in it is done, and something is not yet."""
    plain = sentence.replace("’", "'").casefold()
    return bool(_NOT_YET.search(plain)) and not any(done_in(part) for part in parts(plain))


def segments(text: str) -> list[tuple[str, bool]]:
    """The lines of a text with whether each only proposes; a list is as its introduction is."""
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
    """The base forms of the verbs that a clause, case folded, tells as done."""
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
    """The base forms of the verbs that a clause, case folded, only proposes."""
    mark = _NOT_YET.search(part)
    if mark is None:
        return set()
    known = past_forms()
    bases = frozenset(known.values())
    words = (match.group() for match in _WORD.finditer(part, mark.start()))
    return {known.get(word, word) for word in words if word in known or word in bases}
