"""Every value of a file replaced by one that does not belong there: it is read as far as it goes."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.importers.test_contract import EXAMPLES, check, importer
from workbench.errors import InputError
from workbench.importers.base import HoldsSeveral, TranscriptReading

ODD: tuple[Any, ...] = (None, True, 7, -1, 1e300, "", "x", "\ud800", [], {}, [[]], [None], {"a": [1]}, 2**70)
TRIED = 2
"""Odd values tried in each place."""


def places(value: object) -> Iterator[tuple[list[Any], object]]:
    """Every place in a JSON value, as the steps to it."""
    yield [], value
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        for steps, found in places(inner):
            yield [key, *steps], found


def replaced(value: object, steps: list[Any], odd: object) -> object:
    """The value with another one at a place."""
    if not steps:
        return odd
    made = copy.deepcopy(value)
    inner: Any = made
    for step in steps[:-1]:
        inner = inner[step]
    inner[steps[-1]] = odd
    return made


def readings(name: str, path: Path) -> Iterator[TranscriptReading]:
    """All conversations of a file."""
    made = importer(name)
    if isinstance(made, HoldsSeveral):
        for part in made.parts(path):
            made.copy(path, part)
            yield made.read_part(path, part)
    else:
        yield made.read(path)


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_an_odd_value_anywhere_breaks_nothing(name: str, tmp_path: Path) -> None:
    """Events read are valid, and unreadable content is refused with a message."""
    file, content = EXAMPLES[name]
    text = content()
    lines = (
        [json.loads(line) for line in text.splitlines()] if file.endswith(".jsonl") else [json.loads(text)]
    )
    path, chance, read = tmp_path / file, random.Random(7), 0
    for number, line in enumerate(lines):
        for steps, _ in places(line):
            for odd in chance.sample(ODD, TRIED):
                made = [*lines[:number], replaced(line, steps, odd), *lines[number + 1 :]]
                path.write_text("\n".join(map(json.dumps, made)), encoding="utf-8")
                try:
                    for reading in readings(name, path):
                        events = list(reading.events())
                        check((reading.header, events, reading.totals))
                        read += bool(events)
                except InputError as error:
                    assert error.message and error.hint
    assert read > 50
