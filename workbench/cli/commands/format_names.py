"""Names of the formats that `score` writes, and the parser of `--format NAME[=FILE]`.

Imports nothing heavy.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from workbench.errors import UsageError
from workbench.nearest import did_you_mean

SCORE_FORMATS = ("text", "json", "junit", "sarif", "markdown", "html", "github")
REPORT_FORMATS = ("markdown", "html")


class FormatChoice(NamedTuple):
    """One requested format."""

    name: str
    file: str | None = None
    """The file to write; None for stdout."""


def parse_format(text: str, formats: tuple[str, ...] = SCORE_FORMATS) -> FormatChoice:
    """Parse `NAME` or `NAME=FILE`.

    Raises:
        UsageError: the format does not exist, or the file has no name.
    """
    name, given, file = text.partition("=")
    if name not in formats:
        hint = f"{did_you_mean(name, formats)}there are {', '.join(formats)}"
        raise UsageError(f"there is no format {name!r}", hint)
    if given and not file:
        raise UsageError(f"{text!r} names no file", f"write --format {name}=FILE, or --format {name}")
    return FormatChoice(name, file or None)


def parse_report_format(text: str) -> FormatChoice:
    """Parse like `parse_format`, for a review.

    Raises:
        UsageError: the format does not exist, or the file has no name.
    """
    return parse_format(text, REPORT_FORMATS)


def spare_targets(places: Iterable[str | None], targets: Sequence[str]) -> None:
    """Refuse to write results over a file that is to be judged.

    Raises:
        UsageError: a file would be overwritten.
    """
    judged = {os.path.realpath(each) for each in targets}
    for place in places:
        if place is not None and os.path.realpath(place) in judged:
            raise UsageError(f"{place} is to be judged and cannot be written to", "name another file")


def _each_its_file(choices: list[FormatChoice]) -> None:
    """Refuse two formats with the same file.

    Raises:
        UsageError: two formats would go to one file.
    """
    files: dict[str, str] = {}
    for each in choices:
        if each.file is not None:
            place = os.path.realpath(each.file)
            other = files.setdefault(place, each.name)
            if other != each.name:
                stated = f"{other} and {each.name} cannot both go to {each.file}"
                raise UsageError(stated, f"name another file: --format {each.name}=FILE")


def on_stdout(choices: list[FormatChoice], *, as_json: bool) -> FormatChoice:
    """Return the format for stdout: the one without a file, else text.

    Raises:
        UsageError: two formats would go to stdout, or to one file.
    """
    _each_its_file(choices)
    printed = [each for each in choices if each.file is None]
    if as_json and printed != [FormatChoice("json")] * len(printed):
        named = printed[0].name
        raise UsageError(
            f"--json and --format {named} exclude each other",
            f"leave one out, or write --format {named}=FILE",
        )
    if len({each.name for each in printed}) > 1:
        named = printed[1].name
        raise UsageError(
            f"{printed[0].name} and {named} cannot both go to stdout", f"write --format {named}=FILE"
        )
    if as_json:
        return FormatChoice("json")
    return printed[0] if printed else FormatChoice("text")
