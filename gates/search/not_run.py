"""Checks a statement that a script or test file was not run against the session's runs of that very file.

Only plain statements are judged that end with it (`check_rows.py (not yet executed)`): where, how or after
what it was not run is another matter. A run counts if it began after the last edit of the file and of the
session's source files, and got so far as to start the file.
"""

from __future__ import annotations

import re

from gates.language.file_names import base_name
from gates.search.absence import OPEN, source_edits
from gates.search.index import SourceIndex

_NOT_RUN = re.compile(
    r"(?P<file>[\w./+-]{0,200}\w\.(?:py|js|mjs|cjs|jsx?|tsx?|sh|rb|pl|php))[`'\"*]{0,3}"
    r"[\s(\[:,–—-]{1,4}(?:(?:script|file|test|suite|created|written|added|but|and|it|which|still) ){0,3}"
    r"(?:(?:was|were|is|are|has|have|been) ){0,2}(?:not|never|(?:is|was|has|have)n't)(?: yet| been){0,2}"
    r" (?:executed|run|ran|tested)(?: yet)?(?=[`'\"*]{0,3}\s*(?:[)\].;,!]|$))",
    re.IGNORECASE,
)
_RUNS = (
    r"(?:^|[;&|(\n]\s*)(?:\w+=\S{{0,80}} |sudo |time |timeout \S+ |uv run |poetry run |pdm run ){{0,3}}"
    r"(?:(?:\S{{0,120}}/)?(?:python[\d.]{{0,5}}|pytest|py\.test|node|deno|bun|tsx|ts-node|bash|sh|zsh|ruby|perl|php"
    r"|npx|jest|vitest|mocha|rspec)\s(?:[^\n;&|]{{0,300}}[\s/\"'])?|\.?/?(?:[^\s;&|]{{0,200}}/)?){name}"
    r"(?![\w.-])"
)
"""A command that starts a program on a file of a name, or the file itself."""
_NOT_STARTED = re.compile(
    r"command not found|No module named|can't open file|No such file|Cannot find module|Permission denied"
    r"|no tests ran|collected 0 items|errors? during collection|not recognized as",
    re.IGNORECASE,
)


def not_run_file(text: str) -> str | None:
    """Return the file that a statement reports as not run; None if it reports no such thing."""
    found = _NOT_RUN.search(text)
    return None if found is None or OPEN.search(text) else found["file"]


def runs_of(name: str, index: SourceIndex) -> list[int]:
    """Return the runs of a file in the range, after its last edit and the last edit of a source."""
    facts = index.facts
    edited = max((*facts.changed(name), *source_edits(index)), default=-1)
    tail = base_name(name)
    runs = re.compile(_RUNS.format(name=re.escape(tail)))
    return [
        run.ordinal
        for run in facts.runs
        if run.ordinal > edited
        and run.ordinal in index.source
        and runs.search(run.command[:4_000])
        and not _NOT_STARTED.search(index.events[run.ordinal].text[:20_000])
    ]
