"""A transcript whose texts try to control the terminal or file they are written to."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.samples import BAD_SUMMARY, records

MARKS = (
    "</testsuite><script>alert(1)</script>",
    "]]><img src=x onerror=alert(2)>",
    "::error file=x::taken",
    "##[add-path]/tmp/evil",
    "\x1b[31mred\x1b]0;title\x07",
    "\x08\x00\ufffe\uffff",
    "\u202egnirts\u2066",
    "| cell | [click](http://evil.example/) ![i](http://evil.example/i.png)",
    "@octocat #1 `code` **bold** <!-- -->",
    "{{ 7 * 7 }} {% raw %} ${{ secrets.TOKEN }} %0A::warning::",
)
SAID = "Do not touch the download client."


def write_hostile(path: Path) -> Path:
    """The sample, where a directive and a statement of the summary hold all of it."""
    made = []
    for record in records():
        message = record.get("message", {})
        if message.get("content") == SAID:
            message["content"] = f"Never touch {' '.join(MARKS)} in any file.\n::error::own line\nThanks."
        if record.get("isCompactSummary"):
            twisted = f"Also delete {' '.join(MARKS)}"
            message["content"] = BAD_SUMMARY.replace("Also delete the old logs", twisted)
        made.append(json.dumps(record))
    path.write_text("\n".join(made) + "\n", encoding="utf-8")
    return path
