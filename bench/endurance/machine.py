"""Imports, drafts, reviews, acceptances, rollbacks and races against a simple oracle, in any order.

`python -m bench.endurance.machine --runs 20000` prints how many runs and steps there were and how each ended;
hypothesis shrinks a run that breaks a promise to its shortest form. A run is one session's; most begin with a
session that is imported and drafted already (`machine_store`), some from nothing. Five batches of runs in six
are short, because what breaks mostly breaks soon, one is long.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import multiprocessing
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from typing import Any, ClassVar

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from bench.endurance.machine_store import TURNS, Done, Stores, capture, imported, range_of
from bench.endurance.oracle import ActiveArtifact, Drafted, Oracle
from bench.endurance.phases import one_thread
from gates.policy import DEFAULT_POLICY
from gates.review import ReviewAction
from store import pointers
from store.errors import StoreError
from store.records import artifacts, reviews, sessions, snapshots
from tests.store.build import NOW, PER_TURN, active_ids, artifact_of

BATCH = 120
LONG_EVERY = 6
SHORT_STEPS = 4
SESSIONS_PER_STORE = 40
FROM_NOTHING = 12
"""One run in so many imports its session itself."""
REVIEWERS = ("ann", "ben")
COVERINGS = ("none", "right", "wrong")
SPANS = tuple((first, last) for first in range(TURNS) for last in range(first, TURNS))
WEIGHTS = {
    "roll back what is active": 9,
    "accept what may be": 3,
    "accept any": 3,
    "roll back what was displaced": 2,
    "roll back any": 1,
    "race": 1,
    "look": 1,
    "dismiss": 1,
    "draft": 1,
    "import": 1,
}
"""The steps and their frequencies. A run is shrunk to the first one: accept and roll back in turns."""
KINDS = tuple(kind for kind, weight in WEIGHTS.items() for _ in range(weight))
OUTCOMES = (
    *(
        f"accept: {each}"
        for each in ("done", "already_active", "range_overlaps", "not_replaceable", "pointer_moved")
    ),
    *(f"rollback: {each}" for each in ("done", "not_active", "rollback_blocked", "pointer_moved")),
    *("race: one moved", "race: none moved"),
)
"""Everything that a move can come to, by the oracle."""


class StoreMachine(RuleBasedStateMachine):
    """One session from its import on."""

    stores: ClassVar[Stores]
    ended: ClassVar[Counter[str]]
    runs: ClassVar[int]
    fresh: ClassVar[itertools.count[int]]

    def __init__(self) -> None:
        super().__init__()
        type(self).runs += 1
        self.store, self.prepared = self.stores.take()
        self.native_id, self.session_id = self.prepared.native_id, ""
        self.oracle = Oracle(TURNS)
        self.drafts: list[Drafted] = []
        self.seen: dict[str, str | None] = dict.fromkeys(REVIEWERS)
        self.head: str | None = None

    @initialize(nothing=st.integers(1, FROM_NOTHING))
    def begun(self, nothing: int) -> None:
        """A new transcript adds all its events; or the session is there."""
        if nothing < FROM_NOTHING:
            self.session_id = self.prepared.session_id
            self.drafts = list(self.prepared.drafts)
            return
        self.native_id = f"fresh-{next(self.fresh)}"
        self.oracle.turns = 2
        made = self._import()
        self.session_id = made.session_id
        assert (made.created, made.events_added) == (True, 2 * PER_TURN)
        self._draft(0, 1, lacks=False, covering="none")

    @rule(kind=st.sampled_from(KINDS), who=st.sampled_from(REVIEWERS), data=st.data())
    def step(self, kind: str, who: str, data: st.DataObject) -> None:
        """Do one step of an actor."""
        verb, wanted = self._wanted(kind)
        if verb and wanted:
            self._move(verb, who, data.draw(st.sampled_from(wanted)), looks=data.draw(st.integers(0, 5)) > 0)
        elif kind == "race":
            pair = st.lists(st.sampled_from(self.drafts), min_size=2, max_size=2, unique=True)
            self._race(data.draw(pair) if len(self.drafts) > 1 else [])
        elif kind == "look":
            self._look(who)
        elif kind == "dismiss":
            self._dismiss(data.draw(st.integers(0, TURNS - 1)))
        elif kind == "draft":
            first, last = data.draw(st.sampled_from(SPANS))
            lacks, covering = data.draw(st.booleans()), data.draw(st.sampled_from(COVERINGS))
            self._draft(first, min(last, self.oracle.turns - 1), lacks=lacks, covering=covering)
        elif kind == "import":
            self._import_again(data.draw(st.booleans()))

    def _wanted(self, kind: str) -> tuple[str, list[Drafted]]:
        """The move of a kind and the drafts that it is about; its opposite where there are none."""
        may = [each for each in self.drafts if self.oracle.refuses_accept(each) is None]
        active = [each.draft for each in self.oracle.active]
        match kind:
            case "accept what may be":
                return ("accept", may) if may else ("rollback", active)
            case "roll back what is active":
                return ("rollback", active) if active else ("accept", may)
            case "roll back what was displaced":
                return "rollback", _displaced(self.oracle.active) or self.drafts
            case "accept any" | "roll back any":
                return ("accept" if kind == "accept any" else "rollback"), self.drafts
        return "", []

    def _import_again(self, grown: bool) -> None:
        """The same transcript adds nothing; one that grew adds what is new."""
        grown = grown and self.oracle.turns < TURNS
        self.oracle.turns += grown
        made = self._import()
        added = PER_TURN if grown else 0
        assert (made.session_id, made.events_added, made.rewritten) == (self.session_id, added, 0)
        self.ended["import: grown" if grown else "import: again"] += 1

    def _draft(self, first: int, last: int, *, lacks: bool, covering: str) -> None:
        """Keep an artifact; the same content is the same artifact."""
        if first > last:
            return
        lost = last if lacks and last > first else None
        inside = [each for each in self.drafts if first <= each.first and each.last <= last]
        standing = set(self.oracle.names())
        covers = {each.artifact_id for each in inside if each.artifact_id in standing}
        if covering != "right":
            covers = covers ^ {each.artifact_id for each in inside[:1]} if covering == "wrong" else set()
        artifact = artifact_of(self.session_id, first, last, covers=tuple(sorted(covers)))
        if lost is not None:
            artifact = artifact.with_items(artifact.items[:-1])
        capture(self.store, self.session_id, first, last)
        kept = artifacts.put(self.store, artifact, now=NOW)
        known = {each.artifact_id for each in self.drafts}
        assert kept.added == (kept.artifact_id not in known)
        if kept.added:
            self.drafts.append(Drafted(kept.artifact_id, first, last, lost, frozenset(covers)))
        self.ended["draft: new" if kept.added else "draft: known"] += 1

    def _dismiss(self, turn: int) -> None:
        """A captured item no longer counts."""
        how = ReviewAction.DISMISS
        reviews.add(self.store, self.session_id, how, f"cap_{turn}", actor="ann", reason="r", now=NOW)
        self.oracle.dismissed.add(turn)
        self.oracle.reviews += 1
        self.ended["review"] += 1

    def _look(self, who: str) -> None:
        """A reviewer reads the history."""
        newest = pointers.head(self.store, self.session_id)
        assert (newest.pointer_id if newest else None) == self.head
        self.seen[who] = self.head
        self.ended["look"] += 1

    def _move(self, verb: str, who: str, draft: Drafted, *, looks: bool) -> None:
        """An actor with the current head gets the oracle's result; others get the error that it moved."""
        if looks:
            self.seen[who] = self.head
        by_oracle = self.oracle.refuses_accept if verb == "accept" else self.oracle.refuses_rollback
        refused = "pointer_moved" if self.seen[who] != self.head else by_oracle(draft)
        stated = self._stated(verb, draft, self.seen[who])
        self.ended[f"{verb}: {stated[1] if stated[0] == 'refused' else 'done'}"] += 1
        if refused is not None:
            assert stated == ("refused", refused), (stated, refused)
            return
        assert stated[0] == "moved", stated
        self._moved(verb, who, draft, stated[1])

    def _race(self, pair: list[Drafted]) -> None:
        """Two reviewers who saw the same head accept at once: at most one moves it."""
        if not pair:
            return
        wanted = [self.oracle.refuses_accept(each) for each in pair]
        head = self.head
        with ThreadPoolExecutor(2) as pool:
            stated = list(pool.map(lambda each: self._stated("accept", each, head), pair))
        moved = [index for index in (0, 1) if stated[index][0] == "moved"]
        assert len(moved) == (1 if None in wanted else 0), (stated, wanted)
        for index in (0, 1):
            if index not in moved:
                assert stated[index][1] in (wanted[index], "pointer_moved"), (stated, wanted)
                assert moved or stated[index][1] == wanted[index], (stated, wanted)
        for index in moved:
            assert wanted[index] is None
            self._moved("accept", REVIEWERS[index], pair[index], stated[index][1])
            # Who won is chance: it is taken back and both look, so that the run goes on the same either way.
            back = self._stated("rollback", pair[index], self.head)
            assert back[0] == "moved", back
            self._moved("rollback", REVIEWERS[index], pair[index], back[1])
        self.seen = dict.fromkeys(REVIEWERS, self.head)
        self.ended["race: one moved" if moved else "race: none moved"] += 1

    def teardown(self) -> None:
        """Check that history, active artifacts, snapshots and reviews equal the oracle's."""
        if not self.session_id:
            return
        with self.store.reading():
            history = pointers.history(self.store, self.session_id)[::-1]
            assert [(each.action, each.artifact_id) for each in history] == self.oracle.moves
            assert [each.sequence for each in history] == list(range(1, len(history) + 1))
            assert (history[-1].pointer_id if history else None) == self.head
            assert active_ids(self.store, self.session_id) == self.oracle.names()
            followed = snapshots.listing(self.store, self.session_id)
            assert [each[1] for each in followed] == [each.sequence for each in history]
            if self.oracle.reviews:
                assert len(reviews.listing(self.store, self.session_id)) == self.oracle.reviews
            if self.native_id != self.prepared.native_id:
                assert sessions.get(self.store, self.session_id).events == self.oracle.turns * PER_TURN

    def _import(self) -> Any:
        return imported(self.store, self.stores.folder, self.native_id, self.oracle.turns)

    def _stated(self, verb: str, draft: Drafted, expect: str | None) -> tuple[str, str]:
        name, where = draft.artifact_id, range_of(draft.first, draft.last)
        try:
            if verb == "rollback":
                done = pointers.rollback_compaction(self.store, name, expect=expect, actor="ann", now=NOW)
            else:
                done = pointers.accept_compaction(
                    self.store,
                    name,
                    self.session_id,
                    *where,
                    expect=expect,
                    actor="ann",
                    confirm=("C",),
                    now=NOW,
                    policy=DEFAULT_POLICY,
                )
        except StoreError as error:
            return "refused", error.code
        return "moved", done.pointer.pointer_id

    def _moved(self, verb: str, who: str, draft: Drafted, pointer_id: str) -> None:
        (self.oracle.accept if verb == "accept" else self.oracle.rollback)(draft)
        self.head = self.seen[who] = pointer_id


def _displaced(active: list[ActiveArtifact]) -> list[Drafted]:
    return [found for each in active for under in each.under for found in (under.draft, *_displaced([under]))]


def run(
    runs: int, steps: int = 12, *, number: int = 0, minutes: float = 600, each: int = SESSIONS_PER_STORE
) -> Done:
    """Run the machine batch by batch until the time is over; failures are in `broken`.

    `each` is the number of runs per store.
    """
    one_thread()
    limit = time.monotonic() + minutes * 60
    StoreMachine.stores = stores = Stores(each)
    StoreMachine.ended, StoreMachine.runs, StoreMachine.fresh = Counter(), 0, itertools.count()
    broken = ""
    for batch in itertools.count():
        left = runs - StoreMachine.runs
        if left <= 0 or time.monotonic() > limit:
            break
        try:
            _batch(min(left, BATCH), min(steps, SHORT_STEPS) if batch % LONG_EVERY else steps, number + batch)
        except Exception:
            broken = traceback.format_exc()
            break
        print(f"worker {number >> 32}: {StoreMachine.runs:,} runs", file=sys.stderr, flush=True)
    if not broken:
        stores.check()
    stores.close()
    ended = StoreMachine.ended
    return Done(StoreMachine.runs, ended.total(), stores.number, stores.verified, ended, broken)


def _batch(runs: int, steps: int, number: int) -> None:
    chosen = settings(
        max_examples=runs,
        stateful_step_count=steps,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    run_state_machine_as_test(seed(number)(StoreMachine), settings=chosen)


def main() -> int:
    """Read the command line, run, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--steps", type=int, default=12, help="most steps of a long run")
    parser.add_argument("--minutes", type=float, default=600, help="stop then, however many there were")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1, help="processes, each with seeds of its own")
    options = parser.parse_args()
    share = partial(worker, -(-options.runs // options.workers), options.steps, options.minutes)
    with ProcessPoolExecutor(options.workers, multiprocessing.get_context("spawn")) as pool:
        first, *others = pool.map(share, [(options.seed << 8) + each for each in range(options.workers)])
    for other in others:
        first.add(other)
    print(first.report())
    missing = [each for each in OUTCOMES if not first.ended[each]]
    print("every outcome of the oracle was reached" if not missing else f"not reached: {', '.join(missing)}")
    if not first.runs:
        print("there was no time for a run")
        return 1
    if first.broken:
        print(f"BROKEN\n{first.broken}")
        return 1
    print(f"every run as the oracle says; verify found nothing in {first.verified} stores")
    return 0


def worker(runs: int, steps: int, minutes: float, number: int) -> Done:
    """Run the share of one of several processes."""
    gc.set_threshold(50_000, 20, 20)
    return run(runs, steps, number=number << 32, minutes=minutes)


if __name__ == "__main__":
    sys.exit(main())
