"""Kill a process in every phase of every writing operation and check the store after each.

`python -m bench.endurance.crash --kills 2000` prints how often each phase was hit, and exits 1 when a
promise did not hold. Kills are SIGKILL: half of them exactly where a phase begins, half somewhere inside it.
What a lost power supply does to a disk is not tested by this.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import IO, Any

from bench.endurance.crash_copies import (
    place_old,
    settle_backup,
    settle_export,
    settle_migration,
    settle_purge,
    settle_restore,
    settle_take,
)
from bench.endurance.crash_model import Broken, Model
from bench.endurance.phases import REPEATED, SHARED, one_thread, phases
from bench.endurance.places import quick_folder
from bench.endurance.reopening import repaired
from store import schema
from store.errors import StoreError
from store.journal import journal
from store.lifecycle import backup, bundle_file, bundle_import
from store.lifecycle.open import open_store
from store.values import HistoryHead
from tests.store.build import accept, draft, events_of, header, keep, rollback

ROOT = Path(__file__).parents[2]
KILLS_PER_STORE = 25
MOST_BROKEN = 5
"""Broken promises after which there is nothing more to learn."""
LONGEST_DELAY = 0.03
"""Seconds: a phase rarely lasts longer; a kill that comes later hits a later phase, which is counted."""
START_TURNS = 8
SPANS = ((0, 1), (2, 3), (4, 5), (6, 7))
"""Turns of the artifacts that are accepted and rolled back."""
FAR = {"phase": "", "nth": 1, "delay": 0.0}
"""An aim that nothing meets: the operation is left to its end."""


class Nursery:
    """The process that forks a child for each operation, and what its children tell."""

    def __init__(self) -> None:
        reading, writing = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.endurance.crash_worker", str(writing)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            text=True,
            pass_fds=(writing,),
        )
        os.close(writing)
        self._stated: IO[str] = os.fdopen(reading, "r")
        if self._stated.readline() != "ready\n":
            raise RuntimeError("the worker did not start")

    def run(
        self, verb: str, store: Path, arguments: dict[str, Any], aim: dict[str, Any]
    ) -> tuple[str, Any, int]:
        """One operation: the last phase it entered, its acknowledgement or None, its exit status."""
        order = {"verb": verb, "store": str(store), "arguments": arguments, "aim": aim}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        phase, acknowledged = "before it began", None
        while line := self._stated.readline().rstrip("\n"):
            word, _, rest = line.partition(" ")
            if word == "exit":
                return phase, acknowledged, int(rest)
            if word == "phase":
                phase = rest
            elif word == "failed":
                raise Broken(f"{verb} failed:\n{json.loads(rest)}")
            else:
                phase, acknowledged = "acknowledged", json.loads(rest) or [None]
        raise RuntimeError("the worker ended")

    def close(self) -> None:
        """End it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
        self._stated.close()


class Campaign:
    """Kills over one store after another, each operation chosen so that every phase is aimed at in turn."""

    def __init__(self, folder: Path, seed: int, only: tuple[str, ...] = ()) -> None:
        self.folder = folder
        self.only = only or tuple(phases())
        self.random = random.Random(seed)
        self.nursery = Nursery()
        self.hits: Counter[tuple[str, str, str]] = Counter()
        """Kills by operation, phase hit, and what was found of the operation."""
        self.missed = 0
        """Operations that ended before the kill."""
        self.last = ""
        """The last phase aimed at."""
        self._aims: list[tuple[str, str]] = []
        self._number = 0
        self._template: Model | None = None
        self._bundles: list[tuple[Path, tuple[HistoryHead, ...], tuple[HistoryHead, ...]]] = []
        """Bundles, and the heads of the store that takes them before and after."""
        self._model = self._fresh()

    @property
    def kills(self) -> int:
        """Processes killed."""
        return sum(self.hits.values())

    def one(self) -> None:
        """Aim at the next phase, kill, check."""
        if not self._aims:
            self._aims = [(verb, phase) for verb in self.only for phase in phases()[verb]]
            self.random.shuffle(self._aims)
        verb, phase = self._aims.pop()
        self.last = f"{verb} killed at or after {phase!r}"
        if verb in ("create", "migrate", "restore", "export", "take", "purge"):
            self._elsewhere(verb, self._aim(verb, phase))
        else:
            if self._number >= KILLS_PER_STORE:
                self._model = self._fresh()
            self._number += 1
            self._operate(self._model, verb, self._aim(verb, phase))

    def renew(self) -> None:
        """Go on with a new store."""
        self._model = self._fresh()

    def close(self) -> None:
        """End the worker."""
        self.nursery.close()

    def _aim(self, verb: str, phase: str) -> dict[str, Any]:
        delay = self.random.random() ** 2 * LONGEST_DELAY if self.random.random() < 0.5 else 0.0
        nth = self.random.choice((1, 2, 3)) if phase in REPEATED else 1
        if verb == "take" and phase in SHARED[1:]:
            nth = self.random.choice((1, 2, 2))  # the first are of the store in which it reads the bundle
        return {"phase": phase, "nth": nth, "delay": delay}

    def _elsewhere(self, verb: str, aim: dict[str, Any]) -> None:
        """An operation on a store of its own."""
        folder = self.folder / verb
        shutil.rmtree(folder, ignore_errors=True)
        path = folder / "store.duckdb"
        if verb == "create":
            self._record(Model(path), verb, {}, aim)
        elif verb == "migrate":
            version = self.random.choice([step.number for step in schema.STEPS[:-1]])
            place_old(path, version)
            phase, _, status = self.nursery.run(verb, path, {}, aim)
            self._count(verb, phase, settle_migration(path, version), status)
        elif verb == "restore":
            self._restore(path, aim)
        elif verb == "export":
            self._export(folder, aim)
        elif verb == "take":
            self._take(path, aim)
        else:
            self._purge(path, aim)

    def _export(self, folder: Path, aim: dict[str, Any]) -> None:
        """Some sessions of the store of the moment go into a bundle."""
        folder.mkdir()
        target, among = folder / "some.bundle", sorted(self._model.sessions)
        chosen = self.random.sample(among, min(len(among), self.random.choice((1, 2))))
        arguments = {"sessions": chosen, "target": str(target)}
        phase, acknowledged, status = self.nursery.run("export", self._model.path, arguments, aim)
        found = settle_export(self._model.path, target, folder / "other.duckdb", acknowledged)
        self._count("export", phase, found, status)

    def _take(self, path: Path, aim: dict[str, Any]) -> None:
        """A session that is new here, or one that was reviewed further elsewhere, comes in a bundle."""
        assert self._template is not None
        if not self._bundles:
            self._bundles = made_bundles(self.folder / "bundles", self._template)
        bundle, before, after = self.random.choice(self._bundles)
        shutil.copytree(self._template.path.parent, path.parent)
        phase, acknowledged, status = self.nursery.run("take", path, {"bundle": str(bundle)}, aim)
        again = self.random.random() < 0.3
        found = settle_take(path, bundle, before, after, acknowledged, again=again)
        self._count("take", phase, found, status)

    def _purge(self, path: Path, aim: dict[str, Any]) -> None:
        """One session goes from a copy of the store of the moment, with what kills left beside it."""
        shutil.copytree(self._model.path.parent, path.parent)
        before = journal.heads(open_store(path))
        name = self.random.choice(sorted(self._model.sessions))
        phase, acknowledged, status = self.nursery.run("purge", path, {"session_id": name}, aim)
        self._count("purge", phase, settle_purge(path, before, name, acknowledged), status)

    def _restore(self, path: Path, aim: dict[str, Any]) -> None:
        """A backup of the store of the moment comes back over the one that every campaign begins with."""
        assert self._template is not None
        shutil.copytree(self._template.path.parent, path.parent)
        source = path.parent / "source.duckdb"
        backup.backup(open_store(self._model.path), source)
        before, after = journal.heads(open_store(path)), journal.heads(open_store(source))
        phase, acknowledged, status = self.nursery.run("restore", path, {"source": str(source)}, aim)
        self._count("restore", phase, settle_restore(path, before, after, acknowledged), status)

    def _operate(self, model: Model, verb: str, aim: dict[str, Any]) -> None:
        if verb == "rollback" and not model.active:
            self._must(model, "accept", {"artifact_id": min(model.drafts)})
        if verb == "backup":
            self._backup(model, aim)
            return
        idle = sorted(set(model.drafts) - model.active)
        if verb == "accept" and not idle:
            verb = "rollback"
        if verb == "import":
            arguments = self._import(model)
        elif verb == "draft":
            arguments = self._draft(model)
        else:
            arguments = {
                "artifact_id": self.random.choice(idle if verb == "accept" else sorted(model.active))
            }
        self._record(model, verb, arguments, aim)

    def _import(self, model: Model) -> dict[str, Any]:
        """A transcript that is new, or one that grew."""
        grown = [name for name in model.natives if name != "first"]
        if grown and self.random.random() < 0.5:
            name = self.random.choice(grown)
            return {"native_id": name, "turns": model.sessions[model.natives[name]] // 4 + 3}
        return {"native_id": f"other-{self.random.randrange(10**9)}", "turns": 8}

    def _draft(self, model: Model) -> dict[str, Any]:
        session_id = model.natives["first"]
        first, last = self.random.choice(((0, 1), (2, 3)))
        objective = f"objective {self.random.randrange(10**9)}"
        return {"session_id": session_id, "turns": [first, last], "objective": objective}

    def _backup(self, model: Model, aim: dict[str, Any]) -> None:
        target = self.folder / "backups" / "copy.duckdb"
        shutil.rmtree(target.parent, ignore_errors=True)
        target.parent.mkdir()
        phase, acknowledged, status = self.nursery.run("backup", model.path, {"target": str(target)}, aim)
        model.settle("backup", {}, None)
        self._count("backup", phase, settle_backup(model.path, target, acknowledged), status)

    def _record(self, model: Model, verb: str, arguments: dict[str, Any], aim: dict[str, Any]) -> None:
        phase, acknowledged, status = self.nursery.run(verb, model.path, arguments, aim)
        self._count(verb, phase, model.settle(verb, arguments, acknowledged), status)

    def _count(self, verb: str, phase: str, found: str, status: int) -> None:
        if status == 0:
            self.missed += 1
        else:
            self.hits[verb, phase, found] += 1

    def _must(self, model: Model, verb: str, arguments: dict[str, Any]) -> None:
        _, acknowledged, status = self.nursery.run(verb, model.path, arguments, FAR)
        if status or model.settle(verb, arguments, acknowledged) != "whole":
            raise Broken(f"a store that survived a kill takes the next {verb}")

    def _fresh(self) -> Model:
        """A store with a session and drafts of it, made once and copied."""
        self._number = 0
        if self._template is None:
            model = Model(self.folder / "template" / "store.duckdb")
            model.path.parent.mkdir(parents=True)
            open_store(model.path)
            self._must(model, "import", {"native_id": "first", "turns": START_TURNS})
            for span in SPANS:
                arguments = {"session_id": model.natives["first"], "turns": span, "objective": ""}
                self._must(model, "draft", arguments)
            self._template = model
        place = self.folder / "store"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(self._template.path.parent, place)
        made = self._template
        return Model(
            place / made.path.name, dict(made.sessions), dict(made.natives), dict(made.drafts), {}, set()
        )


def made_bundles(
    folder: Path, template: Model
) -> list[tuple[Path, tuple[HistoryHead, ...], tuple[HistoryHead, ...]]]:
    """A bundle of a session that the template does not have, and one of its own that went on elsewhere."""
    folder.mkdir()
    before = journal.heads(open_store(template.path))
    made = []
    for name in ("new", "continued"):
        place = folder / name / "store.duckdb"
        if name == "new":
            place.parent.mkdir()
            theirs = open_store(place)
            session_id = keep(theirs, events_of(4), place.parent, head=header("elsewhere")).session_id
            drafts = [draft(theirs, session_id, 0, 1), draft(theirs, session_id, 2, 3)]
        else:
            shutil.copytree(template.path.parent, place.parent)
            theirs, session_id = open_store(place), template.natives["first"]
            drafts = sorted(template.drafts)
        for each in drafts[:2]:
            accept(theirs, each)
        rollback(theirs, drafts[0])
        bundle = folder / f"{name}.bundle"
        bundle_file.write(theirs, [session_id], bundle)
        shutil.copytree(template.path.parent, folder / f"{name}-taken")
        mine = open_store(folder / f"{name}-taken" / template.path.name)
        bundle_import.take(mine, bundle)
        made.append((bundle, before, journal.heads(mine)))
    return made


def report(campaign: Campaign) -> str:
    """Return a table of the phases hit."""
    lines = [f"{'operation':10} {'phase hit':24} {'kills':>6} {'whole':>6} {'absent':>7}"]
    by_phase: dict[tuple[str, str], Counter[str]] = {}
    for (verb, phase, found), count in campaign.hits.items():
        by_phase.setdefault((verb, phase), Counter())[found] += count
    order = [(verb, phase) for verb in campaign.only for phase in (*phases()[verb], "acknowledged")]
    for verb, phase in order:
        hit = by_phase.get((verb, phase), Counter())
        if hit or phase != "acknowledged":
            total, whole, absent = hit.total(), hit["whole"], hit["absent"]
            lines.append(f"{verb:10} {phase:24} {total:6} {whole:6} {absent:7}")
    lines.append(f"{campaign.kills} kills, {campaign.missed} operations that ended before the kill")
    return "\n".join(lines)


def unhit(campaign: Campaign) -> list[str]:
    """Phases that no kill hit."""
    hit = {(verb, phase) for verb, phase, _ in campaign.hits}
    every = [(verb, phase) for verb in campaign.only for phase in phases()[verb]]
    return [f"{verb}: {phase}" for verb, phase in every if (verb, phase) not in hit]


def main() -> int:
    """Read the command line, kill, print; 1 when a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=2_000)
    parser.add_argument("--minutes", type=float, default=600, help="stop then, however many there were")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", action="append", default=[], choices=tuple(phases()), metavar="OPERATION")
    parser.add_argument("--folder", type=Path, help="where the stores lie (default: in memory)")
    options = parser.parse_args()
    one_thread()
    with tempfile.TemporaryDirectory(dir=options.folder or quick_folder()) as place:
        campaign = Campaign(Path(place), options.seed, tuple(options.only))
        limit, reported, broken = time.monotonic() + options.minutes * 60, 0, 0
        try:
            while campaign.kills < options.kills and time.monotonic() < limit and broken < MOST_BROKEN:
                try:
                    campaign.one()
                except (Broken, StoreError) as error:
                    broken += 1
                    kept = Path(tempfile.mkdtemp(prefix="broken-store-"))
                    shutil.copytree(campaign.folder, kept, dirs_exist_ok=True)
                    print(f"BROKEN after {campaign.kills} kills, {campaign.last}: {error!r}", flush=True)
                    print(f"the stores are kept in {kept}", flush=True)
                    campaign.renew()
                if campaign.kills >= reported + 100:
                    reported = campaign.kills
                    print(f"{reported} kills", file=sys.stderr, flush=True)
        finally:
            campaign.close()
            print(report(campaign))
    missing = unhit(campaign)
    print(f"{len(repaired)} stores were damaged by a kill, and repaired by `restore --repair`")
    print("every phase was hit" if not missing else "not hit: " + "; ".join(missing))
    if broken:
        print(f"{broken} promises broken")
        return 1
    print("0 half moves, 0 acknowledged records lost, every chain whole, every snapshot in sequence")
    return 0


if __name__ == "__main__":
    sys.exit(main())
