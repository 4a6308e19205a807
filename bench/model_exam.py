"""Measure a model's captures and drafts: how much of what it quotes occurs, what is kept, and what it costs.

    python -m bench.model_exam TRANSCRIPT... --provider openai|anthropic --model NAME [--url URL]
        [--key VARIABLE] [--strategies intentional,memory] [--price IN,OUT] [--out FOLDER] [--offline]

Of every transcript the range of each compaction (without one, the whole session) is sent to the model once
for its capture (`workbench capture --checker judge`) and once for the draft of each strategy (`workbench
draft --model`), with its rounds of repair. Quotations are looked up by this program alone: white space may
differ, nothing else, and a secret that was masked occurs as its mask. The answers are kept in `--out`, so
that `--offline` prints the same figures again and sends nothing. `--price`: money for a million tokens of
input and of output.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.usage import present, reported
from workbench.masking import mask
from workbench.models.json_answers import object_in
from workbench.services.transcript_files.transcripts import read_transcript

OFFLINE = """import runpy, socket
def refused(*_args, **_more):
    raise ConnectionRefusedError("offline")
socket.create_connection = refused
runpy.run_module("workbench", run_name="__main__")
"""
"""A program that runs a command and lets it connect to nothing."""
COUNTS = ("input_tokens", "cache_read_tokens", "cache_creation_tokens", "output_tokens")


class Part(NamedTuple):
    """A range of a transcript."""

    transcript: Path
    session: str
    start: int
    end: int

    @property
    def name(self) -> str:
        """As it is shown, and as its files are called."""
        return f"{self.transcript.stem[:12]}-{self.start}-{self.end}"


class Quoted(NamedTuple):
    """What the quotations of some answers come to."""

    items: int
    quotes: int
    named: int
    """Quotations that occur in the event that they name."""
    elsewhere: int
    """Quotations that occur in another event."""


def main(argv: Sequence[str]) -> int:
    """Print the figures; exit 1 where the model gave no answer at all."""
    args = _arguments(argv)
    args.out.mkdir(parents=True, exist_ok=True)
    answered = False
    with tempfile.TemporaryDirectory() as made:
        config = Path(made) / "config.toml"
        config.write_text(_config(args), encoding="utf-8")
        there = {
            **os.environ,
            "WORKBENCH_CONFIG": str(config),
            "WORKBENCH_STORE": str(Path(made) / "s.duckdb"),
        }
        for transcript in args.transcripts:
            texts = _texts(transcript)
            for part in _parts(transcript, len(texts), there):
                print(_capture(part, texts, args, there), flush=True)
                for strategy in args.strategies.split(","):
                    row = _draft(part, texts, strategy, args, there)
                    answered = answered or row is not None
                    print(f"{part.name} {strategy}: {row or 'no answer'}", flush=True)
    return 0 if answered else 1


def _arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.model_exam")
    parser.add_argument("transcripts", type=present, nargs="+", metavar="TRANSCRIPT")
    parser.add_argument("--provider", choices=("anthropic", "openai"), required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--url", default="", help="a local or another service; without it the provider's own")
    parser.add_argument("--key", default="", help="the environment variable that holds the key")
    parser.add_argument("--strategies", default="intentional", help="strategies to draft with, with commas")
    parser.add_argument("--price", default="", help="money for a million tokens, as in 3,15")
    parser.add_argument("--out", type=Path, default=Path("model-exam"), help="where the answers are kept")
    parser.add_argument("--offline", action="store_true", help="send nothing; answers that are kept")
    return parser.parse_args(argv)


def _config(args: argparse.Namespace) -> str:
    stated = {name: getattr(args, name) for name in ("provider", "model", "url", "key")}
    lines = [f"{name} = {json.dumps(value)}" for name, value in stated.items() if value]
    made = ["[model.exam]", *lines, "[checker.judge]", *lines]
    if args.price:
        given, answered = (float(each) for each in args.price.split(","))
        named = json.dumps(f"{args.provider}:{args.model}")
        made += [f"[prices.{named}]", f"input = {given}", f"output = {answered}"]
    return "\n".join([*made, ""])


def _texts(transcript: Path) -> list[str]:
    """The texts of a transcript's events as a model is sent them, with white space folded."""
    read = read_transcript(str(transcript))
    return [_folded(mask(event.text)[0]) for event in read.events]


def _folded(text: str) -> str:
    return " ".join(text.split())


def _parts(transcript: Path, events: int, there: Mapping[str, str]) -> list[Part]:
    code, imported = _workbench(["import", str(transcript), "--json"], there)
    if imported is None:
        sys.exit(code)
    found = []
    for session in imported["sessions"]:
        named = session["session_id"]
        ranges = [(made["source_start"], made["source_end"]) for made in session["compactions"]]
        found += [Part(transcript, named, *each) for each in ranges or [(0, events - 1)]]
    return found


def _capture(part: Part, texts: Sequence[str], args: argparse.Namespace, there: Mapping[str, str]) -> str:
    kept = args.out / f"{part.name}-capture"
    asked = ["capture", part.session, "--range", f"{part.start}..{part.end}", "--checker", "judge", "--json"]
    _, made = _workbench(asked, {**there, "WORKBENCH_ANSWERS": str(kept)}, offline=args.offline)
    found = quoted(map(json.loads, _lines(kept)), texts)
    stated = made or {}
    proposed = [each for name in ("items", "proposed") for each in stated.get(name, ()) if each.get("by")]
    return f"{part.name} capture: {_stated(found)}, {len(proposed)} items kept"


def _lines(folder: Path) -> list[str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]


def _draft(
    part: Part, texts: Sequence[str], strategy: str, args: argparse.Namespace, there: Mapping[str, str]
) -> str | None:
    record = args.out / f"{part.name}-{strategy}.jsonl"
    asked = ["draft", part.session, "--range", f"{part.start}..{part.end}", "--strategy", strategy, "--json"]
    replays = args.offline or record.exists()
    asked += ["--recorded", str(record)] if replays else ["--model", "exam", "--record", str(record)]
    _, made = _workbench(asked, there)
    if made is None or "report" not in made:
        print((made or {}).get("message", "no draft"), file=sys.stderr)
        return None
    lines = map(json.loads, record.read_text(encoding="utf-8").splitlines())
    found = quoted((object_in(line.get("answer", ""), "items") for line in lines), texts)
    artifact = made["artifact"]
    if artifact is None:
        return f"{_stated(found)}, none usable: {made['fallback']['warning']}"
    gates = " ".join(f"{name}:{gate['status']}" for name, gate in sorted(made["report"]["gates"].items()))
    record_of = artifact["generation_record"]
    counts = "/".join("?" if record_of[name] is None else f"{record_of[name]:,}" for name in COUNTS)
    money = made["model"].get("money")
    cost = f", {money['amount']:.4f} {money['currency']}" if money else ""
    return (
        f"{_stated(found)}, {len(artifact['items'])} items kept, {gates}, "
        f"{made['model']['calls']} calls, tokens {counts}{cost}"
    )


def quoted(answers: Iterable[Mapping[str, Any]], texts: Sequence[str]) -> Quoted:
    """Count the quotations of answers that occur in the texts of a session's events.

    Args:
        answers: objects with a list `items`, each with `quotes` of an `event` and its words as `quote`.
        texts: of the events from ordinal 0, with white space folded.
    """
    items, found = 0, Counter[str]()
    for answer in answers:
        stated = answer.get("items")
        for item in stated if isinstance(stated, list) else ():
            items += 1
            for quote in (item.get("quotes") or ()) if isinstance(item, dict) else ():
                found[_place(quote, texts)] += 1
    return Quoted(items, found.total(), found["named"], found["elsewhere"])


def _place(quote: object, texts: Sequence[str]) -> str:
    stated = quote if isinstance(quote, dict) else {}
    words, event = stated.get("quote"), stated.get("event")
    if not isinstance(words, str) or not words.strip():
        return "none"
    wanted = _folded(words)
    if isinstance(event, int) and 0 <= event < len(texts) and wanted in texts[event]:
        return "named"
    return "elsewhere" if any(wanted in text for text in texts) else "none"


def _stated(found: Quoted) -> str:
    occur = found.named + found.elsewhere
    share = f" ({occur / found.quotes:.0%})" if found.quotes else ""
    other = f", {found.elsewhere} of them in another event" if found.elsewhere else ""
    return f"{found.items} items, {occur} of {found.quotes} quotes occur{share}{other}"


def _workbench(
    arguments: Sequence[str], there: Mapping[str, str], *, offline: bool = False
) -> tuple[int, dict[str, Any] | None]:
    """Exit code and JSON of a command, whose notices go to stderr."""
    started = ["-c", OFFLINE] if offline else ["-m", "workbench"]
    command = [sys.executable, *started, *arguments]
    done = subprocess.run(command, env=dict(there), stdout=subprocess.PIPE, text=True, check=False)
    try:
        return done.returncode, json.loads(done.stdout)
    except ValueError:
        return done.returncode, None


if __name__ == "__main__":
    reported(lambda: main(sys.argv[1:]))
