"""Words that give a reason: `because the seal was torn`, `since the belt had snapped`.

`since March`, `since the fire`, `as well` and `as we call him` give none, nor does an aim that only repeats
the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.runs.language.kinds_of_things import inflected
from workbench.runs.language.measures import MONTH
from workbench.runs.language.terms import asked_stems, stems

_WHEN = rf"\d|(?:spring|summer|autumn|winter|may|{MONTH})\b"
_SINCE = (
    rf"(?<!ever )since(?! (?:the )?(?:{_WHEN}|then\b|last\b|this\b|early\b|late\b|mid|first\b|"
    r"mon|tue|wed|thu|fri|sat|sun))"
    rf"(?! (?:the|its|their|our|his|her) [\w'’-]+(?:,| (?:of|in|on) (?:the )?(?:{_WHEN})))"
)
"""Not before a time, nor before a noun alone or with one: `since the fire of 2019`."""
_AS = (
    r"(?<!such )(?<!same )(?<!known )(?<!well )(?<!soon )(?<!far )(?<!long )"
    r"as(?! (?:well|soon|far|long|many|much|little|few|if|usual|always|before|planned|of|from|to|a|an|"
    r"(?:we|they|everybody|everyone|people|i) (?:all )?(?:call|know|say|named?|like to)"
    r"|(?:[\w'’-]+ ){1,3}?(?:found|said|says|wrote|reported|thought|showed|discovered|noted|told|stated))\b)"
)
_SO = r"so(?! (?:far|many|much|called|few|long|on|forth)\b)"
_MARKED = re.compile(
    rf"\b(?:because|{_SINCE}|caus\w+|due to|so that|after|owing|as a result|reason|traced|therefore|led to|"
    r"(?<!not at )(?<!no )fault|thanks to|by mistake|had been|had \w+ed|found|"
    rf"{_SO}|{_AS}|for (?:lack|want|fear) of|on account of|too|"
    r"(?:which|that) is why|in order|hence|thus)\b",
    re.I,
)
_AIM = re.compile(r"\bto (?P<aim>[a-z]{3,} (?:the|an?|it|its|their|our|more|less)\b[^.;:\n]*)", re.I)
"""An aim, with the rest of its clause."""
_HEADING = re.compile(
    r"(?:\d+[.)]? )?(?:(?:the|root|likely|probable|main) )*(?:causes?|reasons?|why|explanation)\b"
    r"(?P<alone>\W*$)?",
    re.I,
)
"""A heading under which a reason is stated in any words; `alone` if it does not say of what."""
_CLAUSE = re.compile(
    rf"\b(?:because(?! of\b)|,\s{_SINCE}|{_AS})\s(?P<cause>(?:the|its?|their|they|our|we|no|nobody|an?|his|"
    r"her|he|she|this|that)\b[^.;:()\n|]{3,90})",
    re.I,
)


def states_reason(question: str, text: str) -> bool:
    """Return whether a text gives a reason for what a question asks about, by its form."""
    if _MARKED.search(text):
        return True
    known = frozenset(asked_stems(question))
    aims = (frozenset(stems(found["aim"])) for found in _AIM.finditer(text))
    return any(stem not in known and inflected(stem).isdisjoint(known) for aim in aims for stem in aim)


def heads_reason(above: str) -> bool:
    """Return whether the last of the headings above a text announces a reason."""
    return _HEADING.match(above.rpartition(" > ")[2].strip()) is not None


def is_reason_alone(heading: str) -> bool:
    """Return whether a heading announces a reason and does not say of what: of the section before it."""
    found = _HEADING.match(heading.strip())
    return found is not None and found["alone"] is not None


def reason_clauses(text: str) -> Iterator[str]:
    """Yield the clauses of a text that give a reason, without the word before them."""
    for found in _CLAUSE.finditer(text):
        yield found["cause"]
