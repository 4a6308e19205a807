"""The sentence of a narrative about changed files: counted by tool events, not by what was said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import PurePosixPath

from gates.language.lexicon import SPOKEN_NUMBERS
from gates.source import SourceEvent
from workbench.facts.actions.changes import changes
from workbench.facts.spans import EventWords
from workbench.strategies.historian.models import LAST_CHECK, LAST_COMMIT, Turn
from workbench.strategies.historian.names import technical
from workbench.strategies.historian.transcript import TranscriptTurn

_WORD = re.compile(r"[a-z]{3,24}")
_TOLD = re.compile(
    r"The agent (?:then )?changed (?:one file|\d{1,6} files)(?:, most often [a-z]{3,24})?(?=[.,])"
)
MOST_CITED = 4
"""Most changes that are cited for a sentence about all of them."""
_AND_REPORTED = ", and reported "
_AND_LAST = tuple(f", and {lead[0].lower()}{lead[1:]}" for lead in (LAST_CHECK, LAST_COMMIT))


def files_changed(turns: Sequence[Turn], *, goes_on: bool) -> str | None:
    """Return how many files the turns changed, and which most if its name is a plain word; None for none."""
    counted = Counter(path for turn in turns for path in turn.changed)
    if not counted:
        return None
    number = "one file" if len(counted) == 1 else f"{len(counted)} files"
    (name, most), *others = counted.most_common()
    stem = PurePosixPath(name.replace("\\", "/")).name.partition(".")[0]
    plain = _WORD.fullmatch(stem) and technical(stem) is None and stem not in SPOKEN_NUMBERS
    ahead = bool(others) and most > others[0][1]
    often = f", most often {stem}" if ahead and plain else ""
    return f"The agent {'then ' if goes_on else ''}changed {number}{often}."


def tells_files(sentence: str) -> bool:
    """Return whether a sentence tells how many files were changed."""
    return _TOLD.match(sentence) is not None


def without_files(sentence: str) -> str:
    """Return the result that follows the number of files in a sentence; the sentence if none does."""
    found = _TOLD.match(sentence)
    rest = sentence[found.end() :] if found is not None else ""
    if rest.startswith(_AND_REPORTED):
        return f"The agent reported {rest.removeprefix(_AND_REPORTED)}"
    last = rest.removeprefix(", and ")
    return f"{last[0].upper()}{last[1:]}" if rest.startswith(_AND_LAST) else sentence


def with_names(sentence: str, names: Sequence[str]) -> str:
    """Return a sentence on the number of files with the names of some of them behind it."""
    found = _TOLD.match(sentence)
    end = found.end() if found is not None else len(sentence)
    return f"{sentence[:end]} ({', '.join(names)}){sentence[end:]}"


def cited_changes(
    events: Sequence[SourceEvent], start: int, older: Sequence[TranscriptTurn]
) -> dict[str, EventWords]:
    """Return the last changes of different files in the turns with their paths, at most `MOST_CITED`.

    `events` are dense from ordinal 0; changes before `start` do not count. Files with an
    extension come first.
    """
    ordinals = {event.ordinal for turn in older for event in turn.events}
    found = [each for each in changes(events, start) if each.place.ordinal in ordinals]
    last = {each.path: each.place for each in found}
    files = [path for path in last if "." in path.rpartition("/")[2]] or list(last)
    return {path: last[path] for path in files[-MOST_CITED:]}
