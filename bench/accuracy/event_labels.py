"""Turn labels that quote a transcript's events into labels that only point into it.

    python -m bench.accuracy.event_labels QUOTED_LABELS --transcripts DIR ...
        --write bench/accuracy/labels/agents [--ends NAME=ORDINAL ...]

Readers give the exact words of an event (`{"ordinal", "quote"}`) and of the summary (`summary_quote`). What
is written holds positions in their place (`ordinal`, `quote_start`, `quote_len`; `summary_span`), so that no
word of a transcript enters the repository. A quote that its event does not hold is stated, and its label left
out. The first line of a file tells the project, by which sessions are left out together, and of a session
that was never compacted the last event that was read (`--ends`, else the last one).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.label_places import summaries_of_events
from bench.usage import present, reported
from workbench.services.transcript_files.transcripts import Transcript, read_transcript

KEPT = (
    "kind boundary item statement origin importance verdict summary_span error reason sampled evidence "
    "session"
).split()
"""Fields that are written; a reader's remarks (`why`) may quote the transcript."""


def found_in(quote: str, text: str) -> tuple[int, int] | None:
    """Return the start and length of a quote in a text; white space may differ."""
    start = text.find(quote)
    if start >= 0:
        return start, len(quote)
    loose = r"\s+".join(map(re.escape, quote.split()))
    match = re.search(loose, text) if loose else None
    return None if match is None else (match.start(), match.end() - match.start())


def pointed(label: dict[str, Any], transcript: Transcript, summary: str) -> dict[str, Any] | str:
    """The label with positions in place of quotes, or what is wrong with it."""
    evidence = []
    for given in label.get("evidence", ()):
        ordinal = given["ordinal"]
        text = transcript.events[ordinal].text if ordinal < len(transcript.events) else ""
        place = found_in(given["quote"], text)
        if place is None:
            return f"event {ordinal} does not hold its quote"
        evidence.append({"ordinal": ordinal, "quote_start": place[0], "quote_len": place[1]})
    made = {**label, "evidence": evidence}
    if label["kind"] == "claim":
        place = found_in(label["summary_quote"], summary)
        if place is None:
            return "the summary does not hold its quote"
        made["summary_span"] = list(place)
    elif not evidence:
        return "it points nowhere"
    return {name: made[name] for name in KEPT if name in made}


def project(path: Path) -> str:
    """The project of a transcript by its place: its agent's folder, or the name before its version."""
    folder = path.parent.name
    named = re.match(r"([a-z]+(?:-[a-z]+)*)-\d+\.\d+\.", path.stem)
    return folder if named is None else "cli" if named[1] == "cc" else named[1]


def about(path: Path, transcript: Transcript, ends: dict[str, int]) -> dict[str, Any]:
    """The first line of a file of labels."""
    made: dict[str, Any] = {"kind": "session", "session": path.stem, "project": project(path), "boundary": 0}
    if not transcript.compactions:
        made["end"] = ends.get(path.stem, len(transcript.events) - 1)
    return made


def converted(path: Path, transcript: Transcript) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """Each label of a file by its line."""
    summaries = summaries_of_events(transcript) or [""]
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            label = json.loads(line)
            yield number, pointed(label, transcript, summaries[label["boundary"]])


def main(argv: list[str]) -> int:
    """Convert every file of a folder whose transcript exists; exit 1 if a label was left out."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.accuracy.event_labels",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("labels", type=present)
    parser.add_argument("--transcripts", type=present, nargs="+", required=True)
    parser.add_argument("--write", type=present, required=True)
    parser.add_argument("--ends", nargs="*", default=[], metavar="NAME=ORDINAL")
    asked = parser.parse_args(argv)
    ends = {name: int(end) for name, _, end in (each.partition("=") for each in asked.ends)}
    left_out = 0
    for path in sorted(asked.labels.glob("*.jsonl")):
        place = next((t / path.name for t in asked.transcripts if (t / path.name).exists()), None)
        if place is None:
            continue
        transcript = read_transcript(place.as_posix())
        rows = [json.dumps(about(place, transcript, ends))]
        for number, made in converted(path, transcript):
            if isinstance(made, str):
                left_out += 1
                print(f"{path.name}:{number}: {made}")
            else:
                rows.append(json.dumps(made, ensure_ascii=False))
        (asked.write / path.name).write_text("\n".join(rows) + "\n", encoding="utf-8")
        print(f"{path.name}: {len(rows) - 1} labels")
    return int(left_out > 0)


if __name__ == "__main__":
    reported(lambda: main(sys.argv[1:]))
