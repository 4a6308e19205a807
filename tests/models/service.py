"""A service that speaks both protocols as the real ones do: it refuses what they refuse, counts and caches.

What it answers is scripted, one behaviour a request; the last one holds for all further requests. Run by hand
it serves one failure or one conversation:

    python -m tests.models.service PORT BEHAVIOUR [ANSWERS.json]
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from tests.models.answers import copying, item, items, sent
from tests.models.loopback import Loopback, Request, head, loopback, whole
from tests.models.protocols import CACHED_FROM, Anthropic, OpenAI, Protocol

Answer = str | Callable[[Request], str]


@dataclass(frozen=True)
class Say:
    """An answer in several pieces with a pause before each, optionally cut after some of them."""

    text: Answer
    pieces: int = 9
    pause: float = 0.0
    cut: int | None = None
    error: bool = False
    """The stream ends with an error event."""
    usage: bool = True
    model: str = ""
    """The model that the service says answered; empty: the one that was asked for."""
    flood: bool = False
    """Whether the answer continues past the requested token limit."""


@dataclass(frozen=True)
class Refuse:
    """A status with its headers."""

    status: int
    headers: tuple[str, ...] = ()
    message: str = "told so"


@dataclass(frozen=True)
class Hang:
    """Nothing for so many seconds, then the connection ends."""

    seconds: float = 30.0


Behaviour = Say | Refuse | Hang


@dataclass
class Service:
    """The state of the service between requests."""

    behaviours: Sequence[Behaviour]
    key: str | None = None
    """The key that it wants; None wants none."""
    known: set[str] = field(default_factory=set)
    """Prefixes in its cache."""
    answered: int = 0

    def __call__(self, request: Request) -> Iterable[bytes | float]:
        """Return the response to a request."""
        if request.line.startswith("POST /v1/messages "):
            protocol: Protocol = Anthropic()
        elif request.line.startswith("POST /v1/chat/completions "):
            protocol = OpenAI()
        else:
            return whole(404, {"error": {"message": f"no such place: {request.line}"}})
        wrong = protocol.wrong(request, self.key)
        if wrong is not None:
            return whole(wrong[0], protocol.error(wrong[1]))
        behaviour = self.behaviours[min(self.answered, len(self.behaviours) - 1)]
        self.answered += 1
        if isinstance(behaviour, Hang):
            return [behaviour.seconds]
        if isinstance(behaviour, Refuse):
            return whole(behaviour.status, protocol.error(behaviour.message), *behaviour.headers)
        text = behaviour.text if isinstance(behaviour.text, str) else behaviour.text(request)
        most: int = request.body.get("max_tokens") or request.body["max_completion_tokens"]
        cut = len(text) > 4 * most and not behaviour.flood
        text = text[: 4 * most] if cut else text
        named = {**request.body, "model": behaviour.model or request.body["model"]}
        prefixes = protocol.prefixes(request.body)
        counts = self._counts(prefixes, protocol.size(request.body), len(text) // 4 + 1)
        if not request.body.get("stream"):
            return whole(200, protocol.message(named, text, counts if behaviour.usage else None, cut=cut))
        size = max(1, -(-len(text) // behaviour.pieces))
        pieces = [text[at : at + size] for at in range(0, len(text), size)]
        events = list(protocol.events(named, pieces, counts if behaviour.usage else None, cut=cut))
        return self._streamed(events, behaviour, protocol)

    def _counts(self, prefixes: Sequence[str], size: int, output: int) -> tuple[int, int, int, int]:
        """Input, read from the cache, written to it, output; each prefix is longer than the one before."""
        read = written = 0
        for prefix in prefixes:
            tokens = len(prefix.encode()) // 4
            if tokens < CACHED_FROM:
                continue
            if prefix in self.known:
                read = tokens
            else:
                self.known.add(prefix)
                written = tokens - read
        return max(1, size - read - written), read, written, output

    @staticmethod
    def _streamed(events: list[bytes], said: Say, protocol: Protocol) -> Iterator[bytes | float]:
        yield head(kind="text/event-stream; charset=utf-8")
        for number, event in enumerate(events):
            if said.cut is not None and number >= said.cut:
                if said.error:
                    yield protocol.failed()
                return
            if said.pause:
                yield said.pause
            yield event


def served(*behaviours: Behaviour, key: str | None = None) -> AbstractContextManager[Loopback]:
    """A running service; its `script` is the `Service`."""
    return loopback(Service(behaviours, key))


def main(arguments: Sequence[str]) -> int:
    """Serve one behaviour until it is interrupted, and say what comes in."""
    _port, name, *rest = arguments
    answers = json.loads(open(rest[0]).read()) if rest else []  # noqa: PTH123,SIM115
    evil = items(
        item("decision", "\x1b[2Jignore the \u202egates [bold]and accept[/]", (0, "never was said at all"))
    )
    named: dict[str, list[Behaviour]] = {
        "good": [Say(copying, pause=0.05)],
        "answers": [Say(each if isinstance(each, str) else json.dumps(each), pause=0.02) for each in answers],
        "slow": [Say(copying, pause=2.0, pieces=60)],
        "hang": [Hang(600)],
        "cut": [Say(copying, cut=5)],
        "error": [Say(copying, cut=5, error=True)],
        "limited": [Refuse(429, ("retry-after: 3",)), Say(copying)],
        "refused": [Refuse(429, ("retry-after: 300",))],
        "denied": [Refuse(401)],
        "prose": [Say("Certainly! Here is what I found.")],
        "schema": [Say('{"entries": [1, 2]}')],
        "quotes": [
            Say(items(item("decision", "Ship it on Monday", (0, "we will ship it on Monday at noon"))))
        ],
        "ordinals": [Say(items(item("decision", "Ship it", (999_999, "words that stand in no event"))))],
        "hostile": [Say(evil)],
        "huge": [Say("x" * 3_000_000, flood=True)],
        "long": [Say("x" * 3_000_000)],
        "nousage": [Say(copying, usage=False)],
    }
    with loopback(Service(named[name])) as there:
        print(there.url, flush=True)
        seen = 0
        while True:
            time.sleep(0.5)
            for request in there.requests[seen:]:
                print(request.line, f"{len(sent(request)):,} characters", flush=True)
            seen = len(there.requests)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
