"""An agent's steps with snapshots: six steps, one snapshot, its narrative and the tuning report.

Run it with `python -m workbench.examples.snapshot_run [STORE]`. The steps are written in this file, so no
model is called; in your own loop they are your agent's.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from gates.source import EventKind
from workbench.services.runs.run_repository import StoreKeeper
from workbench.strategies import Evidence, Note, ReviewPolicy, RunEvent, SnapshotRun

OBJECTIVE = "Find out which bread costs most to bake"
DONE = "every file was read"
FILES = ("rye.csv", "spelt.csv", "plait.csv", "rolls.csv", "cake.csv", "rye.csv")


def main(store: str) -> None:
    """Log six steps of three counted events each; the sixth one triggers the snapshot."""
    keeper = StoreKeeper.open(store, actor="baker", title="prices")
    review = ReviewPolicy(time_limit_s=0, without_decision="accept", confirm=("C",))
    run = SnapshotRun("prices", keeper, OBJECTIVE, DONE, review=review)
    run.log("USER", RunEvent(EventKind.USER, "Read the price files. Never change one of them."))
    for number, name in enumerate(FILES, 1):
        called = f"call-{number}"
        run.log("PLAN_DONE", RunEvent(EventKind.ASSISTANT, f"The prices of {name} come next."))
        run.log("ACT_DONE", RunEvent(EventKind.TOOL_CALL, f"read {name}", called, "read"))
        rows = f"{name}: flour 2.10, salt 0.05, an hour of the oven 3.40\n" * 30
        run.log("OBSERVE_DONE", RunEvent(EventKind.TOOL_RESULT, rows, called, "read", failed=False))
        if number == 3:
            evidence = Evidence(position=3, quote="an hour of the oven 3.40")
            run.note(Note(kind="claim", text="The oven costs 3.40 an hour", evidence=(evidence,)))
            run = SnapshotRun("prices", keeper, OBJECTIVE, DONE, review=review)
            print(f"taken up again with {run.state.counted_events} counted events")
        made = run.end_step(manifest_id=f"manifest-{number}")
        if made is not None:
            print(f"{made.trigger}: snapshot {made.snapshot['sequence']}, {made.decision.outcome}\n")
            print(made.narrative)
    print(run.tuning_report().to_json())


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(sys.argv[1])
    else:
        with tempfile.TemporaryDirectory() as folder:
            main(str(Path(folder) / "prices.duckdb"))
