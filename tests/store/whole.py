"""Fills a store with rows in every table: what a test of everything needs."""

from __future__ import annotations

from pathlib import Path

from gates.artifact import Item, ItemKind
from gates.review import ReviewAction
from store.engine import Store
from store.lifecycle import purge
from store.records import artifacts, done_definitions, edits, reviews, runs
from tests.store.build import NOW, accept, directive, draft, events_of, header, keep, rollback
from workbench.importers.base import FoundCompaction


def fill(store: Store, folder: Path) -> str:
    """A session with a long event, a lane, a native compaction, moves, reviews, edits and a run; its id."""
    events = events_of(12)
    events[40] = events[40]._replace(text="long " * 20_000)
    events[41] = events[41]._replace(lane="side")
    found = FoundCompaction(
        0, 7, (6, 7), 8, "auto", False, "imported:written/1",
        items=(Item(kind=ItemKind.DECISION, text=directive(0)),),
    )  # fmt: skip
    done = keep(store, events, folder, found=(found,))
    native = artifacts.get(store, done.compactions[0].artifact_id).artifact
    artifacts.put_linked(store, native.artifact_id, "digest", native, now=NOW)
    done_definitions.put(store, done.session_id, "all tests pass", actor="a", now=NOW)
    one, two = draft(store, done.session_id, 2, 4), draft(store, done.session_id, 6, 7)
    accept(store, one)
    accept(store, two)
    rollback(store, one)
    added = {"text": "keep it"}
    for what in ("c", "d"):
        reviews.add(
            store, done.session_id, ReviewAction.ADD, what, actor="a", reason="r", now=NOW, added=added
        )
    for action in ("drop", "undo"):
        edits.append(store, two, action, {"changes": []}, actor="a", now=NOW, reason="r")
    runs.put(store, "run_1", "memory", 1, {"summary": "said"}, now=NOW)
    gone = keep(store, events_of(3, tag="gone"), folder, head=header("session-gone"))
    purge.purge(store, gone.session_id, actor="a", reason="not ours", now=NOW)
    return done.session_id
