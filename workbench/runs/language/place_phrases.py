"""Whether a text says where: `behind the mill`, `at Osk quay`; `in March` and `at least` are no places."""

from __future__ import annotations

import re

from workbench.runs.language.kinds_of_things import inflected
from workbench.runs.language.name_shapes import CAPITAL, SMALL
from workbench.runs.language.terms import asked_stems, stems

_WHERE = re.compile(
    r"\b(?:in|at|on|from|to|into|onto|behind|beside|besides|under|underneath|beneath|near|above|"
    r"below|opposite|outside|inside|next to|along|around|between|beyond|by|"
    r"over|off|up|down|across|via|through|against|with|ask) "
    r"(?P<place>(?:(?:the|an?|our|its|their|his|her|your|my|this|that|each|every|both|one|two|three|room|floor|"
    rf"\w+['’]s) |{CAPITAL})[^.,;:|()\n]{{2,40}})",
)
_TIMES = re.compile(
    r"^(?:(?:the|an?|this|that|each|every|our|its|one|two|three) )?(?:\w+ )?(?:jan|feb|mar(?!k)|apr|may\b|"
    r"june?\b|july?\b|aug|sep|oct|nov|dec|mon(?:day|th)|tues|wednes|thurs|fri(?:day)|satur|sun(?:day)|spring|summer|autumn|winter|"
    r"year|week|day|hour|minute|morning|evening|afternoon|night|end|beginning|time|moment|way|same)",
    re.I,
)
_NAMED = re.compile(rf"(?<![.!?:*] )(?<!^)(?<!\*\*){CAPITAL}{SMALL}{{2,}}")
_WORDS = re.compile(
    r"\b(?:here|there|upstairs|downstairs|abroad|home|everywhere|nowhere|online|outdoors|indoors)\b"
)


def names_place(question: str, text: str) -> bool:
    """Return whether a text has words for a place, or a name, that a question does not have itself."""
    known = frozenset(asked_stems(question))
    known |= {other for stem in known for other in inflected(stem)}
    found = [match["place"] for match in _WHERE.finditer(text) if not _TIMES.match(match["place"])]
    found += [match.group() for match in _NAMED.finditer(text) if not _TIMES.match(match.group())]
    return any(not set(stems(each)) <= known for each in found) or bool(_WORDS.search(text))
