"""Paths in reports: relative to the root of the checkout, so that a CI finds the file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from urllib.parse import quote

from workbench.services.scores.score_targets import is_remote
from workbench.services.transcript_files.transcripts import file_and_part

_ROOTS = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR", "WORKSPACE")
"""Variables with the checkout's folder on GitHub, GitLab and Jenkins."""


@dataclass(frozen=True)
class Places:
    """The folder a command ran in and the root of its checkout; can be sent to worker processes."""

    folder: str
    root: str

    @classmethod
    def here(cls, environment: Mapping[str, str] = os.environ) -> Places:
        """Return the places of this process: the root from the CI's variables, else the current folder."""
        folder = Path.cwd()
        for name in _ROOTS:
            given = environment.get(name)
            if given and folder.is_relative_to(given):
                return cls(folder.as_posix(), PurePath(given).as_posix())
        return cls(folder.as_posix(), folder.as_posix())

    def path(self, target: str) -> str:
        """Return a target as a path under the root, with slashes; outside the root, its absolute path."""
        if not target or is_remote(target):
            return target
        whole = PurePath(os.path.normpath(PurePath(self.folder) / target))
        if whole.is_relative_to(self.root):
            return whole.relative_to(self.root).as_posix()
        return whole.as_posix()

    def file(self, target: str) -> str:
        """Return the path of a target's file, which may contain it as one of several conversations."""
        return self.path(file_and_part(target)[0])

    def uri(self, target: str) -> str:
        """Return the file as a URI reference, with special characters encoded."""
        if is_remote(target):
            return quote(target, safe="/:@!$&'()*+,;=~%-._", errors="replace")
        path = self.file(target)
        text = quote(path, safe="/~-._", errors="surrogateescape")
        return f"file://{text}" if text.startswith("/") else text
