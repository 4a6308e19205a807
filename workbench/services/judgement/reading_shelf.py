"""Readings of long sessions in the store, where the next process finds them and reads on."""

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
    """What a reading depends on beside what all that is derived does."""
    return f"{derived.code_of()}/{identity().code}"


def load(store: Store, session_id: str, most: int) -> tuple[int, str, FactsReading] | None:
    """The longest kept reading of at most so many events as they are stored now: events, digest, reading."""
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
    """Keep readings of so many events, with their digests, where the longest goes far beyond what is kept.

    It may be called at any time and never fails: what is not kept is read again.
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
