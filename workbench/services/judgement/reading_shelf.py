"""Readings of long sessions in the store, from which the next process continues."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache

from store.engine import Store
from store.errors import StoreError
from store.records import derived
from workbench.facts.reading import FactsReading
from workbench.facts.reading_bytes import NotWritable, from_bytes, to_bytes
from workbench.services.judgement.identity import identity

KIND = "reading"


@lru_cache(maxsize=1)
def _code() -> str:
    """Return the version of what a reading depends on: the key of all derived data and the installed code."""
    return f"{derived.code_of()}/{identity().code}"


def load(store: Store, session_id: str, most: int) -> tuple[int, str, FactsReading] | None:
    """Return the longest stored reading of at most `most` unchanged events: their number, digest, reading."""
    if most < derived.LEAST:
        return None
    with store.reading() as session:
        kept = derived.longest(session, session_id, KIND, most, _code())
        body = None if kept is None else derived.body_of(session, session_id, KIND, kept, _code())
    if kept is None or body is None:
        return None
    try:
        return kept.end, kept.digest, from_bytes(body)
    except ValueError:
        return None


def keep(store: Store, session_id: str, readings: Mapping[int, tuple[str, FactsReading]]) -> None:
    """Store readings with their digests, by number of events, if the longest goes far beyond the stored one.

    May be called at any time and never fails: what is not stored is read again.
    """
    longest = max(readings)
    if longest < derived.LEAST or store.read_only:
        return
    with suppress(StoreError, NotWritable):
        with store.reading() as session:
            known = derived.longest(session, session_id, KIND, longest, _code(), sure=False)
        if known is not None and longest - known.end < derived.STEP:
            return
        stay: tuple[int, ...] = ()
        for end, (digest, reading) in sorted(readings.items()):
            if end >= derived.LEAST:
                derived.put(store, session_id, KIND, (0, end), digest, to_bytes(reading), _code(), stay)
                stay = (*stay, end)
