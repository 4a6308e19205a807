"""Recognises results of tool calls that a human refused or interrupted: neither a failure nor an answer."""

from __future__ import annotations

import re

from gates.source import SignalKind, SourceEvent

HEAD = 300
"""Characters of a result's first line that are searched; a command that ran may print such words below."""
_BY_USER = re.compile(
    r"\b(?:interrupted|rejected|refused|declined|denied|cancell?ed|aborted) by (?:the )?user\b"
    r"|\buser (?:doesn't|does not|didn't|did not) (?:allow|approve|want)\b"
    r"|\buser[ _](?:has )?(?:interrupted|rejected|refused|declined|denied|cancell?ed|aborted)\b",
    re.IGNORECASE,
)


def is_refused(result: SourceEvent) -> bool:
    """Return whether a failed result reports that a human refused or stopped the call.

    An importer's signal says so; without one, the first line of the text does.
    """
    if result.tool is None or not result.tool.failed:
        return False
    signalled = any(signal.kind is SignalKind.REFUSAL for signal in result.signals)
    opening = result.text.lstrip()[:HEAD].partition("\n")[0]
    return signalled or _BY_USER.search(opening) is not None
