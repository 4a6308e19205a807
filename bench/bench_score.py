"""CPU and memory of scoring a transcript, start-up excluded.

Run: python -m bench.bench_score TRANSCRIPT. The yardstick is one `orjson.loads` pass over the lines plus one
pass of a frozen tokeniser, in the same process. The tokeniser remembers the words that it has seen: its
second pass over a text is quicker than its first. Four yardsticks are printed: either pass, over the whole
file as it lies there, or over the words of the session's events alone, which is what is judged. The smallest
of them, which gives the largest ratio, is bound.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import orjson

from bench.frozen import text as frozen
from bench.usage import reported, typed
from workbench.bootstrap import Env
from workbench.services.scores.score import score
from workbench.services.scores.score_inputs import ScoreRequest
from workbench.services.transcript_files.transcripts import read_transcript

MOST = 25.0
MOST_MEGABYTES = 300


def main(path: str) -> int:
    """Score once cold; print the ratio and the peak memory; exit 1 when a bound is passed."""
    env = Env(store_location="unused")
    started = time.process_time()
    run = score(env, ScoreRequest(targets=(path,)))
    scoring = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    raw = Path(path).read_bytes()
    decoding = spent(partial(decode, raw))
    print(f"scored {len(run.scored)} compactions of {len(raw) / 1e6:.1f} MB in {scoring:.2f} s of CPU")
    ratios = []
    for what, text in (("events", words_of(path)), ("file", raw.decode("utf-8", "replace"))):
        frozen.classify.cache_clear()
        for when in ("first", "second"):
            tokenising = spent(partial(frozen.tokenise, text))
            ratios.append(scoring / (decoding + tokenising))
            print(
                f"{what}, {len(text) / 1e6:.1f} million characters, {when} pass: decoding {decoding:.3f} s, "
                f"tokenising {tokenising:.3f} s, ratio {ratios[-1]:.1f}"
            )
    print(f"ratio {max(ratios):.1f} (at most {MOST:.0f})   peak memory {peak} MB (at most {MOST_MEGABYTES})")
    return int(max(ratios) > MOST or peak > MOST_MEGABYTES)


def spent(act: Callable[[], object]) -> float:
    """CPU seconds of an act."""
    started = time.process_time()
    act()
    return time.process_time() - started


def decode(raw: bytes) -> None:
    """Decode each line that is JSON."""
    for line in raw.splitlines():
        try:
            orjson.loads(line)
        except orjson.JSONDecodeError:
            continue


def words_of(path: str) -> str:
    """The texts of a transcript's events, a line feed between two."""
    return "\n".join(event.text for event in read_transcript(path).events)


if __name__ == "__main__":
    reported(lambda: main(*typed("TRANSCRIPT")))
