"""Finds directives: sentences of a user message that say what to do, keep or avoid.

Thanks, bare confirmations, questions and requests for information are none. A mere suggestion ("can we ...?")
is marked as such; later events show whether it was taken up.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from workbench.facts.sentences.mood import DirectiveForce
from workbench.facts.sentences.prose import HumanSentence, quoted_blocks, statements
from workbench.facts.sentences.remarks import is_placeholder, only_describes
from workbench.facts.sentences.reported import reported
from workbench.facts.sentences.sentence import classify
from workbench.facts.sentences.stated import states_outright
from workbench.facts.sentences.tips import only_advises
from workbench.facts.sentences.words import ACTION_VERBS, NARRATIVE_INTROS
from workbench.facts.spans import shorten

__all__ = ["MAX_DIRECTIVE", "Directive", "DirectiveForce", "directives"]

MAX_DIRECTIVE = 420
"""Longest text of one directive, in characters."""

MAX_PER_MESSAGE = 60
OWN_WORDS = 2
"""Fewest words before a pasted document that count as the user's own."""
LONG_MESSAGE = 8_000
"""Longest message, in characters, that is no document; of a document only firm rules count."""


@dataclass(frozen=True, slots=True)
class Directive:
    """One directive; `start` and `end` are code points in the message."""

    start: int
    end: int
    text: str
    force: DirectiveForce
    pasted: bool = False
    """Whether nobody asks to follow it: the whole message is a document, or the words of others are shown."""


def directives(message: str) -> list[Directive]:
    """Return the directives of one user message, in order, at most 60."""
    return list(_remembered(message) if len(message) <= LONG_MESSAGE else _read(message))


def _read(message: str) -> tuple[Directive, ...]:
    found: list[Directive] = []
    own = statements(message)
    forces: dict[int, DirectiveForce] = {}
    document = document_start(message)
    pasted = document < len(message) and len(message[:document].split()) < OWN_WORDS
    others = reported(message, own)
    for number, statement in enumerate(own):
        if _states_a_story(own, statement) or _is_quoted(message, statement.start):
            continue
        if is_placeholder(statement.text) or only_advises(message, statement.start, statement.text):
            continue
        firm_only = statement.start >= document
        force = DirectiveForce.RULE if states_outright(statement.text) else classify(statement.text)
        force = force or _bare_head(own, number)
        if force is None and statement.intro in forces and _follows(statement.text):
            force = forces[statement.intro]
        firm = force is DirectiveForce.RULE
        if force is None or (firm_only and (not firm or _LACKS.match(statement.text))):
            continue
        if not firm and (_TITLE.fullmatch(statement.text) or _shows(message, statement)):
            continue
        forces[number] = force
        shown = pasted or number in others
        found += _parted(_directive(message, statement, force, pasted=shown), message)
    passed = {own[own[number].intro].start for number in forces if own[number].intro in forces}
    passed |= {each.start for each in _whole_task(message, found)[:-1]}
    return tuple(d for d in found if d.start not in passed)[:MAX_PER_MESSAGE]


_remembered = lru_cache(maxsize=1_024)(_read)
"""Every snapshot of a run compares all that the user said."""


_TAG = re.compile(r"</?([\w-]{1,60})>")


def _whole_task(message: str, found: Sequence[Directive]) -> list[Directive]:
    """Return the requests about the block of others as a whole, by its tag: together they are one request."""
    tags = {_TAG.match(message[start:].lstrip()) for start, _ in quoted_blocks(message)}
    named = {tag[1] for tag in tags if tag is not None}
    about = (each for each in found if each.force is not DirectiveForce.RULE)
    return [each for each in about if not named.isdisjoint(_TAG.findall(each.text))]


def _follows(entry: str) -> bool:
    """Return whether a list entry directs as its heading does: it neither asks nor only describes."""
    return not entry.endswith("?") and not only_describes(entry)


_STANDING = re.compile(
    r";\s+(?:and |but |also )?(?=\S)"
    r"|,?\s+(?:and|but)\s+(?:please )?(?=(?:from now on|never|always|do(?:n't| not) ever|remember)\b)"
    r"|,\s+(?=(?:from now on|never|always|do(?:n't| not) ever|remember)\b)",
    re.IGNORECASE,
)
"""Places in a sentence where a standing rule may follow a request."""
_DEPENDS = re.compile(r"\b(?:after|before|if|once|unless|until|when|whenever|while)\b", re.IGNORECASE)
_ONCE = (DirectiveForce.REQUEST, DirectiveForce.LOOK, DirectiveForce.SUGGESTION)


def _parted(whole: Directive, message: str) -> list[Directive]:
    """Split a request and the rule after it, since the request may be done while the rule applies."""
    raw = message[whole.start : whole.end]
    for match in _STANDING.finditer(raw):
        head, tail = raw[: match.start()], raw[match.end() :]
        rule = states_outright(tail) or classify(tail) is DirectiveForce.RULE
        asked = classify(head)
        if rule and asked in _ONCE and _DEPENDS.search(head) is None and asked is not None:
            first = Directive(whole.start, whole.start + match.start(), _folded(head), asked, whole.pasted)
            last = Directive(
                whole.start + match.end(), whole.end, _folded(tail), DirectiveForce.RULE, whole.pasted
            )
            return [first, last]
    return [whole]


def _folded(text: str) -> str:
    return " ".join(text.split())


_HEADING = re.compile(r"^ {0,3}#{1,6} [^\n]{1,300}$", re.MULTILINE)


_LACKS = re.compile(r"\W{0,4}no\b", re.IGNORECASE)
"""In a document, `No mutex protects it.` describes what is missing as often as it forbids something."""
_TITLE = re.compile(r"\*\*(?:[^\s*]{1,30} ){0,4}[^\s*]{1,30}\*\*:?")
"""A line in bold of few words: the title of a part of a form, such as `**Describe the bug**`."""


def document_start(message: str) -> int:
    """Return where a message becomes a pasted document: its first heading of several, or 0 if it is long."""
    quoted = quoted_blocks(message)
    places = (match.start() for match in _HEADING.finditer(message))
    own = (at for at in places if not any(first <= at < last for first, last in quoted))
    headings = [at for at, _ in zip(own, range(2), strict=False)]
    if len(headings) > 1:
        return headings[0]
    return 0 if len(message) > LONG_MESSAGE else len(message)


_SHOWN = re.compile(
    r"(?:please )?(?:consider|see|read|here|look at|given|note)\b[^\n]{0,120}:", re.IGNORECASE
)
"""A line that only introduces a block that somebody else wrote."""


_REPORTS = re.compile(
    r"\b(?:says?|said|saying|errors?|messages?|shows?|showing|displays?|prints?|get|got|getting)\b", re.I
)


def _is_quoted(message: str, start: int) -> bool:
    """Return whether a sentence is inside a program's quoted output, such as `it says "Blocked. Retry."`."""
    before = message[message.rfind("\n", 0, start) + 1 : start]
    if before.count("`") % 2 == 1:
        return True
    return before.count('"') % 2 == 1 and _REPORTS.search(before[: before.rfind('"')]) is not None


def _shows(message: str, statement: HumanSentence) -> bool:
    """Return whether a sentence only introduces the block that follows it."""
    if not _SHOWN.fullmatch(statement.text):
        return False
    gap = message[statement.end : statement.end + 8]
    after = statement.end + len(gap) - len(gap.lstrip())
    return any(start <= after < end for start, end in quoted_blocks(message))


def _bare_head(own: Sequence[HumanSentence], number: int) -> DirectiveForce | None:
    """Return the force of a lone verb with a colon (`refactor:`), which directs through the list after it."""
    word = own[number].text.rstrip(":").casefold()
    known = own[number].text.endswith(":") and word in ACTION_VERBS
    return (
        DirectiveForce.REQUEST
        if known and any(s.intro == number for s in own[number + 1 : number + 2])
        else None
    )


def _directive(message: str, statement: HumanSentence, force: DirectiveForce, *, pasted: bool) -> Directive:
    end = statement.end
    if statement.text.endswith(":"):
        # After a colon, a heading names what the sentence announces.
        gap = message[end : end + 8]
        heading = _HEADING.match(message, end + len(gap) - len(gap.lstrip()))
        end = heading.end() if heading else end
    raw = shorten(message[statement.start : end], MAX_DIRECTIVE)
    return Directive(statement.start, statement.start + len(raw), " ".join(raw.split()), force, pasted)


def _states_a_story(own: Sequence[HumanSentence], statement: HumanSentence) -> bool:
    if statement.intro < 0:
        return False
    head = own[statement.intro].text.casefold()
    return any(phrase in head for phrase in NARRATIVE_INTROS)
