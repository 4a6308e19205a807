"""The hidden command `workbench __complete`, which answers a shell; if it fails, it prints nothing."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise

from workbench.cli.completion.candidates import CompletionAnswer, CompletionNames, CompletionWord, answer_to
from workbench.escaping import one_line
from workbench.presentation.cells import clip

LONGEST = 60
"""Columns of a candidate's description."""


def answer_lines(arguments: Sequence[str]) -> list[str]:
    """Return the answer to `SHELL -- WORD…`, or for bash to `bash WORDBREAKS LINE`."""
    from workbench.cli.parser import build_parser

    shell, *rest = arguments or [""]
    prefix = ""
    if shell == "bash":
        breaks, line = (*rest, "", "")[:2]
        words = words_of(line)[1:]
        prefix = before_break(words[-1] if words else "", breaks)
    else:
        words = list(rest[1:] if rest[:1] == ["--"] else rest)
    found = answer_to(build_parser(), words, names_for(words))
    return list(_lines(found, prefix))


def words_of(line: str) -> list[str]:
    """Split a command line up to the cursor into words, the last one at the cursor; close open quotes."""
    for closing in ("", "'", '"'):
        try:
            words = shlex.split(line + closing)
        except ValueError:
            continue
        return words if line[-1:].strip() or closing else [*words, ""]
    return line.split(" ")


def before_break(word: str, breaks: str) -> str:
    """Return the part of a word that bash separates: up to its last `:` or `=`, if these break words."""
    cut = max((word.rfind(sign) for sign in ":=" if sign in breaks), default=-1)
    return word[: cut + 1]


def _lines(found: CompletionAnswer, prefix: str) -> Iterator[str]:
    yield "files" if found.files else "words"
    for word, about in dict(found.candidates).items():
        yield f"{one_line(word).removeprefix(prefix)}\t{clip(one_line(about), LONGEST)}"


def names_for(words: Sequence[str]) -> CompletionNames:
    """Return the lookups of names, for the store that the words name."""
    return CompletionNames(
        sessions=partial(_store_names, words, "sessions"),
        artifacts=partial(_store_names, words, "artifacts"),
        artifact_ids=partial(_store_names, words, "artifact ids"),
        pointers=partial(_store_names, words, "pointers"),
        plugins=_plugins,
        schemas=_schemas,
        modes=_modes,
    )


def _store_names(words: Sequence[str], kind: str) -> Iterable[CompletionWord]:
    from workbench.services.start_up.store_names import store_names

    given = next((b for a, b in pairwise(words) if a == "--store"), None)
    joined = next((word.partition("=")[2] for word in words if word.startswith("--store=")), None)
    return [CompletionWord(*each) for each in store_names(given or joined, kind)]


def _plugins(group: str) -> Iterable[str]:
    from workbench.plugin_registry import names

    return names(group)


def _schemas() -> Iterable[str]:
    from workbench.services.schemas import names

    return names()


def _modes() -> Iterable[str]:
    from workbench.modes import MODES

    return tuple(MODES)
