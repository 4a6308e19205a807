"""One store operation in a process of its own, to be killed in the middle of it.

`python -m bench.endurance.crash_worker FD` imports everything once, opens no store, and forks for every line
it reads: the database is only ever opened in the child, so that nothing of it is shared across the fork.
A line is JSON: `verb`, `store`, `arguments`, `aim {phase, nth, delay}`. Phases, `done RESULT` and
`exit STATUS` are written to the file descriptor.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from pathlib import Path
from typing import Any

import pyarrow

from bench.endurance.phases import Aim, Marker, arm, one_thread
from store.boundary import acceptance, next_snapshot
from store.engine import Store
from store.lifecycle import backup, bundle_file, bundle_import, migrate, purge
from store.lifecycle.open import open_store
from store.records import artifacts, snapshots
from store.verify import verify
from tests.store.build import NOW, accept, draft, events_of, header, keep, rollback

LOADED = (pyarrow, migrate, acceptance, artifacts, bundle_import, snapshots, next_snapshot, verify)
"""What an operation imports when it is first used: loaded once, for every child."""


def perform(verb: str, store_path: Path, arguments: dict[str, Any]) -> Any:
    """Do one operation; what it gives back is its acknowledgement."""
    if verb in ("create", "migrate"):
        open_store(store_path)
        return None
    if verb == "restore":
        return str(backup.restore(store_path, Path(arguments["source"]), replace=True).replaced)
    store = Store(store_path, wait_seconds=5)
    if verb in ("backup", "export", "take", "purge"):
        return _whole_files(verb, store, arguments)
    if verb == "import":
        events = events_of(arguments["turns"], tag=arguments["native_id"])
        content = b"".join(b"%d\n" % number for number in range(arguments["turns"]))
        kept = keep(store, events, store_path.parent, head=header(arguments["native_id"]), content=content)
        return [kept.session_id, kept.events]
    if verb == "draft":
        return draft(store, arguments["session_id"], *arguments["turns"], objective=arguments["objective"])
    move = accept if verb == "accept" else rollback
    done = move(store, arguments["artifact_id"]).pointer
    return [done.pointer_id, done.hash]


def _whole_files(verb: str, store: Store, arguments: dict[str, Any]) -> Any:
    if verb == "backup":
        return str(backup.backup(store, Path(arguments["target"])).path)
    if verb == "export":
        return str(bundle_file.write(store, arguments["sessions"], Path(arguments["target"])).path)
    if verb == "take":
        return [taken.session_id for taken in bundle_import.take(store, Path(arguments["bundle"]))]
    return purge.purge(store, arguments["session_id"], actor="ann", reason="r", now=NOW).head.hash


def _child(order: dict[str, Any], stream: int) -> int:
    marker = Marker(stream, Aim(**order["aim"]))
    arm(order["verb"], marker)
    try:
        marker.mark("begin")
        result = perform(order["verb"], Path(order["store"]), order["arguments"])
    except BaseException:
        os.write(stream, ("failed " + json.dumps(traceback.format_exc()) + "\n").encode())
        return 1
    os.write(stream, ("done " + json.dumps(result) + "\n").encode())
    return 0


def main() -> None:
    """Fork for every line of stdin."""
    stream = int(sys.argv[1])
    sys.setswitchinterval(0.0002)
    one_thread()
    os.write(stream, b"ready\n")
    for line in sys.stdin:
        child = os.fork()
        if not child:
            os._exit(_child(json.loads(line), stream))
        _, status = os.waitpid(child, 0)
        os.write(stream, f"exit {os.waitstatus_to_exitcode(status)}\n".encode())


if __name__ == "__main__":
    main()
