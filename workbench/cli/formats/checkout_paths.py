"""Paths as a report names them: relative to the root of the checkout, so that a CI finds the file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from urllib.parse import quote

from workbench.services.scores.score_targets import is_remote
from workbench.services.transcript_files.transcripts import file_and_part

_ROOTS = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR", "WORKSPACE")
"""Where GitHub, GitLab and Jenkins say that the checkout is."""


@dataclass(frozen=True)
class Places:
    """The folder a command ran in and the root of its checkout; it travels to worker processes."""

    folder: str
    root: str

    @classmethod
    def here(cls, environment: Mapping[str, str] = os.environ) -> Places:
        """Of this process: the root is what the CI says it is, else the current folder."""
        folder = Path.cwd()
        for name in _ROOTS:
            given = environment.get(name)
            if given and folder.is_relative_to(given):
                return cls(folder.as_posix(), PurePath(given).as_posix())
        return cls(folder.as_posix(), folder.as_posix())

    def path(self, target: str) -> str:
        """A target as a path under the root, with slashes; as it is where it lies elsewhere."""
        if not target or is_remote(target):
            return target
        whole = PurePath(os.path.normpath(PurePath(self.folder) / target))
        if whole.is_relative_to(self.root):
            return whole.relative_to(self.root).as_posix()
        return whole.as_posix()

    def file(self, target: str) -> str:
        """The path of the file that a target is, or that holds it as one of several conversations."""
        return self.path(file_and_part(target)[0])

    def uri(self, target: str) -> str:
        """The file as a URI reference, every character that has a meaning there encoded."""
        if is_remote(target):
            return quote(target, safe="/:@!$&'()*+,;=~%-._", errors="replace")
        path = self.file(target)
        text = quote(path, safe="/~-._", errors="surrogateescape")
        return f"file://{text}" if text.startswith("/") else text
