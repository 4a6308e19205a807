"""The project that a story works on: files in memory, edited, searched and compared for real.

So that what a session reads, greps and diffs is what it wrote. Touches no disk.
"""

from __future__ import annotations

import difflib
import re
from fnmatch import fnmatch

from sample_sessions.builder.stamps import number
from sample_sessions.builder.story import StoryError


class Workspace:
    """Files by path relative to the root, and the tree as of the last commit."""

    def __init__(self, root: str, files: dict[str, str]) -> None:
        self.root = root
        self.files = dict(files)
        self._committed = dict(files)

    def absolute(self, path: str) -> str:
        """The path as a tool call names it."""
        return path if path.startswith("/") else f"{self.root}/{path}"

    def text(self, path: str) -> str:
        """The content of a file."""
        if path not in self.files:
            raise StoryError(f"the story reads {path}, which does not exist")
        return self.files[path]

    def edit(self, path: str, old: str, new: str) -> None:
        """Replaces the one occurrence of old."""
        found = self.text(path).count(old)
        if found != 1:
            raise StoryError(f"the story edits {path}: {found} occurrences of {old[:60]!r}")
        self.files[path] = self.text(path).replace(old, new)

    def write(self, path: str, content: str) -> None:
        """Creates or replaces a file."""
        self.files[path] = content

    def remove(self, path: str) -> None:
        """Deletes a file."""
        del self.files[path]

    def commit(self) -> None:
        """Makes the present tree what diffs are against."""
        self._committed = dict(self.files)

    def numbered(self, path: str, start: int, count: int | None) -> str:
        """Lines as the Read tool prints them, from line `start`."""
        lines = self.text(path).split("\n")
        stop = len(lines) if count is None else start - 1 + count
        return "\n".join(f"{n:>6}→{line}" for n, line in enumerate(lines[start - 1 : stop], start=start))

    def grep(self, pattern: str, under: str) -> list[str]:
        """`path:line:text` of every match, paths below `under` in order."""
        wanted = re.compile(pattern)
        return [
            f"{path}:{n}:{line}"
            for path in sorted(self.files)
            if path.startswith(under)
            for n, line in enumerate(self.files[path].split("\n"), start=1)
            if wanted.search(line)
        ]

    def glob(self, pattern: str) -> list[str]:
        """Paths that match, in order."""
        short = pattern.removeprefix("**/")
        return [path for path in sorted(self.files) if fnmatch(path, pattern) or fnmatch(path, short)]

    def changed(self) -> list[str]:
        """Paths that differ from the last commit."""
        names = sorted(set(self.files) | set(self._committed))
        return [path for path in names if self.files.get(path) != self._committed.get(path)]

    def diff(self, path: str | None = None) -> str:
        """`git diff` against the last commit, of one file or of all."""
        shown = [path] if path else self.changed()
        return "\n".join(self._diff_one(name) for name in shown)

    def _diff_one(self, path: str) -> str:
        before, after = self._committed.get(path), self.files.get(path)
        head = [f"diff --git a/{path} b/{path}"]
        if before is None:
            head.append("new file mode 100644")
        if after is None:
            head.append("deleted file mode 100644")
        body = difflib.unified_diff(
            (before or "").splitlines(),
            (after or "").splitlines(),
            f"a/{path}" if before is not None else "/dev/null",
            f"b/{path}" if after is not None else "/dev/null",
            lineterm="",
        )
        return "\n".join([*head, *body])

    def stat(self) -> str:
        """`git diff --stat` against the last commit."""
        rows, added, removed = [], 0, 0
        for path in self.changed():
            lines = self._diff_one(path).split("\n")[3:]
            plus = sum(line.startswith("+") for line in lines)
            minus = sum(line.startswith("-") for line in lines)
            added, removed = added + plus, removed + minus
            rows.append(f" {path} | {plus + minus} {'+' * min(plus, 24)}{'-' * min(minus, 24)}")
        rows.append(f" {len(rows)} files changed, {added} insertions(+), {removed} deletions(-)")
        return "\n".join(rows)

    def tests(self, paths: list[str], failing: set[str]) -> str:
        """What a verbose test run over these files prints, one line a test."""
        rows: list[str] = []
        for path in paths:
            text = self.text(path)
            if path.endswith(".py"):
                names = re.findall(r"^\s*(?:async )?def (test_\w+)", text, re.M)
                rows += [f"{path}::{name} {'FAILED' if name in failing else 'PASSED'}" for name in names]
            elif path.endswith(".go"):
                for name in re.findall(r"^func (Test\w+)", text, re.M):
                    spent = number(f"{path}:{name}", 0, 9) / 100
                    verdict = "FAIL" if name in failing else "PASS"
                    rows += [f"=== RUN   {name}", f"--- {verdict}: {name} ({spent:.2f}s)"]
            else:
                for name in re.findall(r"^\s*(?:it|test)\('([^']+)'", text, re.M):
                    mark = "×" if name in failing else "✓"
                    rows.append(f" {mark} {path} > {name} {number(name, 1, 41)}ms")
        return "\n".join(rows)
