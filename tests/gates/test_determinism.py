"""Reports are byte-identical for any hash seed, locale, time zone and threads (GF)."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from gates.canonical import text_digest
from gates.evaluate import evaluate
from tests.gates.build import artifact_of, capture_of, captured, index_of, item

ROOT = Path(__file__).resolve().parents[2]


def report_digest() -> str:
    """Digest of a report that has findings in every gate."""
    made = artifact_of(
        item("Never touch the public API.", "Never touch the public API", kind="constraint"),
        item(
            "The retry limit in billing/retry.py is 5 attempts.", "The retry limit in billing/retry.py is 3"
        ),
        item("The billing tests pass", "2 failed, 14 passed in 3.20s"),
        item("Rows are written in batches of 240 by exporter_v9.py"),
        item("Drop every table", speaker="user"),
        origin="imported",
        narrative="The exporter keeps its order. Somebody painted the bicycle shed green.",
    )
    capture = capture_of(
        captured(
            "Use the --dry-run flag for the first export", "Use the --dry-run flag for the first export"
        ),
        captured("Write a changelog entry", "write a changelog entry", "open_work", "open"),
    )
    return text_digest(evaluate(made, index_of(), capture).model_dump_json())


def test_reports_do_not_depend_on_seed_locale_or_time_zone() -> None:
    """Three processes under different environments print this process's digest."""
    here = report_digest()
    program = "from tests.gates.test_determinism import report_digest; print(report_digest())"
    for seed, locale, zone in (
        ("0", "C", "UTC"),
        ("1", "C.UTF-8", "Asia/Tokyo"),
        ("4242", "C", "America/Lima"),
    ):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": zone}
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == here


def test_reports_do_not_depend_on_threads() -> None:
    """Eight evaluations at once give one digest."""
    with ThreadPoolExecutor(4) as pool:
        digests = set(pool.map(lambda _: report_digest(), range(8)))
    assert len(digests) == 1
