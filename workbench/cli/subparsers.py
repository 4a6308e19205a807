"""Access to an argument parser's commands, and to the parser that words select."""

from __future__ import annotations

import argparse
from collections.abc import Sequence


def chosen_parser(parser: argparse.ArgumentParser, words: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser of the command that the words name, at the deepest level."""
    for word in words:
        parser = subcommands(parser).get(word, parser)
    return parser


def subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the commands of a parser by name; empty if it has none."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}
