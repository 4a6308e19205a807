"""The arguments of a bench that takes only a few words, and its usage line where they do not fit."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from gates.errors import ReportedError

_WORD = re.compile(r"\[?[A-Z_]+\]?")
_PLACE = re.compile(r"FOLDER|TRANSCRIPT|DATA|STORE")
_COUNT = re.compile(r"STEPS|DOCUMENTS|QUERIES|TOKENS")


def typed(form: str) -> list[str]:
    """Return the arguments if they fit a form such as `FOLDER [QUERIES]`; else exit with the usage line.

    Arguments for a file or folder must exist, and those for a count must be whole numbers from 1.
    """
    words = sys.argv[1:]
    wrong = _wrong(form, words)
    if wrong is None:
        return words
    spec = sys.modules["__main__"].__spec__
    print(f"usage: python -m {spec.name if spec else sys.argv[0]} {form}".rstrip(), file=sys.stderr)
    if wrong:
        print(wrong, file=sys.stderr)
    sys.exit(0 if words and words[0] in ("-h", "--help") else 2)


def present(typed: str) -> Path:
    """Return the path of an argument for `argparse`, which must name an existing file or folder."""
    if not Path(typed).exists():
        raise argparse.ArgumentTypeError(f"{typed} is not there")
    return Path(typed)


def reported(main: Callable[[], int | None]) -> NoReturn:
    """Exit with what `main` returns; exit 2 after one line for an error that names what to do or a file."""
    try:
        sys.exit(main() or 0)
    except OSError as error:
        if error.filename is None:
            raise
        print(f"cannot use {error.filename}: {str(error.strerror).lower()}", file=sys.stderr)
        sys.exit(2)
    except ReportedError as error:
        print(error.message, *([f"  {error.hint}"] if error.hint else ()), sep="\n", file=sys.stderr)
        sys.exit(2)


def _wrong(form: str, given: list[str]) -> str | None:
    """Return what is wrong with the arguments: empty if only help was requested, None if nothing is."""
    words = _WORD.findall(form)
    if given and given[0] in ("-h", "--help"):
        return ""
    if len(given) < sum(not word.startswith("[") for word in words):
        return f"{words[len(given)]} is missing"
    if len(given) > len(words):
        return f"{given[len(words)]!r} is one too many"
    for word, each in zip(words, given, strict=False):
        if _PLACE.search(word) and not Path(each).exists():
            return f"{each} is not there"
        if _COUNT.search(word) and not (each.isdecimal() and int(each)):
            return f"{each!r} is not a whole number from 1"
    return None
