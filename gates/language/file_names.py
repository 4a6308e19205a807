"""How the name of a file looks in prose and in what tools print, with its folders and its ending."""

from __future__ import annotations

FILE = r"(?:[\w@.+~-]{1,80}/|/){0,14}[\w@+-][\w@.+-]{0,100}\.[A-Za-z]\w{0,4}"
"""A pattern to be put between what may stand beside it."""


def base_name(path: str) -> str:
    """The name of a file without its folders."""
    return path.rsplit("/", 1)[-1]
