"""Imports, drafts, reviews, acceptances, rollbacks and races against a simple oracle, in any order.

`python -m tests.endurance.machine --runs 20000` prints how many runs and steps there were and how each ended;
hypothesis shrinks a run that breaks a promise to its shortest form. All runs of a process share one store, a
session each; `verify` walks all of it each time that the store is changed for a new one.
"""

from __future__ import annotations

import argparse
import itertools
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from gates.review import ReviewAction
from store import artifacts, captures, pointers, reviews, sessions, snapshots, verify
from store.engine import Store
from store.errors import StoreError
from tests.endurance.oracle import Drafted, Oracle
from tests.endurance.phases import one_thread
from tests.store.build import (
    NOW,
    PER_TURN,
    accept,
    active_ids,
    artifact_of,
    capture_of,
    events_of,
    header,
    keep,
    rollback,
)

MOST_TURNS = 4
RUNS_PER_STORE = 60
REVIEWERS = ("ann", "ben")
COVERINGS = ("none", "right", "wrong")
SPANS = tuple((first, last) for first in range(MOST_TURNS) for last in range(first, MOST_TURNS))


class Shared:
    """The store that runs share, changed for a new one now and then."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="machine-"))
        self.numbers = itertools.count()
        self.runs = 0
        self.ended: Counter[str] = Counter()
        self._stack: Any = None
        self.store = self._fresh()

    def next(self) -> tuple[Store, str]:
        """The store and a native id of one's own."""
        self.runs += 1
        if self.runs % RUNS_PER_STORE == 0:
            self.check()
            self.close()
            self.folder = Path(tempfile.mkdtemp(prefix="machine-"))
            self.store = self._fresh()
        return self.store, f"run-{next(self.numbers)}"

    def check(self) -> None:
        """Every record of every run so far stands."""
        found = verify.verify(self.store)
        assert found.ok, found.problems[:5]

    def close(self) -> None:
        """Let go of the store and remove it."""
        self._stack.close()
        shutil.rmtree(self.folder)

    def _fresh(self) -> Store:
        store = Store.open(self.folder / "store.duckdb")
        # One connection stays open, so that each operation joins its database instead of opening the file.
        self._stack = store._engine.connect()
        return store


shared: Shared | None = None


def the_shared() -> Shared:
    """The one of this process."""
    global shared  # noqa: PLW0603 (hypothesis makes the machines, so they have no other way to share)
    if shared is None:
        shared = Shared()
    return shared


class StoreMachine(RuleBasedStateMachine):
    """One session from its import on."""

    def __init__(self) -> None:
        super().__init__()
        self.shared = the_shared()
        self.store, self.native_id = self.shared.next()
        self.oracle = Oracle(2)
        self.drafts: list[Drafted] = []
        self.seen: dict[str, str | None] = dict.fromkeys(REVIEWERS)
        self.head: str | None = None
        self.session_id = ""

    @initialize()
    def imported(self) -> None:
        """A new transcript adds all its events."""
        made = self._import()
        self.session_id = made.session_id
        assert (made.created, made.events_added) == (True, 2 * PER_TURN)

    @rule()
    def import_again(self) -> None:
        """The same transcript adds nothing."""
        made = self._import()
        assert (made.session_id, made.events_added, made.rewritten) == (self.session_id, 0, 0)

    @precondition(lambda self: self.oracle.turns < MOST_TURNS)
    @rule()
    def grow(self) -> None:
        """A transcript that grew adds what is new."""
        self.oracle.turns += 1
        made = self._import()
        assert (made.session_id, made.events_added) == (self.session_id, PER_TURN)

    @rule(span=st.sampled_from(SPANS), lacks=st.booleans(), covering=st.sampled_from(COVERINGS))
    def draft(self, span: tuple[int, int], *, lacks: bool, covering: str) -> None:
        """Keep an artifact; the same content is the same artifact."""
        first, last = span[0], min(span[1], self.oracle.turns - 1)
        if first > last:
            return
        lost = last if lacks and last > first else None
        wanted = Drafted("", first, last, lost, frozenset())
        covers = (
            {each.draft.artifact_id for each in self.oracle.touched(wanted)} if covering != "none" else set()
        )
        if covering == "wrong":
            inside = [each for each in self.drafts if first <= each.first and each.last <= last]
            covers ^= {each.artifact_id for each in inside[:1]}
        artifact = artifact_of(self.session_id, first, last, covers=tuple(sorted(covers)))
        if lost is not None:
            artifact = artifact.with_items(artifact.items[:-1])
        self._capture(first, last)
        kept = artifacts.put(self.store, artifact, now=NOW)
        known = {each.artifact_id for each in self.drafts}
        assert kept.added == (kept.artifact_id not in known)
        if kept.added:
            self.drafts.append(Drafted(kept.artifact_id, first, last, lost, frozenset(covers)))

    @rule(turn=st.integers(0, MOST_TURNS - 1))
    def dismiss(self, turn: int) -> None:
        """A captured item no longer counts."""
        reviews.add(
            self.store, self.session_id, ReviewAction.DISMISS, f"cap_{turn}", actor="ann", reason="r", now=NOW
        )
        self.oracle.dismissed.add(turn)
        self.oracle.reviews += 1

    @rule(who=st.sampled_from(REVIEWERS))
    def look(self, who: str) -> None:
        """A reviewer reads the history."""
        newest = pointers.head(self.store, self.session_id)
        assert (newest.pointer_id if newest else None) == self.head
        self.seen[who] = self.head

    @precondition(lambda self: self.drafts)
    @rule(who=st.sampled_from(REVIEWERS), looking=st.integers(0, 3), data=st.data())
    def accept(self, who: str, looking: int, data: st.DataObject) -> None:
        """Whoever saw the head gets what the oracle says; others are told that it moved."""
        draft = data.draw(st.sampled_from(self.drafts))
        stale = self._stale(who, looking)
        told = self._told(lambda: accept(self.store, draft.artifact_id, expect=self.seen[who]))
        refused = "pointer_moved" if stale else self.oracle.refuses_accept(draft)
        self._settle("accept", who, draft, told, refused)

    @precondition(lambda self: self.drafts)
    @rule(who=st.sampled_from(REVIEWERS), looking=st.integers(0, 3), data=st.data())
    def rollback(self, who: str, looking: int, data: st.DataObject) -> None:
        """The same for taking back."""
        draft = data.draw(st.sampled_from(self.drafts))
        stale = self._stale(who, looking)
        told = self._told(lambda: rollback(self.store, draft.artifact_id, expect=self.seen[who]))
        refused = "pointer_moved" if stale else self.oracle.refuses_rollback(draft)
        self._settle("rollback", who, draft, told, refused)

    @precondition(lambda self: len(self.drafts) > 1)
    @rule(data=st.data())
    def race(self, data: st.DataObject) -> None:
        """Two reviewers who saw the same head accept at once: at most one moves it."""
        pair = data.draw(st.lists(st.sampled_from(self.drafts), min_size=2, max_size=2, unique=True))
        wanted = [self.oracle.refuses_accept(each) for each in pair]
        head = self.head
        with ThreadPoolExecutor(2) as pool:
            told = list(
                pool.map(
                    lambda each: self._told(lambda: accept(self.store, each.artifact_id, expect=head)), pair
                )
            )
        moved = [index for index in (0, 1) if told[index][0] == "moved"]
        assert len(moved) == (1 if None in wanted else 0), (told, wanted)
        for index in (0, 1):
            if index not in moved:
                assert told[index][1] in (wanted[index], "pointer_moved"), (told, wanted)
                assert moved or told[index][1] == wanted[index], (told, wanted)
        for index in moved:
            assert wanted[index] is None
            self._moved("accept", REVIEWERS[index], pair[index], told[index][1])
            # Who won is chance: it is taken back and both look, so that the run goes on the same either way.
            self._moved("rollback", REVIEWERS[index], pair[index], self._taken_back(pair[index]))
        self.seen = dict.fromkeys(REVIEWERS, self.head)
        self.shared.ended["race"] += 1

    def teardown(self) -> None:
        """History, what is active, snapshots and reviews are what the oracle says."""
        if not self.session_id:
            return
        history = pointers.history(self.store, self.session_id)[::-1]
        assert [(each.action, each.artifact_id) for each in history] == self.oracle.moves
        assert [each.sequence for each in history] == list(range(1, len(history) + 1))
        assert active_ids(self.store, self.session_id) == self.oracle.names()
        followed = snapshots.listing(self.store, self.session_id)
        assert [each[1] for each in followed] == [each.sequence for each in history]
        assert len(reviews.listing(self.store, self.session_id)) == self.oracle.reviews
        assert sessions.get(self.store, self.session_id).events == self.oracle.turns * PER_TURN

    def _import(self) -> Any:
        events = events_of(self.oracle.turns, tag=self.native_id)
        content = b"line\n" * self.oracle.turns
        return keep(self.store, events, self.shared.folder, head=header(self.native_id), content=content)

    def _capture(self, first: int, last: int) -> None:
        start, end = first * PER_TURN, last * PER_TURN + PER_TURN - 1
        captures.put(
            self.store,
            self.session_id,
            start,
            end,
            capture_of(self.session_id, first, last),
            events_digest=sessions.events_digest(self.store, self.session_id, end),
            now=NOW,
        )

    def _taken_back(self, draft: Drafted) -> str:
        return rollback(self.store, draft.artifact_id, expect=self.head).pointer.pointer_id

    def _stale(self, who: str, looking: int) -> bool:
        """Whether a reviewer, who looks first unless `looking` is 0, saw an older head."""
        if looking:
            self.seen[who] = self.head
        return self.seen[who] != self.head

    def _told(self, move: Callable[[], Any]) -> tuple[str, str]:
        try:
            return "moved", move().pointer.pointer_id
        except StoreError as error:
            return "refused", error.code

    def _settle(
        self, verb: str, who: str, draft: Drafted, told: tuple[str, str], refused: str | None
    ) -> None:
        self.shared.ended[f"{verb}: {told[1] if told[0] == 'refused' else 'done'}"] += 1
        if refused is not None:
            assert told == ("refused", refused)
            return
        assert told[0] == "moved", told
        self._moved(verb, who, draft, told[1])

    def _moved(self, verb: str, who: str, draft: Drafted, pointer_id: str) -> None:
        (self.oracle.accept if verb == "accept" else self.oracle.rollback)(draft)
        self.head = self.seen[who] = pointer_id


def run(runs: int, steps: int = 12, *, seed: int | None = None) -> Shared:
    """Run the machine; raises what a broken promise raised, with the shortest run that breaks it."""
    one_thread()
    chosen = settings(
        max_examples=runs,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        derandomize=seed is None,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    run_state_machine_as_test(StoreMachine, settings=chosen)
    found = the_shared()
    found.check()
    return found


def main() -> int:
    """Read the command line, run, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--steps", type=int, default=12, help="most steps of a run")
    options = parser.parse_args()
    found = run(options.runs, options.steps)
    for name, count in sorted(found.ended.items()):
        print(f"{name:28} {count:8}")
    print(f"{found.runs} runs, every one as the oracle says; verify found nothing")
    found.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
