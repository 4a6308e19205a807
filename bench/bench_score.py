"""CPU and memory of scoring a transcript, start-up excluded.

Run: python -m bench.bench_score TRANSCRIPT. The yardstick is one `orjson.loads` pass over the
lines plus one pass of a frozen tokeniser over the text, in the same process.
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path

import orjson

from bench.frozen.text import tokenise
from workbench.bootstrap import Env
from workbench.services.scores.score import ScoreRequest, score

MOST = 60.0
MOST_MEGABYTES = 300


def main(path: str) -> int:
    """Score once cold; print the ratio and the peak memory; exit 1 when a bound is passed."""
    env = Env(store_location="unused")
    started = time.process_time()
    run = score(env, ScoreRequest(targets=(path,)))
    scoring = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    raw = Path(path).read_bytes()
    started = time.process_time()
    for line in raw.splitlines():
        try:
            orjson.loads(line)
        except orjson.JSONDecodeError:
            continue
    decoding = time.process_time() - started
    text = raw.decode("utf-8", "replace")
    started = time.process_time()
    tokenise(text)
    tokenising = time.process_time() - started
    ratio = scoring / (decoding + tokenising)
    print(f"scored {len(run.scored)} compactions of {len(raw) / 1e6:.1f} MB in {scoring:.2f} s of CPU")
    print(
        f"orjson pass {decoding:.3f} s, tokenising pass {tokenising:.3f} s (warm: words are classified once)"
    )
    print(f"ratio {ratio:.1f} (at most {MOST:.0f})   peak memory {peak} MB (at most {MOST_MEGABYTES})")
    return int(ratio > MOST or peak > MOST_MEGABYTES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
