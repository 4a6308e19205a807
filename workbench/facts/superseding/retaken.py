"""Whether a later statement takes the value that an earlier one rejected: `use y` after `use x, not y`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from gates.language.ruled_out import CONTRAST
from gates.language.similarity import statement
from workbench.facts.superseding.replacement import speaks_of_now
from workbench.facts.superseding.replacement_words import BESIDE, DENIES

_NAMED = r"(?P<before>(?:(?:the|a|an|using|with|in|on|to|as) )*)(?P<gone>[^,.;:!?()\n]{2,60})"
_REJECTS = re.compile(
    r"(?:\b(?:do not|don't|never|stop|no longer) "
    rf"(?:choos(?:e|ing)|pick(?:ing)?|take|taking|us(?:e|ing)) |{CONTRAST}){_NAMED}",
    re.IGNORECASE,
)
"""Words that reject a value."""
_TIED = re.compile(r"\s+(?:for|of|in|on|from|under|to|with|at|by|when|where)\b.*", re.IGNORECASE | re.DOTALL)
_PURPOSE = re.compile(r"\b(?:for|of|in|on|from|under)\s+(?:[\w/.-]{1,40}[ ]?){1,4}", re.IGNORECASE)
_DEPENDS = re.compile(r"\b(?:if|when|whenever|while|unless|until|once|only|both)\b", re.IGNORECASE)
_CLAUSE_END = re.compile(r"[,;:()]|\s[-–—]\s|[.!?](?:\s|$)|\n")
_AGAIN = re.compile(r"\b(?:after all|back to|actually)\b", re.IGNORECASE)
_NO_TOPIC = statement(
    "actually instead rather now again back after all second thought take pick choose switch change move use "
    "prefer let go going return revert want should one ones please always decision correction"
).stems


@dataclass(frozen=True, slots=True)
class _Choice:
    kept: str
    """The text without the values that it rejects."""
    rejected: tuple[frozenset[str], ...]
    """The stems of each value that it rejects."""
    slots: frozenset[str]
    """The prepositions before what it rejects: in `on Monday, not on Friday` a day is the value."""

    def chosen(self) -> frozenset[str]:
        """Return the stems of what it does not reject, without its purposes."""

        def blank(found: re.Match[str]) -> str:
            return found.group() if found.group().split()[0].casefold() in self.slots else " "

        return statement(_PURPOSE.sub(blank, self.kept)).stems - _NO_TOPIC


def retakes(later: str, earlier: str) -> bool:
    """Return whether `later` takes a value that `earlier` rejected for the same thing.

    Its words must all occur in the earlier statement, which must also have named another value.
    """
    before = _choice(earlier)
    if not before.rejected or not speaks_of_now(later) or BESIDE.search(later) or _DEPENDS.search(later):
        return False
    known = statement(earlier).stems | _NO_TOPIC
    after = _choice(later).kept
    purposes = (statement(found.group()).stems for found in _PURPOSE.finditer(after))
    if not all(stems <= known for stems in purposes):
        return False
    chosen = before.chosen()
    for clause in _CLAUSE_END.split(after):
        stems = statement(clause).stems
        taken = any(gone <= stems for gone in before.rejected)
        if taken and stems <= known and chosen - stems and not DENIES.search(clause):
            return True
    return False


def rejects(later: str, earlier: str) -> bool:
    """Return whether `later` rejects the value that `earlier` gave the same thing, and gives another one."""
    after = _choice(later)
    if not after.rejected or not speaks_of_now(later) or BESIDE.search(later) or _choice(earlier).rejected:
        return False
    stems = statement(earlier).stems
    chosen = after.chosen() - stems
    known = statement(later).stems | _NO_TOPIC
    denied = DENIES.search(earlier) or DENIES.search(after.kept)
    taken = any(gone <= stems for gone in after.rejected)
    return taken and stems <= known and bool(chosen) and not denied


def rejected_stems(text: str) -> frozenset[str]:
    """Return the stems of every value that a statement rejects."""
    return frozenset[str]().union(*_choice(text).rejected)


def may_retake(text: str) -> bool:
    """Return whether a sentence that directs nothing may take a rejected value (`x after all`)."""
    return _AGAIN.search(text) is not None


@lru_cache(maxsize=4_096)
def _choice(text: str) -> _Choice:
    kept, rejected, slots, at = "", [], set[str](), 0
    for found in _REJECTS.finditer(text.replace("’", "'")):
        gone = _TIED.sub("", found["gone"])
        kept += f"{text[at : found.start()]} , "
        at = found.start("gone") + len(gone)
        stems = statement(gone).stems - _NO_TOPIC
        rejected += [stems] if stems else []
        slots |= {word.casefold() for word in [*found["before"].split(), gone.split()[0]]}
    return _Choice(kept + text[at:], tuple(rejected), frozenset(slots))
