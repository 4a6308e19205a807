"""Importer for recorded traffic (HAR 1.2) with the APIs of Anthropic and OpenAI, as conversations.

Headers, cookies and query strings are neither read nor kept; calls to any other API are ignored.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import orjson

from workbench.errors import InputError
from workbench.importers.base import TranscriptReading
from workbench.importers.conversations.files import document_of, nothing_in, numbered_part, only_part
from workbench.importers.conversations.reading import StepReading
from workbench.importers.conversations.steps import Steps
from workbench.importers.files.documents import peek
from workbench.importers.files.last_read import LastRead
from workbench.importers.traffic.exchanges import RecordedExchange, entries_of, exchanges_of
from workbench.importers.traffic.grouping import Talk, parted, talks_of
from workbench.importers.traffic.logs import log_of

_READ = "calls to the Messages, Chat Completions and Responses APIs are read"
_KEPT_OF_BODY = ("mimeType", "text", "encoding")


class HARImporter:
    """Importer for recorded calls to the Messages, Chat Completions and Responses APIs."""

    name = "har"

    def __init__(self) -> None:
        self._read = LastRead(_load)

    def sniff(self, head: bytes, name: str) -> bool:
        """Return whether the file is an object that begins like a HAR log."""
        found = peek(head)
        first = found[0] if len(found) == 1 else None
        log = first.get("log") if isinstance(first, dict) else None
        if not isinstance(log, dict):
            return False
        return isinstance(log.get("entries"), list) or ("creator" in log and name.lower().endswith(".har"))

    def parts(self, path: Path) -> tuple[str, ...]:
        """Return the names of the conversations in the file: their numbers, in the order in which they begin.

        Raises:
            InputError: the file cannot be read, or is not a recording.
        """
        return tuple(str(number) for number in range(1, len(self._read.again(path).talks) + 1)) or ("1",)

    def read(self, path: Path) -> TranscriptReading:
        """Begin to read a recording of one conversation.

        Raises:
            InputError: the file cannot be read, is not a recording, or contains several conversations.
        """
        with self._read.once():
            return self.read_part(path, only_part(path, self.parts(path)))

    def read_part(self, path: Path, part: str) -> TranscriptReading:
        """Begin to read one conversation; single calls outside all conversations are sidechains of the first.

        Raises:
            InputError: the file has no conversation of this name, or the recording contains no model call.
        """
        recording = self._read.of(path)
        count = len(recording.talks)
        if not count:
            steps = Steps()
            for number, reason in recording.skipped:
                steps.skip(0, f"entry {number}: {reason}")
            raise nothing_in(path, "no readable call of a model", steps.skipped, _READ)
        number = numbered_part(path, part, count)
        return StepReading(self.name, recording.steps_of(number), through_answer=True)

    def copy(self, path: Path, part: str) -> bytes:
        """Return what the store keeps instead of the file: model calls, without headers, cookies and queries.

        Raises:
            InputError: the file cannot be read, or has no conversation of this name.
        """
        recording = self._read.of(path)
        mine = recording.of(numbered_part(path, part, max(len(recording.talks), 1)))
        kept = [_kept(entry) for number, entry in enumerate(recording.entries, 1) if number in mine]
        return orjson.dumps({"log": {"version": "1.2", "entries": kept}}, option=orjson.OPT_INDENT_2)


def _load(path: Path) -> _Recording:
    entries = entries_of(document_of(path))
    if entries is None:
        raise InputError(f"{path.name} is not a HAR recording", "it has no log with entries")
    return _Recording(entries)


class _Recording:
    def __init__(self, entries: list[Any]) -> None:
        self.entries = entries
        self.skipped: list[tuple[int, str]] = []
        found = sorted(exchanges_of(entries, self.skipped), key=lambda each: each.time)
        self._calls = len(found)
        self.talks, self._beside = parted(talks_of(found))

    def of(self, number: int) -> set[int]:
        """Return the entry numbers of a conversation; unreadable entries belong to the first one."""
        talks = self.talks[number - 1 : number] + (self._beside if number == 1 else [])
        found = {exchange.number for talk in talks for exchange in talk.exchanges}
        return found | ({entry for entry, _ in self.skipped} if number == 1 else set())

    def steps_of(self, number: int) -> Steps:
        """Return the steps of a conversation.

        The first includes calls outside all conversations as sidechains.
        """
        steps = Steps()
        beside = self._beside if number == 1 else []
        if number == 1:
            steps.noise = len(self.entries) - self._calls - len(self.skipped)
            for entry, reason in self.skipped:
                steps.skip(0, f"entry {entry}: {reason}")
        mine = self.talks[number - 1]
        sidechains: list[tuple[str | None, Talk]] = [(None, mine)]
        sidechains += [(f"call-{count}", each) for count, each in enumerate(beside, 1)]
        logs = {id(talk): log_of(talk.service, steps) for _, talk in sidechains}
        calls: list[tuple[RecordedExchange, str | None, Talk]] = [
            (exchange, sidechain, talk) for sidechain, talk in sidechains for exchange in talk.exchanges
        ]
        for exchange, sidechain, talk in sorted(calls, key=lambda call: (call[0].time, call[0].number)):
            steps.sidechain = sidechain
            logs[id(talk)].take(exchange)
        return steps


def _kept(entry: dict[str, Any]) -> dict[str, Any]:
    request = entry["request"]
    address = urlsplit(request["url"])
    host = address.netloc.rpartition("@")[2]
    url = urlunsplit((address.scheme, host, address.path, "", ""))
    response = entry.get("response")
    answered = response if isinstance(response, dict) else {}
    status, time = answered.get("status"), entry.get("startedDateTime")
    return {
        "startedDateTime": time if isinstance(time, str) else "",
        "request": {"method": "POST", "url": url, "postData": _body(request.get("postData"))},
        "response": {
            "status": status if isinstance(status, int) else 0,
            "content": _body(answered.get("content")),
        },
    }


def _body(body: object) -> dict[str, Any]:
    fields = body if isinstance(body, dict) else {}
    return {key: fields[key] for key in _KEPT_OF_BODY if isinstance(fields.get(key), str)}
