"""Verbs of speech: actions that are done by saying something.

A plan to do one may be carried out in the next sentence, and speech is reported in other words. Verbs that
put something forward are listed separately, and so are assents, which imply that somebody else put it
forward.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

PUTS_FORWARD = frozenset(
    "ask complain demand insist mention offer propose recommend report request say state suggest tell".split()
)
"""Verbs whose subject said something first."""
ASSENTS = frozenset("accept acknowledge admit agree approve confirm".split())
"""Verbs of responses to what another person put forward, or to known facts."""
SPEAKS = PUTS_FORWARD | frozenset(
    """
    address announce answer consider debate decide describe discuss evaluate explain introduce note present
    question raise review show talk
    """.split()
)
"""Every verb of speech except the assents."""

_PAST = {"say": "said", "show": "showed", "tell": "told"}
_DOUBLED = ("admit",)
_SIBILANT = re.compile(r"(?:s|sh|ch|x|z)$")


def past_of(verb: str) -> str:
    """Return the past form of one of these verbs."""
    if verb in _PAST:
        return _PAST[verb]
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ed"
    return f"{verb}d" if verb.endswith("e") else f"{verb}ed"


def third_person_of(verb: str) -> str:
    """Return the form that goes with `the user`."""
    return f"{verb}es" if _SIBILANT.search(verb) else f"{verb}s"


def told_forms(verbs: Iterable[str]) -> str:
    """Return a pattern of the forms in which a text reports these actions: `asked|asks|...`."""
    return "|".join(form for verb in sorted(verbs) for form in (past_of(verb), third_person_of(verb)))
