"""Candidates for the word at the cursor, taken from the parser, so that they match what is parsed."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from workbench.cli.commands.format_names import REPORT_FORMATS, SCORE_FORMATS
from workbench.cli.subparsers import subcommands


class CompletionWord(NamedTuple):
    """A candidate for the word at the cursor, with a description."""

    word: str
    about: str = ""


@dataclass(frozen=True)
class CompletionNames:
    """Functions that look up names outside the parser; each is called only when needed."""

    sessions: Callable[[], Iterable[CompletionWord]] = field(default=tuple)
    artifacts: Callable[[], Iterable[CompletionWord]] = field(default=tuple)
    """Artifacts as `SESSION:d-3`."""
    artifact_ids: Callable[[], Iterable[CompletionWord]] = field(default=tuple)
    """Artifacts as `art_…`; offered once that much is typed."""
    pointers: Callable[[], Iterable[CompletionWord]] = field(default=tuple)
    plugins: Callable[[str], Iterable[str]] = field(default=lambda _group: ())
    """Names in a group of plug-ins."""
    schemas: Callable[[], Iterable[str]] = field(default=tuple)
    modes: Callable[[], Iterable[str]] = field(default=tuple)


@dataclass
class CompletionAnswer:
    """The candidates for the word at the cursor."""

    candidates: list[CompletionWord] = field(default_factory=list)
    files: bool = False
    """Whether a path is possible there too."""


_FILES = ("PATH", "FILE", "TARGET", "A", "B", "RESULTS", "FORMAT[=FILE]", "FOLDER")


def answer_to(
    parser: argparse.ArgumentParser, words: Sequence[str], names: CompletionNames
) -> CompletionAnswer:
    """Return the candidates for the last word, after the others; `words` excludes the program's name."""
    *before, current = words or [""]
    state = _State(parser)
    for word in before:
        state.take(word)
    found = CompletionAnswer()
    if state.awaited is not None:
        _values(found, state.awaited, current, names, state.command)
    elif current.startswith("-") and not state.ended:
        option, given, value = current.partition("=")
        action = state.parser._option_string_actions.get(option)
        if given and action is not None:
            _values(found, action, value, names, state.command)
            found.candidates = [
                CompletionWord(f"{option}={each.word}", each.about) for each in found.candidates
            ]
        else:
            found.candidates = list(_options(state))
    else:
        _positional(found, state, current, names)
    found.candidates = [each for each in found.candidates if each.word.startswith(current)]
    return found


class _State:
    """The parser's state after the words before the cursor."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self.parser = parser
        self.command = ""
        self.awaited: argparse.Action | None = None
        """The option whose value is at the cursor."""
        self.used: set[str] = set()
        self.taken = 0
        """Number of the command's positional arguments before the cursor."""
        self.ended = False
        """Whether a `--` precedes the cursor."""

    def take(self, word: str) -> None:
        if self.awaited is not None:
            self.awaited = None
        elif word == "--":
            self.ended = True
        elif word.startswith("-") and len(word) > 1 and not self.ended:
            option, given, _ = word.partition("=")
            action = self.parser._option_string_actions.get(option)
            if action is not None:
                self.used.update(action.option_strings)
                self.awaited = action if action.nargs != 0 and not given else None
        elif word in subcommands(self.parser):
            self.parser = subcommands(self.parser)[word]
            self.command, self.used = f"{self.command} {word}".strip(), set()
        else:
            self.taken += 1


def _options(state: _State) -> Iterator[CompletionWord]:
    for action in state.parser._actions:
        again = isinstance(action, argparse._AppendAction)
        if not action.option_strings or (not again and set(action.option_strings) & state.used):
            continue
        if action.help == argparse.SUPPRESS:
            continue
        word = next(
            (name for name in action.option_strings if name.startswith("--")), action.option_strings[0]
        )
        yield CompletionWord(word, action.help or "")


def _positional(found: CompletionAnswer, state: _State, current: str, names: CompletionNames) -> None:
    below = subcommands(state.parser)
    if below:
        described = {each.dest: each.help or "" for each in _pseudo_actions(state.parser)}
        found.candidates = [CompletionWord(name, described.get(name, "")) for name in below]
        return
    places = [each for each in state.parser._actions if not each.option_strings]
    many = bool(places) and places[-1].nargs in ("+", "*")
    if state.taken < len(places) or many:
        _values(found, places[min(state.taken, len(places) - 1)], current, names, state.command)


def _pseudo_actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action._choices_actions


def _values(
    found: CompletionAnswer, action: argparse.Action, current: str, names: CompletionNames, command: str
) -> None:
    """Add the values of an option or a positional argument."""
    if action.choices is not None:
        found.candidates = [CompletionWord(str(each)) for each in action.choices]
        return
    if action.dest == "actor":
        return
    metavar = str(action.metavar or action.dest).upper()
    found.files = any(part in _FILES for part in (metavar, *metavar.split("|")))
    found.candidates = [*_known(action, metavar, command, names), *_ids(metavar, current, names)]


def _known(
    action: argparse.Action, metavar: str, command: str, names: CompletionNames
) -> Iterator[CompletionWord]:
    """Yield names from short lists."""
    if action.dest == "strategy":
        yield from map(CompletionWord, names.plugins("strategies"))
    elif action.dest == "input_format":
        yield from map(CompletionWord, names.plugins("importers"))
    elif metavar == "FORMAT[=FILE]":
        yield from map(CompletionWord, REPORT_FORMATS if command == "report" else SCORE_FORMATS)
    elif metavar in ("GATES", "GATE"):
        yield from (CompletionWord(letter) for letter in "ABCDE")
    elif action.dest == "name" and command == "schema":
        yield from map(CompletionWord, names.schemas())
    elif action.dest == "mode":
        yield from map(CompletionWord, names.modes())
    elif action.dest == "size":
        yield from (CompletionWord("native"), CompletionWord("contract"), CompletionWord("20%"))
    elif action.dest == "engine":
        yield from (CompletionWord("local"), CompletionWord("dask"))


_SESSIONS = ("SESSION", "ID", "ARTIFACT|SESSION|RESULTS")
_ARTIFACTS = ("ARTIFACT", "ID", "A", "B", "TARGET", "ARTIFACT|SESSION|RESULTS")


def _ids(metavar: str, current: str, names: CompletionNames) -> Iterator[CompletionWord]:
    """Yield ids of the store; artifacts once their session is typed, or if nothing else is possible."""
    if metavar == "TARGET" and not current.startswith(("ses_", "art_")):
        return  # files first: a store is opened only for what looks like an id
    if metavar in _ARTIFACTS and current.startswith("art"):
        yield from names.artifact_ids()
        return
    if metavar in _SESSIONS:
        yield from names.sessions()
    if metavar in _ARTIFACTS and (metavar not in _SESSIONS or ":" in current):
        yield from names.artifacts()
    if metavar == "POINTER":
        yield from names.pointers()
