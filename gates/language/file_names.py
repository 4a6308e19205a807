"""Patterns of file names in prose and in tool output, with folders and extension."""

from __future__ import annotations

import re

FILE = r"(?:[\w@.+~-]{1,80}/|/){0,14}[\w@+-][\w@.+-]{0,100}\.[A-Za-z]\w{0,4}"
"""A pattern to combine with what may surround the name."""

NAMED_FILE = re.compile(rf"(?<![\w*])({FILE})(?![\w/(*]|\.\w)")
"""A file that a statement names, as its only group."""


def base_name(path: str) -> str:
    """Return the name of a file without its folders."""
    return path.rsplit("/", 1)[-1]
