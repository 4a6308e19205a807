"""Which lines of some modules run: a tracer that costs next to nothing once it has seen them all.

Lines at module level are left out, they run on import. It is of one thread and one process.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any


class Lines:
    """The lines of functions in some files, seen and not seen."""

    def __init__(self, files: Iterable[Path]) -> None:
        self._waiting: dict[CodeType, set[int]] = {}
        self._files = {str(path): path for path in files}
        self.total: dict[Path, set[int]] = {path: set() for path in self._files.values()}
        self.seen: dict[Path, set[int]] = {path: set() for path in self._files.values()}
        for name, path in self._files.items():
            for code in _functions(compile(path.read_text(encoding="utf-8"), name, "exec")):
                self.total[path] |= _lines_of(code)
        self._before = sys.gettrace()
        self.count = 0
        """Lines seen so far."""

    def start(self) -> None:
        """Watch from now on, replacing any other tracer."""
        self._before = sys.gettrace()
        sys.settrace(self._call)

    def stop(self) -> None:
        """Watch no more; who did before goes on."""
        sys.settrace(self._before)

    def share(self) -> float:
        """Lines seen among all."""
        return self.count / max(sum(map(len, self.total.values())), 1)

    def _call(self, frame: FrameType, _event: str, _: Any) -> Any:
        code = frame.f_code
        waiting = self._waiting.get(code)
        if waiting is None:
            known = code.co_filename in self._files and code.co_name != "<module>"
            waiting = self._waiting[code] = _lines_of(code) if known else set()
        return self._line if waiting else None

    def _line(self, frame: FrameType, event: str, _: Any) -> Any:
        waiting = self._waiting[frame.f_code]
        if event == "line" and frame.f_lineno in waiting:
            waiting.discard(frame.f_lineno)
            seen = self.seen[self._files[frame.f_code.co_filename]]
            if frame.f_lineno not in seen:
                seen.add(frame.f_lineno)
                self.count += 1
        return self._line if waiting else None


def _functions(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_flags & 0x02:  # a function has fast locals, the body of a class has not
                yield inner
            yield from _functions(inner)


def _lines_of(code: CodeType) -> set[int]:
    """Lines that a tracer sees: all but the first, where the function is named."""
    return {line for _, _, line in code.co_lines() if line is not None and line != code.co_firstlineno}
