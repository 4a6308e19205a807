"""The lines that `watch` prints."""

from __future__ import annotations

import json

from workbench.cli.stdout import coloured, rendered
from workbench.escaping import one_line
from workbench.presentation.figures import plural
from workbench.presentation.gate_words import lost_words, scored_word
from workbench.presentation.spans import Line, StyledText, line
from workbench.services.hooks.shapes import CompactionVerdictShape, WatchShape

TITLE = 40
"""Characters of a session's title."""


def json_line(found: WatchShape) -> str:
    """Return one JSON object on one line."""
    return json.dumps(found.model_dump(mode="json", by_alias=True), ensure_ascii=False) + "\n"


def text_line(found: WatchShape) -> str:
    """Return one line for a reader, in colour on a terminal."""
    return rendered([_line(found)], coloured())


def _line(found: WatchShape) -> Line:
    time = StyledText(f"{found.at[11:19]}  ", "dim")
    if found.kind == "fault" or found.session_id is None:
        return line(time, StyledText("FAULT", "bad"), f"  {one_line(found.message or '')}")
    title = one_line(found.title or "")[:TITLE]
    session = f"  {found.session_id[:12]}  {title}"
    if found.compaction is None:
        added = plural(found.events_added or 0, "event")
        return line(time, StyledText("read", "dim"), session, StyledText(f"  {added} added", "dim"))
    return line(time, *_verdict(found.compaction), session)


def _verdict(found: CompactionVerdictShape) -> tuple[StyledText, ...]:
    gates = " ".join(f"{gate}:{_short(gate, status, found)}" for gate, status in found.gates.items())
    lost = f"  {lost_words(found.lost, found.uncertain)}" if found.lost else ""
    place = f"d-{found.number} events {found.source_start}..{found.source_end}"
    return (scored_word(found.gates, opaque=found.passed is None), StyledText(f"  {gates}{lost}  {place}"))


def _short(gate: str, status: str, found: CompactionVerdictShape) -> str:
    """Return a gate's outcome in one word; a failure that does not decide here is in small letters."""
    if status == "FAIL" and gate not in found.failed_gates:
        return "fail"
    return {"PASS": "ok", "UNVERIFIABLE": "?", "NOT_APPLICABLE": "-"}.get(status, status)
