"""Looking around in an argument parser: its commands, and the parser of the one that words name."""

from __future__ import annotations

import argparse
from collections.abc import Sequence


def chosen_parser(parser: argparse.ArgumentParser, words: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of the command that the words name, as deep as they go."""
    for word in words:
        parser = subcommands(parser).get(word, parser)
    return parser


def subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The commands of a parser by name; none where it has none."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}
