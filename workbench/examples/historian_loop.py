"""A chat loop with a historian: five turns, a restart in the middle, state and ledger printed.

Run it with `python -m workbench.examples.historian_loop [STORE]`. The replies are written in this file, so no
model is called; in your own loop they come from your model.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies import Historian, ReviewPolicy, StepResult, ThinkOutput, TurnEntity

TURNS = (
    (
        "Please plan the bread for Saturday. Never use walnuts.",
        "I'll bake 12 loaves on Friday night. " + "Rye needs a long rest. " * 20,
    ),
    ("Good. Save the list.", "Done! I saved the list: Rye, Spelt and Plait."),
    ("How many customers are there on Saturday?", "There were 240 on the last three Saturdays."),
    ("Then add ten rolls.", "I added ten rolls to the list."),
    ("What is left?", "The flour order is left. Shall I order 20 kg of rye?"),
)


def main(store: str) -> None:
    """Drive a conversation turn by turn; a second object resumes it after the third."""
    keeper = StoreKeeper.open(store, actor="baker", title="bread")
    review = ReviewPolicy(time_limit_s=0, without_decision="apply")
    historian = Historian("bread", keeper=keeper, review=review)
    for number, (asked, reply) in enumerate(TURNS, 1):
        if number == 4:
            historian = Historian("bread", keeper=keeper, review=review)
            if historian.unfinished is not None:  # killed, or stopped by a review, within a turn
                historian.turn(*historian.unfinished)
            print(f"taken up again at turn {historian.state.current_turn}")
        waits = reply.endswith("?")
        made = historian.turn(
            asked,
            reply,
            think_output=ThinkOutput(decision="propose", proposal_message=reply)
            if waits
            else ThinkOutput(decision="plan_direct"),
            step_results=[StepResult(step=0, status="success", saved={"list": 1})] if number == 2 else [],
            turn_entities=[TurnEntity(id="list-1", type="list", label="Saturday", action="created")]
            if number == 2
            else [],
        )
        print(f"turn {made.current_turn}: {made.summarize_output.turn_summary}")
        if made.conversation.history_summary:
            print(f"  summary of older turns: {made.conversation.history_summary}")
    waiting = historian.state.conversation.pending_clarification
    print(f"waiting: {waiting.model_dump(mode='json') if waiting else 'nothing'}")
    print(f"entities: {[(e.label, e.tier, e.turn) for e in historian.state.entity_context.entities]}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as folder:
            main(str(Path(folder) / "bread.duckdb"))
