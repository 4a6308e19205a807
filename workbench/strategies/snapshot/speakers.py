"""Whether the user and the agent contradict each other: a value demanded and another one set, tests.

As in `clashes`, missing a conflict is better than reporting a false one: the later words must state all that
the earlier ones are about, with another number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gates.language.tokens import stem_of
from workbench.facts.spans import EventWords
from workbench.strategies.snapshot.clashes import ClashReading, claimed, reading

MOST_BESIDE = 4
"""Most other content words of the agent's statement, such as the file that it names."""
LEAST_SHARED = 2
"""Fewest content words that say what the value is of."""

_DOING = frozenset(
    map(
        stem_of,
        "add apply change configure deploy give go have install keep make need pin put run set take use "
        "want".split(),
    )
)
"""Verbs that give something a value, and do not say what it is."""
_BOUNDED = re.compile(
    r"\b(?:at (?:most|least)|(?:no|not) (?:more|less|fewer|later|earlier) than|(?:less|more|fewer) than|"
    r"(?:up|down) to|under|over|below|above|within|between|around|about|roughly|or (?:more|less|fewer)|"
    r"max(?:imum)?|min(?:imum)?|every|each|first|last)\b",
    re.IGNORECASE,
)
"""Words of a bound or of one among several, which another number may keep to."""
_OTHER_TIME = re.compile(
    r"\b(?:was|were|had|used to|previously|formerly|earlier|before|instead of|no longer|from \d|will|"
    r"going to|i'll|next)\b",
    re.IGNORECASE,
)
_FAILING = re.compile(
    r"\b(?P<failed>[1-9]\d{0,5}) (?:(?:of|out of|/) (?:the |your |our )?(?P<all>\d{1,6}) )?"
    r"(?:(?:of )?(?:the |your |our )?(?:unit )?tests? )?(?:still )?"
    r"(?:(?:are|is) failing|fail(?:s|ed|ing)?)\b",
    re.IGNORECASE,
)
_TESTS = re.compile(r"\b(?:tests?|suite)\b", re.IGNORECASE)
_COUNT = re.compile(r"\d{1,6}")


MOST_DEMANDS = 200
"""Demands with a value that a statement of the agent is compared with, the latest first."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """A user's directive, or a sentence of the agent."""

    by: str
    """`user` or `agent`."""
    words: EventWords
    text: str


def contradictions(spoken: Sequence[Spoken], changed: Sequence[int]) -> Iterator[tuple[Spoken, Spoken]]:
    """Yield the pairs of statements by the two speakers that cannot both hold, the earlier one first.

    Args:
        spoken: the statements, in order.
        changed: the ordinals of the events that changed a file; tests that failed may pass after one.

    A pair is left out once the agent states the demanded value, or the user accepts the other one.
    """
    demands: list[int] = []
    claims: list[int] = []
    for at, each in enumerate(spoken):
        if each.by == "user":
            denied = claims if reports_failing(each.text) else ()
            found = next((c for c in reversed(denied) if denies_tests(spoken[c].text, each.text)), None)
            if found is not None and not any(o > spoken[found].words.ordinal for o in changed):
                yield spoken[found], each
            demands += [at] if _values(each.text) is not None else []
            continue
        claims += [at] if claimed(each.text) == ("test", True) else []
        if _values(each.text) is None:
            continue
        demanded = next((d for d in demands[: -MOST_DEMANDS - 1 : -1] if _alike(spoken[d], each)), None)
        if demanded is None or not disobeys(spoken[demanded].text, each.text):
            continue
        if not any(_settles(later, spoken[demanded], each) for later in spoken[at + 1 :]):
            yield spoken[demanded], each


def _alike(demand: Spoken, stated: Spoken) -> bool:
    """Return whether a statement gives a value, the demanded or another one, to the thing of a demand."""
    return disobeys(demand.text, stated.text) or obeys(demand.text, stated.text)


def _settles(later: Spoken, demand: Spoken, stated: Spoken) -> bool:
    if later.by == "agent":
        return obeys(demand.text, later.text)
    accepted, given = _values(later.text), _values(stated.text)
    same = accepted is not None and given is not None and accepted.numbers == given.numbers
    return same and obeys(later.text, stated.text)


def disobeys(demand: str, stated: str) -> bool:
    """Return whether the agent states another value than the user demanded before, for the same thing."""
    wanted, given = _values(demand), _values(stated)
    if wanted is None or given is None or _BOUNDED.search(demand) or _BOUNDED.search(stated):
        return False
    about, said = _about(wanted), _about(given)
    if len(about) < LEAST_SHARED or not about <= said or len(said - about) > MOST_BESIDE:
        return False
    return wanted.numbers != given.numbers and not _OTHER_TIME.search(stated)


def obeys(demand: str, stated: str) -> bool:
    """Return whether a statement gives the demanded value to the thing that the demand is about."""
    wanted, given = _values(demand), _values(stated)
    if wanted is None or given is None:
        return False
    return bool(_about(wanted)) and _about(wanted) <= _about(given) and wanted.numbers == given.numbers


_ORDERS = re.compile(
    r"(?:(?:and|then|please|so)[, ]+){0,2}(?:cap|deploy|keep|limit|pin|run|set|use)\b", re.IGNORECASE
)


def orders(sentence: str) -> bool:
    """Return whether a sentence orders a value in plain words: `use Redis 7 for the cache`."""
    return _ORDERS.match(sentence) is not None and _values(sentence) is not None


def reports_failing(report: str) -> bool:
    """Return whether a sentence reports a count of failed tests."""
    return not report.rstrip().endswith("?") and bool(_FAILING.search(report) and _TESTS.search(report))


def denies_tests(claim: str, report: str) -> bool:
    """Return whether a person reports failed tests after the agent's claim that all of them pass."""
    failing = _FAILING.search(report)
    if failing is None or claimed(claim) != ("test", True) or not reports_failing(report):
        return False
    counted = _COUNT.search(claim)
    return failing["all"] is None or counted is None or failing["all"] == counted.group()


def _values(text: str) -> ClashReading | None:
    """Return the reading of a statement that gives exactly one number, and denies nothing."""
    read = reading(text)
    return read if read is not None and len(read.numbers) == 1 and not read.denied else None


def _about(read: ClashReading) -> frozenset[str]:
    return frozenset(read.key) - _DOING
