"""Rewording of errors for a client of the API: routes in place of commands, keys in place of options."""

from __future__ import annotations

import re

_RUN = r"([\w{}]+)"
_ADVICE: tuple[tuple[str, str], ...] = (
    (rf"`?workbench run answer {_RUN} \"\.\.\.\"`?", r'POST /runs/\1/answer with {"text": "..."}'),
    (rf"`workbench run status {_RUN} --out DIR` writes (?:its outputs|it)", r"GET /runs/\1/output gives it"),
    (rf"`workbench run (resume|cancel) {_RUN}`", r"POST /runs/\2/\1"),
    (r"`workbench run (resume|cancel)`", r"POST /runs/{id}/\1"),
    (rf"`workbench run status {_RUN}`", r"GET /runs/\1"),
    (r"`workbench run list`", "GET /runs"),
    (r"`workbench run start`", "POST /runs"),
    (r"as in --source docs/", 'as in "sources": ["docs/"]'),
    (r"as in --objective (\"[^\"]*\")", r'as in "objective": \1'),
    (r"--source\b", "`sources`"),
    (r"--(done|reason|steps|ask)\b", r"`\1`"),
)
_OTHER = re.compile(r"\bworkbench [a-z]|(?<![\w-])--[a-z]|\bWORKBENCH_")
"""Matches advice that only someone at the serving machine can follow."""


def as_routes(text: str) -> str:
    """Reword a message or hint for a client of the API."""
    for advice, route in _ADVICE:
        text = re.sub(advice, route, text)
    text = text.replace("GET /runs/RUN", "GET /runs/{id}")
    return f"where this is served: {text}" if _OTHER.search(text) else text
