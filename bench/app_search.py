"""Search over all sessions beside one scan of the same rows by SQL alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import text

from bench.app_report import Report
from workbench.bootstrap import Env
from workbench.services.lookup.search import search, terms_of

QUERIES = ("poplar", "poplar index", "thyme_39", '"never rename"', "decision keeps")
MOST = 3.0


def searching(report: Report, store: Path, name: str) -> None:
    """The first results of each query, with everything that is shown of them, in scans for the same words."""
    env = Env(str(store), actor="bench")
    opened = env.open_store()
    with opened.reading() as session:
        for query in QUERIES:
            held = " OR ".join(f"contains(l, '{term}')" for term in terms_of(query))
            scan = text(f"SELECT count(*) FROM (SELECT lower(text) AS l FROM event) WHERE {held}")
            once = _best(lambda scan=scan: session.execute(scan).one())  # type: ignore[misc]
            took = _best(lambda query=query: search(env, query))  # type: ignore[misc]
            report.bound(f"search {query} in {name}, in scans", took / once, MOST, f"{took * 1000:.0f} ms")


def _best(work: Callable[[], object]) -> float:
    """Seconds of the quickest of five."""
    found = []
    for _ in range(5):
        begun = time.perf_counter()
        work()
        found.append(time.perf_counter() - begun)
    return min(found)
