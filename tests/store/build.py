"""A written session, artifacts of it that really pass the gates, and a store that holds them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from gates.artifact import Artifact, ArtifactSource, GenerationRecord, Item, ItemKind, Origin
from gates.capture import Capture, CapturedItem, make_capture
from gates.policy import DEFAULT_POLICY
from gates.source import EventKind, SourceEvent, SourceLink, ToolAction, ToolFact, make_link
from store import pointers
from store.engine import Store
from store.records import artifacts, captures, imports, sessions
from store.values import Appended, Move
from workbench.importers.base import FoundCompaction, ReadingTotals, SessionHeader

NOW = "2026-03-01T10:00:00.000Z"
PER_TURN = 4
TOPICS = (
    "amber", "birch", "cedar", "dahlia", "elder", "fennel", "ginger", "hazel", "iris", "juniper",
    "kelp", "laurel", "maple", "nettle", "olive", "poplar", "quince", "rowan", "sorrel", "thyme",
)  # fmt: skip


def directive(turn: int) -> str:
    """Return the human's request in a turn."""
    topic = TOPICS[turn % len(TOPICS)]
    return f"Keep the {topic} index in storage/{topic}_{turn}.py and never rename its columns."


def events_of(turns: int, *, tag: str = "n") -> list[SourceEvent]:
    """Four events a turn: a message, an answer of some length, a tool call and its result."""
    made: list[SourceEvent] = []
    for turn in range(turns):
        topic = TOPICS[turn % len(TOPICS)]
        call = f"{tag}-call-{turn}"
        command = f"pytest tests/{topic}_{turn}"
        tool = ToolFact("Bash", call, ToolAction.COMMAND, command)
        done = ToolFact("Bash", call, ToolAction.COMMAND, command, failed=False)
        answer = f"I am reading storage/{topic}_{turn}.py before I touch the {topic} index. " * 20
        for kind, text, fact in (
            (EventKind.USER, directive(turn), None),
            (EventKind.ASSISTANT, answer, None),
            (EventKind.TOOL_CALL, f"Bash\ncommand: {command}", tool),
            (EventKind.TOOL_RESULT, f"{turn + 3} passed in 0.{turn}1s", done),
        ):
            ordinal = len(made)
            made.append(
                SourceEvent(
                    ordinal,
                    kind,
                    text,
                    f"{tag}{ordinal}",
                    turn=turn + 1,
                    step=turn + 1,
                    tokens=max(1, len(text) // 4),
                    tool=fact,
                    timestamp=f"2026-01-01T00:{turn:02d}:{ordinal % PER_TURN:02d}Z",
                    line=ordinal + 1,
                )
            )
    return made


def header(native_id: str = "session-one", **given: object) -> SessionHeader:
    """A header of a written transcript."""
    facts: dict[str, object] = {"format": "written", "native_id": native_id, "title": "A written session"}
    return SessionHeader(**{**facts, **given})  # type: ignore[arg-type]


def keep(
    store: Store,
    events: Iterable[SourceEvent],
    folder: Path,
    *,
    head: SessionHeader | None = None,
    found: tuple[FoundCompaction, ...] = (),
    content: bytes = b"one\ntwo\n",
    as_new: bool = False,
) -> Appended:
    """Import events as a transcript with that content."""
    transcript = folder / "written.jsonl"
    transcript.write_bytes(content)
    return imports.append(
        store,
        head or header(),
        events,
        totals=ReadingTotals(noise=2, compactions=list(found)),
        source_name=transcript.name,
        transcript=transcript,
        now=NOW,
        as_new=as_new,
    )


def link_of(session_id: str, turn: int) -> SourceLink:
    """The link to a turn's whole message."""
    said = directive(turn)
    return make_link(session_id, turn * PER_TURN, said, 0, len(said))


def artifact_of(
    session_id: str,
    first: int,
    last: int,
    *,
    covers: tuple[str, ...] = (),
    objective: str = "",
    **extra: object,
) -> Artifact:
    """An artifact of the turns `first..last` that keeps every directive, with its link."""
    items = tuple(
        Item(kind=ItemKind.DECISION, text=directive(turn), speaker="user", links=(link_of(session_id, turn),))
        for turn in range(first, last + 1)
    )
    made = Artifact(
        source=ArtifactSource(
            session_id=session_id, source_start=first * PER_TURN, source_end=last * PER_TURN + PER_TURN - 1
        ),
        strategy="intentional",
        prompt_version="extractive/1",
        origin=Origin.DRAFTED,
        covers=covers,
        objective=objective,
        generation_record=GenerationRecord(
            input_tokens=0,
            cache_read_tokens=0,
            cache_creation_tokens=0,
            output_tokens=0,
            provenance="reported",
            elapsed_ms=4,
        ),
    ).with_items(items)
    return made.model_copy(update=extra)


def capture_of(session_id: str, first: int, last: int) -> Capture:
    """The directives of those turns as captured decisions."""
    return make_capture(
        "written/1",
        [
            CapturedItem(
                item_id=f"cap_{turn}",
                kind="decision",
                text=directive(turn),
                status="in_force",
                origin="structural",
                evidence=(link_of(session_id, turn),),
            )
            for turn in range(first, last + 1)
        ],
    )


def put(store: Store, artifact: Artifact) -> str:
    """Keep an artifact with the capture of its range; its id."""
    source = artifact.source
    first, last = source.source_start // PER_TURN, source.source_end // PER_TURN
    with store.kept_open():  # most of the time of a test goes into opening its store
        captures.put(
            store,
            source.session_id,
            source.source_start,
            source.source_end,
            capture_of(source.session_id, first, last),
            events_digest=sessions.events_digest(store, source.session_id, source.source_end),
            now=NOW,
        )
        return artifacts.put(store, artifact, now=NOW).artifact_id


def draft(store: Store, session_id: str, first: int, last: int, **given: object) -> str:
    """Keep an artifact of those turns, ready to be accepted; its id."""
    return put(store, artifact_of(session_id, first, last, **given))  # type: ignore[arg-type]


ALL = object()


def accept(store: Store, artifact_id: str, *, expect: object = ALL, **given: object) -> Move:
    """Accept an artifact for its own range, by default against the current head."""
    with store.reading():
        stored = artifacts.get(store, artifact_id)
        source = stored.artifact.source
        head = pointers.head(store, stored.session_id)
    facts: dict[str, object] = {
        "expect": (head.pointer_id if head else None) if expect is ALL else expect,
        "actor": "reviewer",
        "confirm": ("C",),
        "now": NOW,
        "policy": DEFAULT_POLICY,
    }
    return pointers.accept_compaction(
        store,
        artifact_id,
        source.session_id,
        source.source_start,
        source.source_end,
        **{**facts, **given},  # type: ignore[arg-type]
    )


def rollback(store: Store, artifact_id: str, *, expect: object = ALL) -> Move:
    """Roll an artifact back, by default against the current head."""
    with store.reading():
        head = pointers.head(store, artifacts.get(store, artifact_id).session_id)
    seen = (head.pointer_id if head else None) if expect is ALL else expect
    return pointers.rollback_compaction(
        store,
        artifact_id,
        expect=seen,  # type: ignore[arg-type]
        actor="reviewer",
        now=NOW,
    )


def active_ids(store: Store, session_id: str) -> list[str]:
    """Artifact ids in force, by range."""
    return [move.artifact_id for move in pointers.active(store, session_id)]
