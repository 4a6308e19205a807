"""A chat with summarization memory, driven message by message, reviewed, and resumed in the middle.

    python -m workbench.examples.memory_chat [STORE] [--transcript FILE] [--messages N]

The recorded replies of a chat stand in for a model. Every fold is proposed to the store and accepted through
the boundary; if the gates reject one, its repaired child is accepted and the same message is sent again.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

import sample_sessions
from gates.source import EventKind
from workbench.escaping import visible
from workbench.importers import detect
from workbench.services.drafts import repair
from workbench.services.moves import accept_rollback
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies import AcceptanceRefused, ChatMessage, ChatRequest, Folded, MemoryRun, ReviewPolicy

SAMPLE = Path(sample_sessions.__file__).parent / "kitchen-chat.json"
RUN = "kitchen"


def main(arguments: Sequence[str] | None = None) -> int:
    """Drive the chat and return exit code 0."""
    parser = argparse.ArgumentParser(description="Drive a chat through summarization memory.")
    parser.add_argument("store", nargs="?", help="keep the run here (default: a temporary store)")
    parser.add_argument("--transcript", default=str(SAMPLE), help="a recorded chat (default: a sample)")
    parser.add_argument("--messages", type=int, default=60, help="how many of its messages (default: 60)")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="workbench-example-") as folder:
        store = given.store or str(Path(folder) / "store.duckdb")
        drive(store, messages_of(Path(given.transcript))[: given.messages])
    return 0


def messages_of(transcript: Path) -> list[ChatMessage]:
    """Return the messages of a recorded chat."""
    events = detect(transcript).read(transcript).events()
    roles = {EventKind.USER: "user", EventKind.ASSISTANT: "assistant"}
    return [ChatMessage(roles[event.kind], event.text) for event in events if event.kind in roles]  # type: ignore[arg-type]


def begin(store: str) -> tuple[MemoryRun, StoreKeeper]:
    """Return the run as stored: a new one, or one to resume."""
    keeper = StoreKeeper.open(store, actor="example", title="Kitchen, driven through memory")
    review = ReviewPolicy(time_limit_s=0, without_decision="accept", confirm=("C",))
    return MemoryRun(RUN, system_prompt="Help with the kitchen.", keeper=keeper, review=review), keeper


def drive(store: str, talk: Sequence[ChatMessage]) -> None:
    """Run the chat; half way, simulate the end of the process."""
    run, keeper = begin(store)
    for number, message in enumerate(talk):
        if number == len(talk) // 2:
            run, keeper = begin(store)
            print(f"\n== taken up again from the store after {number} messages ==")
        if message.role == "user":
            stated(ask(run, keeper, message.text).folded)
        elif run.waiting:
            run.answered(message.text)
    state = run.state
    print(f"\n{len(talk)} messages: {state.folded} folded, {len(state.recent_messages)} recent, verbatim")


def ask(run: MemoryRun, keeper: StoreKeeper, text: str) -> ChatRequest:
    """Run one cycle; a rejected fold is repaired and accepted before the message is sent again."""
    try:
        return run.ask(text)
    except AcceptanceRefused as refused:
        print(f"\nrefused: {refused.proposal.name}: {refused.message}")
        repaired = repair.repair(keeper.env, refused.proposal.artifact_id)
        if repaired.judged is None:
            raise
        judged = repaired.judged
        accept_rollback.accept(
            keeper.env, judged.artifact_id, reason="repaired", confirm=judged.report.to_confirm
        )
        return run.ask(text)


def stated(folded: Folded | None) -> None:
    """Print a summarization: its trigger, its decision, and the state afterwards."""
    if folded is None:
        return
    state = folded.state
    print(f"\n-- {folded.trigger.value}: {folded.why}")
    kept = f"{len(state.recent_messages)} stay verbatim"
    print(f"   {folded.messages} messages folded, {state.folded} in all; {kept}")
    if folded.proposal is not None and folded.decision is not None:
        gates = " ".join(
            f"{name} {result.status.value}" for name, result in folded.proposal.report.gates.items()
        )
        print(f"   {folded.proposal.name} over 0..{folded.proposal.end}: {gates}")
        print(f"   {folded.decision.outcome} by {folded.decision.actor or 'nobody'}")
    print(visible("\n".join(f"   | {line}" for line in state.memory_summary.splitlines())))


if __name__ == "__main__":
    raise SystemExit(main())
