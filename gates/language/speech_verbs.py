"""Verbs of speech, in one list: what is done by saying it.

Who plans one aloud may have done it in the next sentence, and what was said is told in other words. Those
that put something forward stand apart, and so do assents, which say that somebody else had put it forward.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

PUTS_FORWARD = frozenset(
    "ask complain demand insist mention offer propose recommend report request say state suggest tell".split()
)
"""Whoever does this is the one who said it first."""
ASSENTS = frozenset("accept acknowledge admit agree approve confirm".split())
"""Said to what another has put forward, or to what is known."""
SPEAKS = PUTS_FORWARD | frozenset(
    """
    address announce answer consider debate decide describe discuss evaluate explain introduce note present
    question raise review show talk
    """.split()
)
"""Every verb of speech but the assents."""

_PAST = {"say": "said", "show": "showed", "tell": "told"}
_DOUBLED = ("admit",)
_SIBILANT = re.compile(r"(?:s|sh|ch|x|z)$")


def past_of(verb: str) -> str:
    """The past of one of these verbs."""
    if verb in _PAST:
        return _PAST[verb]
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ed"
    return f"{verb}d" if verb.endswith("e") else f"{verb}ed"


def third_person_of(verb: str) -> str:
    """The form that goes with `the user`."""
    return f"{verb}es" if _SIBILANT.search(verb) else f"{verb}s"


def told_forms(verbs: Iterable[str]) -> str:
    """A pattern of the forms by which a text tells that somebody did this: `asked|asks|...`."""
    return "|".join(form for verb in sorted(verbs) for form in (past_of(verb), third_person_of(verb)))
