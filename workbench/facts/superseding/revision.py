"""Whether a later statement gives the same thing another value: the most recent explicit decision wins.

Two statements are about the same thing if their words agree except for the value. If a number or a letter
identifies the thing (`service 2`, `of server 1`, `Decision 3:`), another one identifies another thing. If
only an object differs, a word of revision (`actually`, `instead`) is required. In doubt it is no revision.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from gates.language.similarity import statement

_LABEL = re.compile(
    r"^(?:decision|decided|agreed|noted|rule)(?: changed)?(?: back)?(?: (?:no\. ?)?(\d{1,6}))?:\s", re.I
)
_LABELLED = "label"
_ORDINALS = (
    "invoice|order|bill|account|batch|shard|users?|seat|gate|unit|house|flat|team|group|class|volume|"
    "issue|ticket|bug|pr|mr|task|step|phase|part|page|line|chapter|section|item|option|point|question|case|"
    "version|room|table|service|server|node|job|test|day|week|sprint|lesson|slide|figure|row|column"
)
_VALUE = r"(?:[ ]?#?(\d[\d.]{0,8})|[ ]([A-HJ-Z])\b)"
_WHICH = re.compile(
    rf"(?:^(?:(?i:the|in|for|on|at|of)\s)?|\b(?i:of|for|in|on|from|under|to)\s(?:the\s)?)([A-Za-z]{{2,20}}){_VALUE}"
    rf"|\b((?i:{_ORDINALS})){_VALUE}"
)
_MEASURED = frozenset("port limit timeout size at to by of for in on from under and or is be only".split())
"""Before a number, these name what it measures, not which thing is meant."""
_NUMBER = re.compile(r"(?<![\w/.-])\d[\d.,:]{0,12}(?![\w/-])")
_NAMED = re.compile(r"\b[A-Za-z][A-Za-z_./-]{0,60}[_./-]?\d[\w./-]{0,40}")
"""A name that contains a number: `users_2023`, `service-4`."""
_PURPOSE = re.compile(r"\b(?:for|of|in|on|from|under)\s+((?:[\w/.-]{1,40}[ ]?){1,4})", re.I)
_FIRST = re.compile(r"[a-z']{1,20}")
_LEADS = frozenset(
    "please then now actually no ok okay so and but also let's lets let us we i you will we'll i'll must "
    "should shall always just rather instead change go to want on second thought thoughts from".split()
)
_CHOICE = frozenset("use take pick choose switch with move prefer".split())
_ADDS = frozenset(
    "add include write create fix pay read see open run order buy book send close check review merge look "
    "test delete remove rename ask call tell invite install".split()
)
"""Verbs whose second object is an addition to the first."""
_CUE = re.compile(
    r"\b(?:actually|instead|rather|from now on|on second thoughts?|change of plans?|changed?|back to)\b|^no,",
    re.IGNORECASE,
)
_WAS = re.compile(r"\((?:was|formerly|before)[: ]\s?(\d[\d.,]{0,12})", re.IGNORECASE)
_INSTEAD_OF = re.compile(
    r"\binstead of (?:the |a |an |using )?([^,.;:!?\n]{2,80})"
    r"|^(?:decision )?(?:changed: )?([^,.;:!?\n]{2,80}) is replaced by\b",
    re.IGNORECASE,
)
_STRONG = re.compile(r"\b(?:instead|rather|change of plans?|changed?)\b", re.IGNORECASE)
_ENDED = re.compile(r"\b(?:no longer|not any ?more|any ?more)\b", re.IGNORECASE)
_LIFTED = re.compile(
    r"\b(?:(?:fine|ok|okay|allowed|permitted) (?:now|again|from now on)|forget (?:that|the|this) rule)\b",
    re.I,
)
_BACK = re.compile(r"\b(?:go|going|return|switch|change|move) back to\b", re.IGNORECASE)
_BESIDE = re.compile(r"\b(?:also|too|as well|besides|in addition|another)\b", re.IGNORECASE)
_NO_SUBJECT = statement(
    "actually instead rather now change changed back second thought plan take pick choose switch move prefer "
    "let go always decision decided agreed noted rule please"
).stems
_MOST = 2
"""Most words that may be exchanged for as many others."""


@dataclass(frozen=True, slots=True)
class _Frame:
    which: dict[str, str]
    """The number or letter that identifies the thing, by its noun."""
    about: frozenset[str]
    """The stems that are neither numbers nor words of choosing and revising."""
    values: tuple[str, ...]
    purpose: frozenset[str]
    verb: str
    negated: bool
    names: frozenset[str]
    """Names that contain a number."""


def distinct(later: str, earlier: str) -> bool:
    """Return whether a number or a letter shows that the two are about different things of one kind."""
    old, new = _frame(earlier), _frame(later)
    one, two = old.which, new.which
    if any(one[noun] != two[noun] for noun in one.keys() & two.keys()):
        return True
    return any(_kin(mine) == _kin(other) for mine in old.names - new.names for other in new.names - old.names)


def _kin(name: str) -> str:
    """Return a name with its numbers as 0, which related names share."""
    return re.sub(r"\d+", "0", name)


def revises(later: str, earlier: str) -> bool:
    """Return whether `later` gives the subject of `earlier` another value, or ends it."""
    if later.endswith("?"):
        return False
    old, new = _frame(earlier), _frame(later)
    if _ENDED.search(later) or (old.negated and _LIFTED.search(later)):
        return _ends(later, old)
    if _replaced_by_name(later, new, old):
        return True
    if old.negated != new.negated or distinct(later, earlier) or _BESIDE.search(later):
        return False
    return _another_number(new, old) or (bool(_CUE.search(later)) and _another_object(later, new, old))


def revising(later: str) -> bool:
    """Return whether a sentence has a word of revision; without one it only revises a number."""
    return any(cue.search(later) for cue in (_ENDED, _LIFTED, _WAS, _INSTEAD_OF, _CUE))


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a statement, by which statements are found that a later one may revise."""

    about: frozenset[str]
    """Stems that are neither numbers nor words of choosing and revising."""
    purpose: frozenset[str]
    """Those of them that state a purpose or a place."""
    values: tuple[str, ...]
    was: tuple[str, ...]
    """The values that it names as valid before."""
    gone: frozenset[str]
    """Stems of what it names as replaced; empty if too few to be sure."""
    chooses: bool
    adds: bool
    """Whether a second one of its kind is an addition to the first."""
    verb: str


def subject_of(text: str) -> Subject:
    """Return the subject of a statement, as `revises` reads it."""
    frame, was = _frame(text), _WAS.search(text)
    before = () if was is None else (was.group(1),)
    chooses, adds = frame.verb in _CHOICE, frame.verb in _ADDS
    return Subject(frame.about, frame.purpose, frame.values, before, _gone(text), chooses, adds, frame.verb)


def _gone(later: str) -> frozenset[str]:
    """Return the stems of what a statement names as replaced; none if they are too few to be sure."""
    instead = _INSTEAD_OF.search(later)
    if instead is None:
        return frozenset()
    named = instead.group(1) or _PURPOSE.sub("", instead.group(2))
    gone = statement(named).stems - _NO_SUBJECT
    return gone if len(gone) >= _MOST else frozenset()


def _ends(later: str, old: _Frame) -> bool:
    """Match `we no longer run the slow linter` after `always run the slow linter`."""
    stated = _frame(_ENDED.sub(" ", later))
    return old.negated != bool(_ENDED.search(later)) and len(old.about) >= _MOST and old.about <= stated.about


def _replaced_by_name(later: str, new: _Frame, old: _Frame) -> bool:
    """Match `y instead of the white tiles` after one about them, `the budget is 16 (was 14)` after 14."""
    was = _WAS.search(later)
    if was is not None and was.group(1) in old.values:
        return bool(old.about & new.about)
    gone = _gone(later)
    return bool(gone) and not old.negated and old.verb not in _ADDS and gone <= old.about


def _another_number(new: _Frame, old: _Frame) -> bool:
    """Match `use port 9000` after `use port 8000`."""
    same = bool(old.about) and old.about == new.about and old.verb == new.verb
    differs = len(old.values) == len(new.values) > 0 and old.values != new.values
    return same and differs and old.verb not in _ADDS


def _another_object(later: str, new: _Frame, old: _Frame) -> bool:
    """Match `actually, take y for the store` after `use x for the store`."""
    shared, gone, come = old.about & new.about, old.about - new.about, new.about - old.about
    if not (0 < len(gone) <= _MOST and 0 < len(come) <= _MOST) or old.purpose - gone != new.purpose - come:
        return False
    chosen = old.verb in _CHOICE and new.verb in _CHOICE
    if chosen and shared and shared <= old.purpose:
        return not gone & old.purpose and not come & new.purpose
    firm = bool(_STRONG.search(later)) or new.verb not in _ADDS
    return len(shared) > len(gone) and firm and not (gone & old.purpose or come & new.purpose)


@lru_cache(maxsize=8_192)
def _frame(text: str) -> _Frame:
    label = _LABEL.match(text)
    bare = text[label.end() :] if label else text
    which = {_LABELLED: label.group(1)} if label and label.group(1) else {}
    values = list(_NUMBER.findall(bare))
    for found in _WHICH.finditer(bare):
        noun, value = (part for part in found.groups() if part)
        if noun.casefold() not in _MEASURED:
            which[noun.casefold()] = value
            if value in values:
                values.remove(value)
    known = statement(bare)
    stems = frozenset(stem for stem in known.stems if not stem.startswith("#")) - _NO_SUBJECT
    purpose = frozenset(
        stem for found in _PURPOSE.finditer(bare) for stem in statement(found.group(1)).stems & stems
    )
    names = frozenset(name.casefold().rstrip(".-") for name in _NAMED.findall(bare))
    return _Frame(which, stems, tuple(values), purpose, _verb(bare), bool(known.tokens.negations), names)


def _verb(text: str) -> str:
    if _BACK.search(text):
        return "use"
    words = _FIRST.findall(text.casefold())[:8]
    if "must" in words[:6]:
        words = words[words.index("must") + 1 :]
    bare = next((word for word in words if word not in _LEADS), "")
    return "use" if bare in _CHOICE or (words[:1] == ["go"] and not bare) else bare
