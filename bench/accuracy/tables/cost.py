"""CPU, memory and incremental re-judging, on the largest shared transcript with a readable compaction."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterable
from pathlib import Path

from bench.accuracy.frame import Figure, plain
from bench.accuracy.real import Judged, compactions
from gates.artifact import Artifact
from gates.evaluate import Evaluator
from gates.language.similarity import statement
from gates.language.tokens import classify, tokenise
from gates.search.index import SourceIndex

TITLE = "cost: CPU against one tokenising pass over the same text, memory, one edited claim against all"


def figures(data: Path) -> Iterable[Figure]:
    """Ratios of one run; CPU time of this process, start-up and import of the transcript excluded."""
    judged = max(compactions(data), key=lambda each: sum(len(e.text) for e in each.judge.index.events))
    items = len(judged.artifact.items)
    fresh = _cold(judged)
    started = time.process_time()
    fresh.judge.evaluate(fresh.judge.linked(judged.artifact))
    full = time.process_time() - started
    text = "\n".join(event.text for event in judged.judge.index.events)
    classify.cache_clear()
    started = time.process_time()
    tokenise(text)
    once = time.process_time() - started
    edited = _edited(judged)
    started = time.process_time()
    fresh.judge.evaluate(edited)
    again = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    ratio = full * 1000 / items / once
    yield plain("cost passes per 1,000 claims", ratio, items, must=150, better="lower", tolerance=30)
    yield plain("cost peak memory, MB", peak, 1, must=300, better="lower", tolerance=60)
    yield plain(
        "cost one edited claim of the full cost", again / full, 1, must=0.02, better="lower", tolerance=0.02
    )


def _cold(judged: Judged) -> Judged:
    """The same compaction with nothing prepared."""
    statement.cache_clear()
    classify.cache_clear()
    old = judged.judge.index
    index = SourceIndex.build(old.source, old.events, scope_complete=old.scope_complete)
    return Judged(judged.file, judged.artifact, Evaluator(index, judged.judge.capture))


def _edited(judged: Judged) -> Artifact:
    items = list(judged.artifact.items)
    place = next(number for number, item in enumerate(items) if item.links)
    items[place] = items[place].model_copy(update={"text": items[place].text + " It was edited."})
    return judged.artifact.with_items(tuple(items))
