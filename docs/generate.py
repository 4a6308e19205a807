"""Writes the generated parts of the documentation: keys, command line, glossary, the rules of each gate.

`python docs/generate.py` writes them, `--check` exits 1 when one is out of date.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent))
GATES = {"A": "structure", "B": "traceability", "C": "retention", "D": "contradiction", "E": "cost"}
BLOCKS = {"always": "hard", "sometimes": "hard or warning", "never": "warning"}


def put(text: str, mark: str, body: str) -> str:
    """The text with what stands between `<!-- mark -->` and `<!-- /mark -->` replaced."""
    start, end = f"<!-- {mark} -->", f"<!-- /{mark} -->"
    before, found, rest = text.partition(start)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise SystemExit(f"no {start} … {end}")
    return f"{before}{start}\n{body.strip()}\n{end}{after}"


def keys() -> str:
    """The key map as a table."""
    from workbench.tui.keyboard.keymap import key_table

    return key_table()


def glossary() -> str:
    """Every word but the rules, which have pages of their own."""
    from workbench.presentation.glossary.whole import as_markdown, glossary

    return as_markdown(glossary()[:-1])


def rules(gate: str) -> str:
    """A table of the rules of one gate."""
    from workbench.presentation.rules.all_rules import RULES

    lines = ["| rule | severity | looks for | example | what to do |", "| --- | --- | --- | --- | --- |"]
    lines += [
        f"| `{each.name}` | {BLOCKS[each.blocks]} | {each.looks_for} | {each.example} | {each.remedy} |"
        for each in RULES
        if each.gate == gate
    ]
    return "\n".join(lines)


def command_line() -> str:
    """Every command with its help, as the parser prints it at 100 columns."""
    from workbench.cli.parser import build_parser

    os.environ["COLUMNS"] = "100"
    parser = build_parser()
    parts = [f"```text\n{parser.format_help().strip()}\n```"]
    for path, command in _commands(parser):
        parts.append(f"## {path}\n\n```text\n{command.format_help().strip()}\n```")
    return "\n\n".join(parts)


def _commands(parser: argparse.ArgumentParser, path: str = "") -> list[tuple[str, argparse.ArgumentParser]]:
    found: list[tuple[str, argparse.ArgumentParser]] = []
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                here = f"{path} {name}".strip()
                found += [(here, command), *_commands(command, here)]
    return found


def pages() -> dict[Path, str]:
    """The pages as they should be, by file."""
    made = {
        DOCS / "app.md": put((DOCS / "app.md").read_text(encoding="utf-8"), "keys", keys()),
        DOCS / "cli.md": put((DOCS / "cli.md").read_text(encoding="utf-8"), "commands", command_line()),
        DOCS / "glossary.md": put((DOCS / "glossary.md").read_text(encoding="utf-8"), "words", glossary()),
    }
    for gate, name in GATES.items():
        page = DOCS / "gates" / f"{name}.md"
        made[page] = put(page.read_text(encoding="utf-8"), "rules", rules(gate))
    return made


def main(given: list[str]) -> int:
    """Write the pages, or tell which are out of date."""
    stale = [page for page, text in pages().items() if page.read_text(encoding="utf-8") != text]
    if "--check" in given:
        for page in stale:
            print(f"{page.relative_to(DOCS.parent)} is out of date: run `python docs/generate.py`")
        return int(bool(stale))
    for page, text in pages().items():
        page.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
