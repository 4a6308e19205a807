"""The options that name a language model, and its progress on stderr."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from workbench.cli import stderr

if TYPE_CHECKING:
    from workbench.services.drafts.model_choice import ModelChoice


def add_model(parser: argparse.ArgumentParser) -> None:
    """Add `--model` and the options that belong to it."""
    parser.add_argument(
        "--model",
        metavar="M",
        help="extractive (default): offline, no language model; anthropic:MODEL or openai:MODEL over HTTP "
        "(keys in ANTHROPIC_API_KEY and OPENAI_API_KEY; ANTHROPIC_BASE_URL and OPENAI_BASE_URL for another "
        "service, a local one needs no key); or the name of a [model.NAME] in the configuration, whose own "
        "url is sent only the key that its `key` names",
    )
    parser.add_argument(
        "--record", metavar="FILE", help="write the model's answers to a new file, for --recorded"
    )
    parser.add_argument(
        "--recorded", metavar="FILE", help="take the answers from such a file; nothing is sent"
    )
    parser.add_argument(
        "--allow-unsourced",
        action="store_true",
        help="keep a model's items that quote nothing; gate B names them",
    )


def choice_of(args: argparse.Namespace) -> ModelChoice:
    """Return the chosen model of the options, with progress on stderr."""
    from pathlib import Path

    from workbench.services.drafts.model_choice import ModelChoice

    return ModelChoice(
        name=args.model,
        recorded=Path(args.recorded) if args.recorded is not None else None,
        record=Path(args.record) if args.record is not None else None,
        allow_unsourced=args.allow_unsourced,
        on_progress=stderr.note,
    )


@contextmanager
def progress_of(choice: ModelChoice) -> Iterator[ModelChoice]:
    """Yield the choice with a progress line, which is cleared at the end and for other messages."""
    from dataclasses import replace

    progress = stderr.ProgressLine()

    def show_progress(text: str) -> None:
        progress.clear()
        choice.on_progress(text)

    try:
        yield replace(choice, on_progress=show_progress, progress=progress.show)
    finally:
        progress.clear()
