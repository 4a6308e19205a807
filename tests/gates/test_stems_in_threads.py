"""Stems do not depend on the number of threads, although the stemmer has internal state."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

from snowballstemmer import stemmer

from gates.language import tokens

HEADS = ("relation", "generous", "vietnam", "hope", "operat", "conform")
TAILS = "al ally ization izational iveness fulness ousli ing edly ational ness".split()
WORDS = [head + tail for head in HEADS for tail in TAILS] * 40


def test_threads_do_not_disturb_each_other() -> None:
    """Each of eight threads that switch constantly gets the results of a single one."""
    alone = stemmer("english")
    expected = {word: alone.stemWord(word) for word in set(WORDS)}
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as threads:
            found = list(threads.map(tokens._snowball.__wrapped__, WORDS * 8))
    finally:
        sys.setswitchinterval(before)
    assert found == [expected[word] for word in WORDS * 8]
