"""Read a run's sources in batches: what was read stays read, so a killed run continues with the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic

from gates.errors import ReportedError
from store.run_values import Indexed, ProcessedSource, RunPart, SourceArtifact, content_hash
from workbench.runs.records.events import SourcesRead
from workbench.runs.records.ledger import Ledger
from workbench.runs.settings import RunSettings
from workbench.runs.sources.extract import extract, extractor_of
from workbench.runs.sources.fetch import Fetcher, FetchLimits
from workbench.runs.sources.places import SourcePlace, places
from workbench.runs.sources.reader import content_of, indexed, reason_of

BATCH = 256
"""Maximum number of places that are read between two events."""
BATCH_BYTES = 8_000_000
MOST_REASONS = 3
"""Sources that a run without any source names, with the reason."""
READ_SECONDS = 4.0
"""Seconds of reading between two commits: a killed run reads as much again."""


_Made = tuple[SourcePlace, SourceArtifact | None, str, str]
"""A place, its artifact, its status, and why it has no artifact."""


_Held = tuple[SourcePlace, bytes, str, str]
"""A place, its bytes, their kind and their hash."""


@dataclass(frozen=True, slots=True)
class _Read:
    """Places that were read, and the artifacts to store."""

    made: list[_Made]
    fresh: dict[tuple[str, str, str], Indexed]


def _failed(place: SourcePlace, error: ReportedError) -> _Made:
    return place, None, "failed" if place.is_address else "skipped", reason_of(error)[:2_000]


class SourceReading:
    """Reads the sources of one run.

    Args:
        ledger: stores them.
        run_id: the run.
        settings: names the places and the limits of a fetch.
        fetcher: fetches pages; None: one with the settings' limits.
        ticks: seconds on a clock that only moves forward.
    """

    def __init__(
        self,
        ledger: Ledger,
        run_id: str,
        settings: RunSettings,
        fetcher: Fetcher | None = None,
        ticks: Callable[[], float] = monotonic,
    ) -> None:
        self._ledger = ledger
        self._run_id = run_id
        self._ticks = ticks
        self._settings = settings
        self._fetcher = fetcher or Fetcher(fetch_limits(settings))
        self._waiting: list[SourcePlace] | None = None
        self._held: list[_Held] = []
        """Next places whose bytes are in memory already; they come before `_waiting`."""
        self._ahead: _Read | None = None
        self._done: list[ProcessedSource] = []

    @property
    def readable(self) -> bool:
        """Whether at least one source had text."""
        return any(row.status == "read" for row in self._done)

    @property
    def fetches(self) -> bool:
        """Whether reading the next places may wait for a server."""
        return not self._held and any(place.is_address for place in self._places()[:BATCH])

    @property
    def all_prepared(self) -> bool:
        """Whether `prepare` read the last places, so that `next` only stores them."""
        return self._ahead is not None and not self._held and not self._places()

    def why_nothing(self) -> str:
        """Return why no source had text."""
        reasons = [
            row.reason if row.reason.startswith(row.location) else f"{row.location}: {row.reason}"
            for row in self._done[:MOST_REASONS]
        ]
        more = len(self._done) - len(reasons)
        if more > 0:
            reasons.append(f"and {more:,} more, which `workbench run status {self._run_id} --json` lists")
        return "no source could be read: " + "; ".join(reasons or ["no file is there"])

    def prepare(self) -> None:
        """Read the next places, if not done yet; nothing is stored, so the store may be closed."""
        self._ahead = self._ready()

    def _ready(self) -> _Read:
        return self._ahead if self._ahead is not None else self._read()

    def next(self, now: str) -> tuple[list[RunPart], SourcesRead]:
        """Store the next places and return their records and event.

        The artifacts themselves are stored already. Meanwhile the places after them are read, unless that
        waits for a server. The store is open only for storing.
        """
        ready = self._ready()
        self._ahead = None
        waiting = self._places()
        with ThreadPoolExecutor(1) as beside:
            kept = beside.submit(self._ledger.put_sources, list(ready.fresh.values()))
            if (waiting or self._held) and not self.fetches:
                self._ahead = self._read()
            kept.result()
        rows = self._rows(ready.made, now)
        self._done += rows
        return list(rows), SourcesRead(
            read=sum(row.status == "read" for row in rows),
            skipped=sum(row.status == "skipped" for row in rows),
            failed=sum(row.status == "failed" for row in rows),
            chunks=sum(each.chunks for _, each, _, _ in ready.made if each is not None),
            complete=not (waiting or self._held) and self._ahead is None,
        )

    def _read(self) -> _Read:
        """Read and cut the next places."""
        made: list[_Made] = []
        contents = self._held or list(self._contents(self._places(), made))
        known = self._known([hashed for _, _, _, hashed in contents])
        fresh: dict[tuple[str, str, str], Indexed] = {}
        self._held = []
        began = self._ticks()
        for number, (place, content, kind, hashed) in enumerate(contents):
            if number and not place.is_address and self._ticks() - began >= READ_SECONDS:
                self._held = contents[number:]
                break
            key = (hashed, extractor_of(kind), kind)
            artifact = known.get(key)
            if artifact is None and key not in fresh:
                try:
                    fresh[key] = indexed(content, extract(content, place.location, kind), hashed)
                except ReportedError as error:
                    made.append(_failed(place, error))
                    continue
            made.append((place, artifact or fresh[key].artifact, "read", ""))
        return _Read(made, fresh)

    def _contents(self, waiting: list[SourcePlace], made: list[_Made]) -> Iterator[_Held]:
        """Yield the bytes of the next places; those that cannot be read are added to `made`."""
        count = size = 0
        while waiting and count < BATCH and size < BATCH_BYTES:
            place = waiting.pop(0)
            count += 1
            try:
                read, content, kind = content_of(place, self._fetcher, self._settings.fetch_bytes)
            except ReportedError as error:
                made.append(_failed(place, error))
                continue
            size += len(content)
            yield read, content, kind, content_hash(content)

    def _known(self, hashes: Sequence[str]) -> dict[tuple[str, str, str], SourceArtifact]:
        """Return artifacts that were read before, by bytes, extractor and kind."""
        found = self._ledger.of_contents(hashes)
        return {(each.content_hash, each.extractor, each.media_type): each for each in found}

    def _rows(self, made: Sequence[_Made], now: str) -> list[ProcessedSource]:
        first = len(self._done) + 1
        return [
            ProcessedSource(
                self._run_id, number, place.source_id, place.location, status, reason,
                artifact.artifact_id if artifact is not None else None, now,
            )
            for number, (place, artifact, status, reason) in enumerate(made, first)
        ]  # fmt: skip

    def _places(self) -> list[SourcePlace]:
        """Return the places that no event records as read."""
        if self._waiting is None:
            self._done = list(self._ledger.processed(self._run_id))
            known = {row.source_id for row in self._done}
            named = places(self._settings.sources, begun=True, files=self._settings.named_files)
            self._waiting = [each for each in named if each.source_id not in known]
        return self._waiting


def fetch_limits(settings: RunSettings) -> FetchLimits:
    """Return the limits of fetching a page that a run's settings state."""
    return FetchLimits(settings.fetch_bytes, settings.fetch_seconds, settings.private_hosts)
