"""An agent run of many steps over the sample corpus: CPU a step, store against what it saw. Not a test.

Run it with `python -m bench.bench_agent_run [STEPS]`. Each step searches for other words of the corpus, as
rules alone would end after a few. What a run saw: the text of its sources once, and the prompt of every step.
"""

from __future__ import annotations

import random
import re
import statistics
import tempfile
import time
from pathlib import Path

import orjson

from bench.usage import reported, typed
from workbench.bootstrap import make_env
from workbench.runs.agent import StepView
from workbench.runs.planning.offline_agent import RuleAgent
from workbench.runs.records.state import RunState
from workbench.services.runs.agent_runs import begin, machine_of
from workbench.services.runs.run_ledger import StoreLedger
from workbench.services.runs.shown_run import RunRequest
from workbench.services.runs.step_contexts import manifest
from workbench.services.stores.sample_corpus import demo_folder


class Searcher(RuleAgent):
    """Searches for ever, from a fixed seed."""

    def __init__(self, words: list[str]) -> None:
        super().__init__()
        self._words, self._random = words, random.Random(1)

    def plan(self, view: StepView, problem: str = "") -> str:
        """One more search, while the supervisor lets it."""
        if "SEARCH" not in view.allowed:
            return super().plan(view, problem)
        query = " ".join(self._random.sample(self._words, 3))
        call = {"name": "search", "arguments": {"query": query}}
        stated = {
            "action_type": "SEARCH",
            "rationale": "to go on",
            "tool_calls": [call],
            "stop_condition": "never",
        }
        return orjson.dumps(stated).decode()


class _Clock:
    """CPU seconds of each step; prints mean and median of so many at a time."""

    def __init__(self, quarter: int) -> None:
        self._quarter, self._step, self._began = quarter, 0, time.process_time()
        self._spent: list[float] = []

    def tick(self, state: RunState) -> None:
        """A phase is done."""
        if state.step == self._step:
            return
        now = time.process_time()
        if self._step:
            self._spent.append(now - self._began)
        self._step, self._began = state.step, now
        if len(self._spent) == self._quarter:
            mean, middle = statistics.mean(self._spent), statistics.median(self._spent)
            first = self._step - self._quarter
            print(
                f"steps {first:>4} to {self._step - 1:>4}  mean {mean:.3f}  median {middle:.3f} s CPU",
                flush=True,
            )
            self._spent = []


def main(steps: int) -> None:
    """Print a line for every quarter, then the sizes."""
    folder = demo_folder()
    texts = [path.read_text() for path in folder.rglob("*") if path.suffix in (".md", ".txt", ".html")]
    words = sorted(set(re.findall(r"[a-z]{6,}", " ".join(texts))))
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "run.duckdb"
        env = make_env(store=str(path))
        limits = {"steps": steps, "tokens": 10**9, "seconds": 10**6}
        asked = RunRequest("What does the company do about the weather?", (str(folder),), settings=limits)
        run_id = begin(env, asked).record.run_id
        ledger = StoreLedger(env.open_store())
        machine = machine_of(env, ledger, run_id, Searcher(words))
        clock = _Clock(max(1, steps // 4))
        machine.run(clock.tick)
        prompts = sum(len(manifest(env, each.manifest_id).prompt) for each in ledger.manifests(run_id))
        sources = sum(len(text) for text in texts)
        size = path.stat().st_size
        print(f"{machine.state.status} after {machine.state.step} steps {machine.state.reason}")
        print(f"sources {sources:,} characters, prompts {prompts:,}")
        print(f"store {size:,} bytes: {size / (sources + prompts):.1f} times what it saw")


if __name__ == "__main__":
    reported(lambda: main(*map(int, typed("[STEPS]") or ["200"])))
