"""Classifies whether one sentence directs, and with which force. Questions, thanks and confirmations do not.

It reads one sentence without its context; `directives` interprets it within a list or a message.
"""

from __future__ import annotations

import re

from gates.language.opening import CONFIRMATIONS
from workbench.facts.sentences.mood import (
    OWNERS,
    DirectiveForce,
    asks_not,
    bans,
    by_verb,
    imperative,
    obligation,
    opens_object,
    past_fillers,
    prohibition,
)
from workbench.facts.sentences.spelling import spelled
from workbench.facts.sentences.words import (
    ACTION_VERBS,
    EXPLAIN_VERBS,
    FILLERS,
    LOOK_VERBS,
    OPENERS,
    REPORTED,
)

_QUOTED = re.compile(r"""(?:"[^"\n]{1,400}"|“[^”\n]{1,400}”|`[^`\n]{1,400}`|(?<!\w)'[^'\n]{3,200}'(?!\w))""")
_CLAUSE = re.compile(r"[,;:()]\s+|\s+[-–—]+>?\s+|\s*->\s+|\.\.\.+\s*|…\s*")
_WORD = re.compile(r"[^\s,;:()!?\"]{1,80}")
_MARKED = re.compile(r"^(?:todo|to do|open|decision|decided|we decided|rule)\s?:\s*\S")
_GIVEN = re.compile(r"\b(?:your|the) (?:task|job|goal|mission) (?:here |now )?is to\b")
_RELEASES = re.compile(r"\byou (?:don't|do not|needn't) (?:have|need) to\b")
"""A release from work, as in a prompt: `you don't have to change the tests`."""
_THANKS = re.compile(r"^(?:no )?(?:thanks|thank you|thx|cheers)\b[^.?!]{0,40}$")
_PRAISING = frozenset(
    "amazing awesome beautiful brilliant excellent fantastic good great impressive lovely nice solid".split()
)
_PRAISED = frozenset("catch effort fix find idea job move point progress start stuff thinking work".split())
"""Nouns that a remark praises: `great work on the parser` orders no work."""
_ASKING = frozenset("what where when why how who which".split())
MAX_BAN = 14
"""Longest sentence, in words, in which `no X` can be an order instead of a report."""

_RULE_HEADS = frozenset(
    "change rule rules decision constraint constraints requirement note important also".split()
)
_COULD = frozenset({"can", "could", "would", "will", "wanna"})
_WE = frozenset({"we", "i"})
_YOU = frozenset({"you", "u", "yu", "ya"})


def classify(sentence: str) -> DirectiveForce | None:
    """Return the force with which a sentence directs, or None if it does not."""
    plain = spelled(_QUOTED.sub(" it ", sentence.replace("’", "'")).casefold())
    words = _words(plain)
    if len(words) < 2 or all(word in CONFIRMATIONS for word in words) or _THANKS.match(plain):
        return None
    if _MARKED.match(plain):
        return DirectiveForce.REQUEST
    asks = sentence.rstrip("\"')] ").endswith("?")
    if not asks and _RELEASES.search(plain):
        return DirectiveForce.RULE
    if _GIVEN.search(plain):
        return DirectiveForce.REQUEST
    strongest: DirectiveForce | None = None
    primary, before = True, [""]
    for clause, announced in _clauses(plain):
        if _praises(clause):
            continue
        short = len(words) <= MAX_BAN and (not announced or bool(_RULE_HEADS & set(before)))
        force = DirectiveForce.RULE if short and not asks and bans(clause) else None
        may_open = primary or announced or _turns_to_order(clause)
        force = force or _clause(clause, asks and strongest is None, may_open)
        before = clause
        if force is not None and (strongest is None or _RANK[force] > _RANK[strongest]):
            strongest = force
        primary = force is not None or _is_preamble(clause)
    return strongest


def _turns_to_order(clause: list[str]) -> bool:
    """Return whether a clause orders something after an acceptance: `I like it but change the title`."""
    return len(clause) > 2 and clause[0] == "but" and clause[1] in ACTION_VERBS and opens_object(clause[2])


def _praises(clause: list[str]) -> bool:
    """Return whether a clause praises: an adjective and a noun that may be a verb elsewhere."""
    bare = clause[1:] if clause[:1] in (["very"], ["really"], ["such"]) else clause
    return len(bare) > 1 and bare[0] in _PRAISING and bare[1] in _PRAISED


_RANK = {
    DirectiveForce.SUGGESTION: 0,
    DirectiveForce.LOOK: 1,
    DirectiveForce.REQUEST: 2,
    DirectiveForce.RULE: 3,
}


def _words(text: str) -> list[str]:
    return [word for raw in _WORD.findall(text) if (word := raw.strip(".'*_"))][:300]


def _clauses(plain: str) -> list[tuple[list[str], bool]]:
    """Return the words of each clause, and whether a colon, a dash or an arrow announces it."""
    clauses: list[tuple[list[str], bool]] = []
    position, announced = 0, False
    breaks = [(m.start(), m.end(), m.group().strip()[:1] in _ANNOUNCING) for m in _CLAUSE.finditer(plain)][
        :40
    ]
    for start, end, announces in [*breaks, (len(plain), len(plain), False)]:
        parts = _coordinated(_words(plain[position:start]))
        clauses += [(part, announced and index == 0) for index, part in enumerate(parts)]
        position, announced = end, announces
    return clauses


_ANNOUNCING = frozenset(":-–—")


def _coordinated(words: list[str]) -> list[list[str]]:
    parts, start = [], 0
    for position in range(1, len(words) - 1):
        joins = words[position] in ("and", "but", "so", "then", "or")
        if joins and words[position - 1] not in ("even", "or") and _may_open(words[position + 1]):
            parts.append(words[start:position])
            start = position
    parts.append(words[start:])
    return [part for part in parts if part]


def _may_open(word: str) -> bool:
    verbs = word in ACTION_VERBS or word in LOOK_VERBS
    return (
        verbs
        or word in _COULD
        or word in OWNERS
        or word in ("let's", "lets", "please", "don't", "never", "then", "also")
    )


def _is_preamble(clause: list[str]) -> bool:
    """Return whether a request may still open after a clause: a confirmation, an aside, a condition."""
    if clause[0] in _PREPOSITIONS:
        return True
    bare = _strip_openers(clause)
    if not bare or all(word in CONFIRMATIONS for word in clause):
        return True
    if bare[0] == "if":
        return any(word in _NEAR for word in bare[1:])
    return bare[0] in _PREPOSITIONS or (len(clause) == 1 and clause[0] in ACTION_VERBS)


_NEAR = frozenset("any i it needed necessary not possible so that there this we you".split())
_PREPOSITIONS = frozenset("after as before for given in once since to when while with".split())


def _strip_openers(clause: list[str]) -> list[str]:
    start = 0
    while start < len(clause):
        word = clause[start]
        if word in OPENERS:
            start += 1
        elif clause[start : start + 2] in (
            ["i", "think"],
            ["i", "guess"],
            ["i", "feel"],
            ["i", "believe"],
            ["feel", "like"],
        ):
            start += 2
        elif start and word in ("that", "like"):
            start += 1
        else:
            break
    return clause[start:]


def _clause(clause: list[str], asks: bool, primary: bool) -> DirectiveForce | None:
    polite = "please" in clause
    words = _strip_openers(clause)
    if not words:
        return None
    for reader in (_lets, _request, _wish):
        force = reader(words)
        if force is not None:
            return force
    if asks and not polite:
        return prohibition(words) if words[0] in ("don't", "never") else None
    force = prohibition(words) or obligation(words)
    if force is None and (primary or polite):
        force = imperative(words)
    return force


def _lets(words: list[str]) -> DirectiveForce | None:
    if words[0] in ("let's", "lets") or words[:2] == ["let", "us"]:
        rest = past_fillers(words, 2 if words[0] == "let" else 1)
        if not rest or rest[0] in EXPLAIN_VERBS - ACTION_VERBS or rest[:2] == ["see", "if"]:
            return None
        return by_verb(rest)
    return None


def _request(words: list[str]) -> DirectiveForce | None:
    """Return the force of `can you <verb>`, and of the weaker `can we <verb>`."""
    for position in range(min(len(words) - 2, 30)):
        if words[position] not in _COULD and words[position : position + 2] != ["are", "we"]:
            continue
        if position and (words[position - 1] in REPORTED or words[position - 1] in _ASKING):
            return None
        subject = words[position + 1]
        if subject in _WE and words[position] in ("will", "would"):
            continue
        rest = past_fillers(words, position + 2)
        if words[position] == "are":
            rest = past_fillers(rest, 2) if rest[:2] == ["able", "to"] else []
            subject = "we"
        if not rest or subject not in _YOU | _WE:
            continue
        if asks_not(words[position:]):
            return DirectiveForce.RULE
        return _asked(rest, subject in _YOU)
    return None


def _asked(rest: list[str], of_you: bool) -> DirectiveForce | None:
    verb = rest[0]
    further = any(
        rest[i] in ("and", "then") and (rest[i + 1] in ACTION_VERBS - EXPLAIN_VERBS)
        for i in range(1, len(rest) - 1)
    )
    if verb == "help":
        rest = [word for word in rest[1:] if word not in ("me", "us", "to", "with")]
        verb = rest[0] if rest else ""
    if verb in ("make", "be") and rest[1:2] == ["sure"]:
        return DirectiveForce.RULE
    if verb in EXPLAIN_VERBS or (verb == "give" and "me" in rest[1:2]):
        return DirectiveForce.REQUEST if further and of_you else None
    if verb in LOOK_VERBS:
        if _embedded_question(rest):
            return DirectiveForce.REQUEST if further and of_you else None
        if further:
            return DirectiveForce.REQUEST if of_you else DirectiveForce.SUGGESTION
        return DirectiveForce.LOOK if of_you else DirectiveForce.SUGGESTION
    if verb in ACTION_VERBS or further:
        return DirectiveForce.REQUEST if of_you else DirectiveForce.SUGGESTION
    return None


def _embedded_question(rest: list[str]) -> bool:
    """Return whether the words ask for information: `check if ...`, `find out why ...`, `see any ...`."""
    return any(
        word
        in ("if", "whether", "what", "what's", "why", "how", "which", "who", "when", "where", "that", "any")
        for word in rest[1:4]
    )


def _wish(words: list[str]) -> DirectiveForce | None:
    """Return the force of `I want ...`, `I need you to ...`, `I'd like ...`, `it would be good to ...`."""
    head = words[:12]
    for position, word in enumerate(head):
        before = words[max(0, position - 2) : position]
        owner = any(w in ("i", "we") for w in before)
        if word in ("i'd", "we'd") and words[position + 1 : position + 2] in (
            ["like"],
            ["prefer"],
            ["rather"],
        ):
            return _wished(words[position + 2 :])
        asked_for = (
            word == "need" and "don't" not in before and words[position + 1 : position + 3] == ["you", "to"]
        )
        if (word in ("want", "prefer") or asked_for) and owner:
            return _wished(words[position + 1 :])
        if word == "like" and words[max(0, position - 1)] == "would" and owner:
            return _wished(words[position + 1 :])
    if words[:3] in (["it", "would", "be"], ["it'd", "be", "good"], ["would", "be", "good"]):
        return DirectiveForce.REQUEST if any(w in ("to", "if") for w in words[3:6]) else None
    return DirectiveForce.REQUEST if _welcomes(head) else None


_WELCOME = frozenset("better cool good great handy helpful nice useful".split())


def _welcomes(head: list[str]) -> bool:
    """Return whether something would be welcome: `when it opens, would be nice if we can show the date`."""
    return any(
        head[at : at + 2] == ["would", "be"]
        and head[at + 2] in _WELCOME
        and head[at + 3 : at + 5] == ["if", "we"]
        for at in range(len(head) - 2)
    )


def _wished(rest: list[str]) -> DirectiveForce | None:
    rest = [word for word in rest if word not in FILLERS]
    if not rest:
        return None
    verb = next((w for w in rest[:2] if w not in ("to", "you")), "")
    if verb in EXPLAIN_VERBS - ACTION_VERBS or verb in ("hear", "ask", "go"):
        return None
    return DirectiveForce.LOOK if verb in LOOK_VERBS else DirectiveForce.REQUEST
