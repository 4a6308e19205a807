"""Values parsed from bodies of rows are shared while they fit, and never another body's."""

from __future__ import annotations

import pytest

from store.records import parsed_bodies
from store.records.parsed_bodies import ParsedBodies


def test_an_equal_body_is_parsed_once() -> None:
    """Another body is parsed, and an equal one elsewhere in memory is not."""
    seen: list[bytes] = []

    def parse(body: bytes) -> str:
        seen.append(body)
        return body.decode()

    bodies = ParsedBodies(parse)
    assert [bodies.of(bytes([at])) for at in (65, 66, 65)] == ["A", "B", "A"]
    assert seen == [b"A", b"B"]


def test_the_bodies_used_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that nobody asked for goes first; one that is too large is never kept."""
    monkeypatch.setattr(parsed_bodies, "MOST_BYTES", 4)
    monkeypatch.setattr(parsed_bodies, "LARGEST", 2)
    seen: list[bytes] = []

    def parse(body: bytes) -> int:
        seen.append(body)
        return len(body)

    bodies = ParsedBodies(parse)
    for body in (b"aa", b"bb", b"aa", b"cc", b"aa", b"bb", b"ddd", b"ddd"):
        assert bodies.of(body) == len(body)
    assert seen == [b"aa", b"bb", b"cc", b"bb", b"ddd", b"ddd"]


def test_a_body_that_does_not_parse_is_refused_each_time() -> None:
    """Nothing is kept of it."""
    bodies = ParsedBodies(int)
    for _ in range(2):
        with pytest.raises(ValueError, match="invalid"):
            bodies.of(b"no number")
