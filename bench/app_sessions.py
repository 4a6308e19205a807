"""Stores for the app's benchmark: written sessions of any number of small events, and an imported transcript.

Each store holds one session; a written one has a draft of its first events, so that there are claims.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gates.source import EventKind, SourceEvent, ToolAction, ToolFact
from store.lifecycle.open import open_store
from store.records import imports
from tests.store.build import NOW, TOPICS, directive
from workbench.bootstrap import Env
from workbench.importers.base import ReadingTotals, SessionHeader
from workbench.services.drafts import draft_command, range_choice
from workbench.services.transcript_files import import_transcripts

PER_TURN = 10
DRAFTED = 400
"""The drafted events, equal for sessions of any length."""


def small_events(count: int) -> Iterator[SourceEvent]:
    """A message, four tool calls with results and an answer in every turn, a line or two each."""
    for ordinal in range(count):
        turn, place = divmod(ordinal, PER_TURN)
        topic, step = TOPICS[turn % len(TOPICS)], (place - 1) // 2
        kind, text, tool = EventKind.TOOL_RESULT, f"{turn % 97} passed in 0.{place}s", None
        if place == 0:
            kind, text = EventKind.USER, directive(turn)
        elif place == PER_TURN - 1:
            kind, text = EventKind.ASSISTANT, f"Decision: storage/{topic}_{turn}.py keeps its {topic} index."
        else:
            command = f"pytest tests/{topic}_{turn} -k case_{step}"
            call = f"call-{turn}-{step}"
            failed = False if place % 2 == 0 else None
            tool = ToolFact("Bash", call, ToolAction.COMMAND, command, failed=failed)
            if place % 2:
                kind, text = EventKind.TOOL_CALL, f"Bash\ncommand: {command}"
        yield SourceEvent(
            ordinal,
            kind,
            text,
            f"e{ordinal}",
            turn=turn + 1,
            step=ordinal // 2 + 1,
            tokens=max(1, len(text) // 4),
            tool=tool,
            timestamp="2026-01-01T00:00:00Z",
            line=ordinal + 1,
        )


def written(path: Path, count: int) -> Path:
    """A store with a session of `count` events and a draft of its first ones; kept when it is there."""
    if path.exists():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(".half.duckdb")
    half.unlink(missing_ok=True)
    transcript = path.with_suffix(".jsonl")
    transcript.write_bytes(b"{}\n")
    made = imports.append(
        open_store(half),
        SessionHeader(
            format="written", native_id=f"session-of-{count}", title=f"A session of {count} events"
        ),
        small_events(count),
        totals=ReadingTotals(),
        source_name=transcript.name,
        transcript=transcript,
        now=NOW,
    )
    env = Env(str(half), now=lambda: NOW)
    chosen = range_choice.ChosenRange(made.session_id, 0, min(DRAFTED, count) - 1, "as asked for")
    draft_command.draft(env, chosen)
    half.rename(path)
    return path


def imported(path: Path, transcript: Path) -> Path:
    """A store into which a transcript was imported; kept when it is there."""
    if not path.exists():
        half = path.with_suffix(".half.duckdb")
        half.unlink(missing_ok=True)
        import_transcripts.import_paths(Env(str(half), now=lambda: NOW), [str(transcript)])
        half.rename(path)
    return path
