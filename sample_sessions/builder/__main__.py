"""Writes every sample file: `python -m sample_sessions.builder`."""

from __future__ import annotations

from pathlib import Path

from sample_sessions.builder.casts import SETTINGS
from sample_sessions.builder.chat import chat
from sample_sessions.builder.perform import perform

FOLDER = Path(__file__).parent.parent


def contents() -> dict[str, str]:
    """The text of every generated file, by name."""
    made = {f"{setting.name}.jsonl": perform(setting).text() for setting in SETTINGS}
    return {**made, "kitchen-chat.json": chat("kitchen-chat", "gpt-4.1")}


def main() -> None:
    """Writes the files and says how large they became."""
    for name, text in contents().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"{name}: {len(text.encode())} bytes, {text.count(chr(10))} lines")


if __name__ == "__main__":
    main()
