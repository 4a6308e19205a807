"""Changes transcripts and artifacts: as JSON, by words that the code under test knows, and as bytes."""

from __future__ import annotations

import ast
import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any

HOSTILE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2**31, 2**53, 2**63, 2**64, -(2**70), 1e308, float("nan"), float("inf"), 0.5,
    "", " ", "\n", "\x00", "\x1b[2J\x1b]0;x\x07", "\u202e\u2066\ufeff\u200b", "\ud800", "\U0001f600",
    "a" * 300, "é" * 90, "{{7*7}}{% raw %}", "=cmd|' /C x'!A0", "[red]x[/red]", "<script>x</script>",
    "250 µs", "5 \u03bcs", "f\u0131fth", "3 m\u0131llion", "x²", "٣ ms",
    "'; DROP TABLE event; --", "../../../etc/passwd", "9" * 400, "2026-99-99T99:99:99Z", "((((((((((a",
    "-----BEGIN RSA PRIVATE KEY-----", "# heading\n- item\n  - inner\n```\nfence", "<analysis>x</analysis>",
    "1. Primary Request and Intent:\n   - x", [], {}, [[]], [{}], {"": ""}, [None], {"type": None},
    {"type": []}, [[[[[[[[]]]]]]]],
)  # fmt: skip
"""Values of every kind, and texts that a terminal, browser or shell would execute."""
HOSTILE_TEXTS = tuple(each for each in HOSTILE if isinstance(each, str))
MOST_BYTES = 8_000
NESTING = "[" * 3_000


def words_of(files: Iterable[Path]) -> list[str]:
    """The short string constants of some modules: the names and values that their formats are made of."""
    found = set()
    for path in files:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and 0 < len(node.value) < 40:
                found.add(node.value)
    return sorted(found)


class Mutator:
    """Makes one input of another; equal seeds make equal inputs."""

    def __init__(self, words: list[str], seed: int) -> None:
        self.random = random.Random(seed)
        self._words = words

    def change(self, content: bytes, other: bytes) -> bytes:
        """A changed `content`, sometimes with a part of `other`."""
        roll = self.random.random()
        if roll < 0.75:
            changed = self._as_json(content, other)
        elif roll < 0.9:
            changed = self._as_bytes(content)
        else:
            changed = self._as_lines(content, other)
        return changed[:MOST_BYTES]

    def _as_json(self, content: bytes, other: bytes) -> bytes:
        lines = content.split(b"\n")
        whole = _loaded(content)
        values: list[Any] = [whole] if whole is not None else [_loaded(line) for line in lines]
        usable = [index for index, value in enumerate(values) if isinstance(value, dict | list)]
        if not usable:
            return self._as_bytes(content)
        for _ in range(self.random.choice((1, 1, 1, 2, 4))):
            values[self.random.choice(usable)] = self._altered(
                values[self.random.choice(usable)], _loaded(other)
            )
        if whole is not None:
            return _dumped(values[0])
        return b"\n".join(
            _dumped(v) if v is not None else line for v, line in zip(values, lines, strict=True)
        )

    def _altered(self, value: Any, other: Any) -> Any:
        """A copy with one place changed."""
        copy = json.loads(json.dumps(value))
        places = list(_places(copy))
        if not places:
            return self._value(other)
        owner, key = self.random.choice(places)
        roll = self.random.random()
        if roll < 0.15:
            del owner[key]
        elif roll < 0.3 and isinstance(owner, dict):
            owner[self._word()] = owner.pop(key)
        elif roll < 0.4 and isinstance(owner, list):
            owner.insert(self.random.randrange(len(owner) + 1), owner[key])
        elif roll < 0.5 and isinstance(owner, dict):
            owner[self._word()] = self._value(other)
        elif roll < 0.6 and isinstance(owner[key], str):
            owner[key] = owner[key][: self.random.randrange(9)] + str(self._value(other))[:400]
        else:
            owner[key] = self._value(other)
        return copy

    def _value(self, other: Any) -> Any:
        roll = self.random.random()
        if roll < 0.5:
            return self.random.choice(HOSTILE)
        if roll < 0.85 or other is None:
            return self._word()
        places = list(_places(other))
        if not places:
            return other
        owner, key = self.random.choice(places)
        return owner[key]

    def _word(self) -> str:
        return self.random.choice(self._words)

    def _text(self) -> str:
        return self.random.choice(HOSTILE_TEXTS) if self.random.random() < 0.5 else self._word()

    def _as_bytes(self, content: bytes) -> bytes:
        body = bytearray(content)
        for _ in range(self.random.choice((1, 2, 8))):
            place = self.random.randrange(len(body) + 1)
            roll = self.random.random()
            if roll < 0.3 and body:
                body[place % len(body)] = self.random.randrange(256)
            elif roll < 0.5:
                del body[place : place + self.random.choice((1, 4, 40))]
            elif roll < 0.7:
                body[place:place] = self._text().encode("utf-8", "surrogatepass")
            elif roll < 0.9:
                body[place:place] = self.random.choice(
                    (b"\xff\xfe", b"\xef\xbb\xbf", b"\0", b"\xc3", b"\r", b'"')
                )
            else:
                body[place:place] = NESTING.encode()
        return bytes(body)

    def _as_lines(self, content: bytes, other: bytes) -> bytes:
        lines = content.split(b"\n")
        roll = self.random.random()
        place = self.random.randrange(len(lines))
        if roll < 0.3:
            del lines[place]
        elif roll < 0.5:
            lines.insert(place, lines[self.random.randrange(len(lines))])
        elif roll < 0.7:
            self.random.shuffle(lines)
        elif roll < 0.9:
            lines[place:place] = other.split(b"\n")[:3]
        else:
            lines[place] = lines[place][: self.random.randrange(len(lines[place]) + 1)]
        return b"\n".join(lines)


def _places(value: Any) -> Iterable[tuple[Any, Any]]:
    """Every place in JSON data: its owner and its key or index."""
    waiting = [value]
    while waiting:
        owner = waiting.pop()
        keys = (
            list(owner) if isinstance(owner, dict) else range(len(owner)) if isinstance(owner, list) else ()
        )
        for key in keys:
            yield owner, key
            waiting.append(owner[key])


def _loaded(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def _dumped(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
