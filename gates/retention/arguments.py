"""Detects a verb whose arguments changed places.

`The primary notifies the replica` and `the replica is notified by the primary` have the same arguments;
`the primary is notified by the replica` has them exchanged.
"""

from __future__ import annotations

from collections import Counter

from gates.retention.alignment import SYNONYM, Aligned
from gates.retention.clause_arguments import arguments_of
from gates.retention.words import PERSONS, Word, base_stem

_MUTUAL = frozenset(
    base_stem(verb)
    for verb in "combine differ equal join link marry match meet merge mirror mix overlap pair".split()
)
"""Verbs whose subject and object may change places."""
_ADDRESSED = frozenset(
    base_stem(verb) for verb in "ask tell inform notify remind warn invite consult".split()
)
"""Verbs whose object is a person; a person who becomes their subject acts instead."""


def arguments_exchanged(aligned: Aligned) -> bool:
    """Return whether who acts and what is acted on changed places, for a verb that both sides share."""
    mine: dict[int, object] = {a: n for n, (a, _, _) in enumerate(aligned.pairs)}
    theirs: dict[int, object] = {b: n for n, (_, b, _) in enumerate(aligned.pairs)}
    times = Counter(place for a, b, _ in aligned.pairs for place in (("mine", a), ("theirs", b)))
    for a, b, sure in aligned.pairs:
        verb = aligned.original[a]
        if verb.kind != "word" or sure < SYNONYM or verb.stem in _MUTUAL:
            continue
        if times["mine", a] + times["theirs", b] > 2:
            continue
        said = arguments_of(aligned.original, a)
        stated = arguments_of(aligned.restated, b)
        if said is None or stated is None:
            continue
        acting, acted_on = (_named(aligned.original, places, mine) for places in said)
        now_acting, now_acted_on = (_named(aligned.restated, places, theirs) for places in stated)
        to_object = (acting & now_acted_on) - acted_on - now_acting
        to_subject = (acted_on & now_acting) - acting - now_acted_on
        if to_object and to_subject:
            return True
        if to_subject and verb.stem in _ADDRESSED and not acting and not now_acted_on:
            return True
    return False


def _named(words: tuple[Word, ...], places: range, ids: dict[int, object]) -> frozenset[object]:
    """Return the identities of the matched words and of the persons at some places."""
    persons: set[object] = {words[place].tag for place in places if words[place].tag in PERSONS}
    return frozenset(persons | {ids[place] for place in places if place in ids})
