"""Recall at 20 of the hybrid search and of its parts on the AMI meetings, by series of meetings. Not a test.

Run it with `python -m bench.bench_retrieval SHARED_DATA [QUERIES]`. A query is a sentence
of a meeting's summary; what must be found are the passages with the turns that people linked to it. Intervals
are of 2,000 draws of whole series, as queries of one series are alike; then come the least and the greatest
figure with one series left out. One number of the search is chosen on these meetings, what a rank by vectors
counts: the row `hybrid, left out` has it chosen for each series on all others.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from bench.usage import reported, typed
from store.ngrams import NGRAM_MODEL
from store.records import retrieval
from store.run_values import AskedTerm, PassageHit, QueryScope
from workbench.bootstrap import Env, make_env
from workbench.runs.language.terms import asked_stems, rarity, vector, weighed
from workbench.services.runs.agent_runs import start
from workbench.services.runs.run_ledger import StoreLedger
from workbench.services.runs.shown_run import RunRequest

AT = 20
NEARNESSES = (0.0, 0.25, 0.5, 1.0)
LEFT_OUT = "hybrid, left out"
DRAWS = 2_000
SERIES = 6
"""Characters of a meeting's name that name its series."""


@dataclass(frozen=True)
class Asked:
    """One query with the spans that answer it."""

    series: str
    text: str
    location: str
    spans: tuple[tuple[int, int], ...]


def written(source: Path, folder: Path) -> list[Asked]:
    """Each meeting as a text file, and the sentences of its summaries with the spans they rest on."""
    made = []
    for line in source.read_bytes().splitlines():
        meeting = orjson.loads(line)
        at, spans, lines = 0, [], []
        for turn in meeting["turns"]:
            stated = f"{turn['speaker']}: {turn['text']}\n\n"
            spans.append((at, at + len(stated) - 2))
            lines.append(stated)
            at += len(stated)
        name = f"{meeting['id']}.txt"
        (folder / name).write_text("".join(lines), encoding="utf-8", newline="\n")
        for item in meeting["items"]:
            linked = tuple(spans[place] for place in item["src"])
            if linked and asked_stems(item["text"]):
                made.append(Asked(meeting["id"][:SERIES], item["text"], name, linked))
    return made


class Ways:
    """The searches that are compared, over one run's sources."""

    def __init__(self, env: Env, run_id: str) -> None:
        self.store = env.open_store()
        self.scope = QueryScope(run_id)
        self.ledger = StoreLedger(self.store)
        self.locations = {row.artifact_id: row.location for row in self.ledger.processed(run_id)}

    def recalls(self, asked: Asked) -> dict[str, float]:
        """The recall of each way for one query, by what the table calls it."""
        words = self._search(weighed(asked.text, wide=False), None)
        wide = self._search(weighed(asked.text), None)
        near = self._search({}, self._vector(asked.text))
        chunks = {hit.chunk.number: hit for hits in (words, wide, near) for hit in hits}
        ways = {"BM25 alone": words, "BM25 with related words": wide, "character n-grams": near}
        stated = {name: self._recall(asked, hits[:AT]) for name, hits in ways.items()}
        scores = [{hit.chunk.number: 0.0 for hit in hits} for hits in (words, near)]
        for nearness in NEARNESSES:
            fused = retrieval.fuse(scores[0], scores[1], nearness)
            best = sorted(fused, key=lambda number: (-fused[number], number))[:AT]
            stated[f"hybrid {nearness}"] = self._recall(asked, [chunks[number] for number in best])
        return stated

    def _vector(self, query: str) -> list[float]:
        asked = asked_stems(query)
        total, counts = self.ledger.frequencies(self.scope, sorted(weighed(query)))
        rare = rarity(total, counts, asked)
        return vector({stem: rare.get(stem, 0.0) for stem in asked})

    def _search(self, terms: dict[str, AskedTerm], near: list[float] | None) -> Sequence[PassageHit]:
        return retrieval.search(self.store, self.scope, terms, near, NGRAM_MODEL, retrieval.DEPTH)

    def _recall(self, asked: Asked, hits: Sequence[PassageHit]) -> float:
        """Share of the linked turns that lie in a passage found."""
        own = [h.chunk for h in hits if self.locations[h.chunk.artifact_id] == asked.location]
        found = sum(any(c.span_start < end and start < c.span_end for c in own) for start, end in asked.spans)
        return found / len(asked.spans)


def interval(by_series: dict[str, list[float]]) -> tuple[float, float]:
    """95% of the means over draws of whole series."""
    chance, names = random.Random(1), sorted(by_series)
    means = []
    for _ in range(DRAWS):
        drawn = [value for name in chance.choices(names, k=len(names)) for value in by_series[name]]
        means.append(sum(drawn) / len(drawn))
    means.sort()
    return means[int(0.025 * DRAWS)], means[int(0.975 * DRAWS) - 1]


def left_out(by_series: dict[str, list[float]]) -> tuple[float, float]:
    """The least and the greatest mean with one series left out."""
    means = []
    for name in by_series:
        rest = [value for other, values in by_series.items() if other != name for value in values]
        means.append(sum(rest) / len(rest))
    return min(means), max(means)


def main(data: Path, count: int) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "meetings"
        folder.mkdir()
        every = written(data / "labelled" / "ami" / "data.jsonl", folder)
        chosen = random.Random(1).sample(every, min(count, len(every)))
        env = make_env(store=str(Path(name) / "store.duckdb"))
        began = time.monotonic()
        run = start(
            env, RunRequest("What is discussed in the meeting?", (str(folder),), settings={"steps": 1})
        )
        print(f"{len(list(folder.iterdir()))} meetings read in {time.monotonic() - began:.0f} s")
        print(
            f"{len(chosen)} of {len(every)} queries, {len({each.series for each in chosen})} series, at {AT}"
        )
        ways = Ways(env, run.record.run_id)
        stated: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for asked in chosen:
            for title, value in ways.recalls(asked).items():
                stated[title][asked.series].append(value)
        stated[LEFT_OUT] = chosen_elsewhere({name: stated[f"hybrid {name}"] for name in NEARNESSES})
        for title, values in stated.items():
            row(title, values)
        for title in (f"hybrid {retrieval.NEARNESS}", LEFT_OUT):
            apart = {
                name: [a - b for a, b in zip(values, stated["BM25 alone"][name], strict=True)]
                for name, values in stated[title].items()
            }
            row(f"{title} less BM25 alone", apart)


def chosen_elsewhere(stated: dict[float, dict[str, list[float]]]) -> dict[str, list[float]]:
    """The recalls of each series with the weight that is best on all other series."""

    def elsewhere(nearness: float, left: str) -> float:
        return sum(sum(values) for name, values in stated[nearness].items() if name != left)

    names = next(iter(stated.values()))
    return {name: stated[max(stated, key=lambda each: elsewhere(each, name))][name] for name in names}


def row(title: str, values: dict[str, list[float]]) -> None:
    """One line: mean, interval, least and greatest with a series left out."""
    flat = [each for some in values.values() for each in some]
    (low, high), (least, most) = interval(values), left_out(values)
    stated = f"{sum(flat) / len(flat):+.3f} [{low:+.3f}, {high:+.3f}]  left out {least:+.3f} to {most:+.3f}"
    print(f"{title:<38} {stated}", flush=True)


if __name__ == "__main__":
    words = typed("SHARED_DATA [QUERIES]")
    reported(lambda: main(Path(words[0]), int(words[1]) if len(words) > 1 else 400))
