"""Records that exceed the first pass's memory limit are read again with the same result."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.importers.build import Log, text, usage
from workbench.importers.claude.decoded import DecodedRecords
from workbench.importers.claude.outline import scan
from workbench.importers.claude.reading import ClaudeReading


def _log() -> Log:
    log = Log()
    log.user("Build it")
    log.call("TaskCreate", {"subject": "one", "description": "x"}, "t1", usage=usage(900))
    task = {"id": "1", "subject": "one"}
    log.result("t1", "Task #1 created successfully: one", toolUseResult={"task": task})
    log.raw('{"type":"progress","uuid":"p1","parentUuid":"u3","data":{}}')
    log.raw('{"type":"user","uuid":"broken","message"')
    twice = log.lines[0].replace("Build", "Rebuild")
    log.raw(twice)
    log.raw('{"type":"queue-operation","operation":"enqueue","content":"and also this"}')
    log.raw(log.lines[2] + log.lines[3])
    log.call("Bash", {"command": "make"}, "t2")
    log.result("t2", "caf\u00e9 failed", error=True, toolUseResult="Error: caf\u00e9")
    log.compact(
        "1. Primary Request and Intent:\n   Build it.\n\n7. Pending Tasks:\n   - one\n", trigger="auto"
    )
    log.call("TaskUpdate", {"taskId": "1", "status": "completed"}, "t3", usage=usage(400))
    log.result("t3", "Updated task #1 status", toolUseResult={"success": True, "taskId": "1"})
    log.assistant(text("Done"))
    return log


@pytest.mark.parametrize("most", [0, 1, 2_000, 5_000, 8_000, 12_000])
def test_a_bound_on_what_is_kept_changes_nothing(tmp_path: Path, most: int) -> None:
    """Events, ignored records, skipped lines and compactions do not depend on the limit."""
    path = _log().write(tmp_path)
    found = []
    for bound in (most, 10**9):
        decoded = DecodedRecords(bound)
        reading = ClaudeReading(path, scan(path, decoded), decoded)
        events = list(reading.events())
        totals = reading.totals
        found.append((events, totals.noise, totals.skipped, totals.rewritten, totals.compactions))
        assert (decoded.rest is None) == (bound > most or most == 10**9)
    assert found[0] == found[1]
    assert len(found[0][0]) > 8
    assert found[0][1:4] != (0, [], 0)
