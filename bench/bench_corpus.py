"""A run over very many documents: reading them, finding passages, memory. Not a test.

Run it with `python -m bench.bench_corpus [DOCUMENTS] [FOLDER]`; without a folder one is made and removed. The
libraries alone read each file, hash it and take its text out (pypdf, `html.parser`, decoding), with nothing
cut, indexed or kept; that needs the extra `documents`. Times are CPU seconds of this process; each cold query
is the first one of a process of its own.
"""

from __future__ import annotations

import hashlib
import io
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from bench.made_corpus import write
from bench.usage import reported, typed
from store.ngrams import NGRAM_MODEL
from store.records import retrieval
from store.run_values import QueryScope
from workbench.bootstrap import make_env
from workbench.checkers.extras import library
from workbench.runs.language.terms import asked_stems, vector, weighed
from workbench.runs.planning.offline_agent import RuleAgent
from workbench.services.runs.agent_runs import begin, machine_of
from workbench.services.runs.run_ledger import StoreLedger
from workbench.services.runs.shown_run import RunRequest

QUERIES = 12
COLD = 3
Answer = Callable[[], object]


class _Words(HTMLParser):
    """The character data of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)


def _pypdf() -> Any:
    return library("documents", "pypdf", "the comparison with the libraries alone")


def alone(folder: Path) -> dict[str, tuple[int, float]]:
    """Files and CPU seconds of reading, hashing and extracting each kind with the libraries alone."""
    pypdf = _pypdf()
    spent: dict[str, tuple[int, float]] = defaultdict(lambda: (0, 0.0))
    for path in sorted(folder.rglob("*.*")):
        began = time.process_time()
        content = path.read_bytes()
        hashlib.sha256(content).hexdigest()
        if path.suffix == ".pdf":
            for page in pypdf.PdfReader(io.BytesIO(content)).pages:
                page.extract_text()
        elif path.suffix == ".html":
            page_words = _Words()
            page_words.feed(content.decode())
            page_words.close()
        else:
            content.decode()
        count, before = spent[path.suffix]
        spent[path.suffix] = count + 1, before + time.process_time() - began
    return dict(spent)


def resident() -> int:
    """Bytes of memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096


def read_all(store: Path, folder: Path) -> tuple[str, float]:
    """Read every source into a store; the run and the CPU seconds."""
    env = make_env(store=str(store))
    limits = {"steps": 1, "seconds": 1e6}
    run = begin(
        env, RunRequest("What is said of the harbour?", (str(folder),), settings=limits)
    ).record.run_id
    machine = machine_of(env, StoreLedger(env.open_store()), run, RuleAgent())
    files = sum(1 for _ in folder.rglob("*.*"))
    began, batch = time.process_time(), 0
    while machine.state.phase == "SOURCES":
        machine.advance()
        batch += 1
        if batch % max(1, files // 640) == 0:
            print(f"    after {batch:>6} batches {resident() / 1e6:>6.0f} MB", flush=True)
    return run, time.process_time() - began


def queries(words: list[str]) -> list[str]:
    """Questions of three words, from common to rare."""
    return [" ".join(words[(place * 97 + at * 1009) % 20_000] for at in range(3)) for place in range(QUERIES)]


def ask(store: Path, run: str, asked: str, hybrid: bool) -> tuple[float, float, int]:
    """CPU and wall seconds of one query, and how many passages it found."""
    opened = make_env(store=str(store)).open_store()
    near = vector(dict.fromkeys(asked_stems(asked), 1.0)) if hybrid else None
    return timed(
        lambda: retrieval.search(opened, QueryScope(run), weighed(asked, wide=False), near, NGRAM_MODEL, 24)
    )


def timed(act: Callable[[], tuple[object, ...]]) -> tuple[float, float, int]:
    """CPU seconds, wall seconds, and the length of what came back."""
    wall, began = time.perf_counter(), time.process_time()
    found = act()
    return time.process_time() - began, time.perf_counter() - wall, len(found)


def cold(store: Path, run: str, asked: str, hybrid: bool) -> tuple[float, float]:
    """The same in a process of its own."""
    called = [sys.executable, "-m", "bench.bench_corpus", "ask", str(store), run, asked, str(int(hybrid))]
    spent, wall = subprocess.run(called, check=True, capture_output=True, text=True).stdout.split()
    return float(spent), float(wall)


def report_queries(store: Path, run: str, asked: list[str]) -> None:
    """BM25 alone beside hybrid, warm and cold apart."""
    opened = make_env(store=str(store)).open_store()
    stated: dict[str, list[tuple[float, float, int]]] = {"BM25": [], "hybrid": []}
    for place, each in enumerate(asked):
        terms = weighed(each, wide=False)
        near = vector(dict.fromkeys(asked_stems(each), 1.0))
        for name, given in (("BM25", None), ("hybrid", near)):
            made = timed(
                lambda given=given, terms=terms: retrieval.search(
                    opened, QueryScope(run), terms, given, NGRAM_MODEL, 24
                )  # type: ignore[misc]
            )
            if place > 1:
                stated[name].append(made)
    _row("warm", stated)
    first = {
        name: [(*cold(store, run, each, name == "hybrid"), 0) for each in asked[:COLD]] for name in stated
    }
    _row("cold", first)


def _row(title: str, stated: dict[str, list[tuple[float, float, int]]]) -> None:
    cpu, wall = (
        {name: statistics.median(each[at] for each in some) for name, some in stated.items()} for at in (0, 1)
    )
    for name in stated:
        print(f"  {title} {name}: {cpu[name]:.3f} s CPU, {wall[name]:.3f} s wall")
    times = f"{cpu['hybrid'] / cpu['BM25']:.1f} times by CPU, {wall['hybrid'] / wall['BM25']:.1f} by wall"
    print(f"  {title} hybrid over BM25: {times}", flush=True)


def measure(documents: int, place: Path) -> None:
    """Print what reading, finding and keeping so many documents costs."""
    folder, store = place / "documents", place / "run.duckdb"
    prose = write(folder, documents)
    size = sum(path.stat().st_size for path in folder.rglob("*.*"))
    print(f"{documents:,} documents, {size / 1e6:.0f} MB", flush=True)
    bare = alone(folder)
    for kind, (count, spent) in sorted(bare.items()):
        print(f"  {count:>6,} {kind:<5} {spent:>7.1f} s with the libraries alone", flush=True)
    whole = sum(spent for _, spent in bare.values())
    run, spent = read_all(store, folder)
    opened = make_env(store=str(store)).open_store()
    chunks, _ = retrieval.frequencies(opened, QueryScope(run), [])
    print(f"  {chunks:,} passages read in {spent:.1f} s: {spent / max(1, chunks) * 1e3:.2f} ms a passage")
    print(f"  {whole:.1f} s with the libraries alone: {whole / spent:.2f} of their speed")
    print(f"  store {store.stat().st_size / 1e6:.0f} MB")
    report_queries(store, run, queries(prose.words))


def main(arguments: list[str]) -> None:
    """Measure, or answer one cold query."""
    if arguments[:1] == ["ask"]:
        store, run, asked, hybrid = arguments[1:]
        spent, wall, _ = ask(Path(store), run, asked, hybrid == "1")
        print(spent, wall)
        return
    _pypdf()  # before thousands of documents are made
    documents = int(arguments[0]) if arguments else 10_000
    if len(arguments) > 1:
        measure(documents, Path(arguments[1]))
        return
    with tempfile.TemporaryDirectory() as name:
        measure(documents, Path(name))


if __name__ == "__main__":
    reported(lambda: main(sys.argv[1:] if sys.argv[1:2] == ["ask"] else typed("[DOCUMENTS] [KEPT_IN]")))
