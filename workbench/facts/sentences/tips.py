"""What a prompt says to any agent: tips under such a heading, and the form of its replies and calls.

Neither decides anything about the task.
"""

from __future__ import annotations

import re
from functools import lru_cache

from workbench.facts.sentences.mood import forbids

_HEADING = re.compile(
    r"[ \t*_]{0,4}(?:#{1,6}[ \t]+(?P<marked>))?[*_]{0,3}"
    r"(?:(?:[A-Za-z]{2,12} ){0,3}(?:tips|hints)|(?:recommended|suggested) [a-z]{2,12})"
    r"(?: [a-z]{2,12}){0,3}(?(marked):?|:)[*_]{0,3}:?[ \t]*",
    re.IGNORECASE,
)
"""A line of its own such as `IMPORTANT TIPS:`."""
_OTHER = re.compile(r"#{1,6} |\*{0,2}[A-Z][^\n.!?:]{1,60}:\*{0,2}[ \t]*$")
"""Another heading, which ends them."""
_ENTRY = re.compile(r"[ \t]|[-*+•][ \t]|\(?\d{1,3}[.)][ \t]")
"""The beginning of a line that continues a list."""
_CALL = r"(?:actions?|commands?|(?:function|tool) calls?)"
_REPLY = r"(?:message|reply|response|turn)"
_FORM = re.compile(
    rf"\bone {_CALL}\b[a-z/ ]{{0,20}}\b(?:at a time|(?:per|in each|in every|for each) {_REPLY})\b"
    rf"|\b(?:each|every|your) {_REPLY} (?:must|should|has to) [a-z ]{{0,30}}\bone {_CALL}\b",
    re.IGNORECASE,
)
"""Words that prescribe how many calls a reply has."""
_CALLS = re.compile(rf"\b(?:{_CALL}|repl(?:y|ies)|responses?)\b", re.IGNORECASE)
_PROCEDURE = re.compile(r"^[ \t#*_-]{0,8}(?i:phase|stage|step) 1[.:)][ \t*_]{1,4}[A-Z]{4}", re.MULTILINE)
"""The first step of a procedure whose steps have titles in capitals."""
_IF = re.compile(r"\W{0,4}(?:if|in case|when|whenever)\b", re.IGNORECASE)


def is_tip(message: str, place: int) -> bool:
    """Return whether a code point of a message is among its tips."""
    return any(start <= place < end for start, end in _tips(message))


def is_form(message: str, place: int) -> bool:
    """Return whether a code point is in a line on the form of the agent's replies and calls.

    Such are, from the first one to the next heading, those that speak of calls, commands or replies. A
    single one is a person's wish.
    """
    start, end = _formed(message)
    if not start <= place < end:
        return False
    line = message[message.rfind("\n", 0, place) + 1 : end].partition("\n")[0]
    return _CALLS.search(line) is not None


def task_part(message: str) -> str:
    """Return a prompt up to what it says to any agent: tips, the form of replies, a procedure of phases."""
    starts = [_heading_of(message, begun) for begun, _ in _tips(message)[:1]]
    formed, end = _formed(message)
    starts += [formed] if end else []
    procedure = _PROCEDURE.search(message)
    if procedure is not None:
        headed = message[: procedure.start()].rstrip().endswith(":")
        starts.append(_heading_of(message, procedure.start()) if headed else procedure.start())
    return message[: min(starts, default=len(message))].rstrip()


def _heading_of(message: str, place: int) -> int:
    """Return the start of the last line with words before a place."""
    return message.rfind("\n", 0, len(message[:place].rstrip())) + 1


@lru_cache(maxsize=512)
def _formed(message: str) -> tuple[int, int]:
    """Return the start of the first line on the form of replies, and where the next heading is."""
    first = _FORM.search(message)
    if first is None:
        return 0, 0
    start = position = message.rfind("\n", 0, first.start()) + 1
    lines = 0
    for line in message[start:].split("\n"):
        if position > start and _OTHER.match(line):
            break
        lines += _CALLS.search(line) is not None
        position += len(line) + 1
    return (start, position) if lines > 1 else (0, 0)


def only_advises(message: str, place: int, sentence: str) -> bool:
    """Return whether a sentence at a place is a mere tip: what is forbidden in every case binds anyway.

    The form of replies and calls binds as long as the agent's program does, which states it itself.
    """
    if is_form(message, place):
        return True
    return is_tip(message, place) and (not forbids(sentence) or _IF.match(sentence) is not None)


@lru_cache(maxsize=512)
def _tips(message: str) -> tuple[tuple[int, int], ...]:
    """Return the start and end of each part under such a heading, up to the next heading or paragraph."""
    found: list[tuple[int, int]] = []
    begun, blank, position = -1, False, 0
    for line in message.split("\n"):
        if begun >= 0 and line.strip():
            apart = blank and begun < position and not _ENTRY.match(line)
            if _OTHER.match(line) or apart:
                found.append((begun, position))
                begun = -1
        if _HEADING.fullmatch(line):
            begun, blank = position + len(line) + 1, False
        elif begun >= 0:
            if not line.strip() and begun == position:
                begun = position + 1 + len(line)
            blank = not line.strip()
        position += len(line) + 1
    return (*found, (begun, len(message))) if begun >= 0 else tuple(found)
