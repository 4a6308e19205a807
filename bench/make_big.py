"""Make one big Claude Code transcript out of others, for benchmarks: new ids, one session.

Run: `python -m bench.make_big OUT MEGABYTES TRANSCRIPT...`. It writes only to OUT.
"""

from __future__ import annotations

import argparse
import re
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path

from bench.usage import present, reported

SESSION = "00000000-0000-4000-8000-0000000000b1"
_NAMESPACE = uuid.UUID("6f0c1d1e-8f37-4f0e-9a55-1c7b3f7d2a10")
_IDS = re.compile(
    rb'("(?:uuid|parentUuid|logicalParentUuid|leafUuid|messageId|id|tool_use_id|toolUseID|parentToolUseID'
    rb'|sourceToolAssistantUUID|sourceToolUseID|requestId)":\s?)"([^"\\]{1,200})"'
)
_SESSION_ID = re.compile(rb'("sessionId":\s?)"[^"\\]{1,200}"')


def make_big(out: Path, size: int, transcripts: Iterable[Path]) -> int:
    """Write whole copies of the transcripts to `out` until it holds `size` bytes; returns its length.

    Ids differ from copy to copy and are the same from run to run; all copies bear one session id, and
    each begins with a root of its own.
    """
    sources = sorted(transcripts)
    if not sources:
        raise ValueError("at least one transcript is needed")
    written = 0
    with out.open("wb") as file:
        for number, source in enumerate(_endlessly(sources)):
            for line in source.read_bytes().splitlines():
                if not line.strip():
                    continue
                data = _renamed(line, number) + b"\n"
                file.write(data)
                written += len(data)
            if written >= size:
                return written
    return written


def _endlessly(sources: list[Path]) -> Iterator[Path]:
    while True:
        yield from sources


def _renamed(line: bytes, number: int) -> bytes:
    def fresh(found: re.Match[bytes]) -> bytes:
        name = f"{number}:{found.group(2).decode('utf-8', 'replace')}"
        return found.group(1) + b'"' + str(uuid.uuid5(_NAMESPACE, name)).encode() + b'"'

    return _SESSION_ID.sub(rb'\1"' + SESSION.encode() + b'"', _IDS.sub(fresh, line))


def main() -> None:
    """Read the command line and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("megabytes", type=float)
    parser.add_argument("transcripts", type=present, nargs="+")
    given = parser.parse_args()
    length = make_big(given.out, int(given.megabytes * 1_000_000), given.transcripts)
    print(f"{given.out}: {length} bytes")


if __name__ == "__main__":
    reported(main)
