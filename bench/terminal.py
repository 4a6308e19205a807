"""A terminal to run an app in: a pty, the bytes it wrote with their times, and the screen they make.

Knows just the sequences that Textual writes. Nothing is parsed while output may still be coming, so that
the app never waits for the benchmark.
"""

from __future__ import annotations

import codecs
import fcntl
import os
import re
import select
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType

from rich.cells import cell_len

TOKENS = re.compile(
    r"\x1b\[(?P<args>[0-9;?<>=]*)[ $]*(?P<end>[@-~])|\x1b[\]PX^_].*?(?:\x07|\x1b\\)|\x1b[^\[\]PX^_]"
    r"|(?P<newline>\r?\n)|(?P<return>\r)|(?P<text>[^\x1b\r\n]+)",
    re.DOTALL,
)
IDLE = 0.002
"""Seconds without output after which what came is parsed."""


class Display:
    """A grid of cells; a cell that was never written is None."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self.clear()

    def clear(self) -> None:
        """Nothing written yet."""
        self.cells: list[list[str | None]] = [[None] * self.columns for _ in range(self.rows)]
        self.x = self.y = 0

    def feed(self, data: bytes) -> None:
        """Write."""
        given = self._rest + self._decoder.decode(data)
        cut = given.rfind("\x1b", max(len(given) - 64, 0))
        self._rest = "" if cut < 0 or TOKENS.match(given, cut) else given[cut:]
        for token in TOKENS.finditer(given[: len(given) - len(self._rest)]):
            if token["text"]:
                self._write(token["text"])
            elif token["newline"]:
                self.x, self.y = 0, min(self.y + 1, self.rows - 1)
            elif token["return"]:
                self.x = 0
            elif token["end"] == "H":
                row, _, column = token["args"].partition(";")
                self.y, self.x = int(row or 1) - 1, int(column or 1) - 1
            elif token["end"] == "h" and token["args"] == "?1049":
                self.clear()

    def _write(self, text: str) -> None:
        for sign in text:
            size = 1 if sign.isascii() else cell_len(sign)
            for _ in range(size):
                if self.x < self.columns and self.y < self.rows:
                    self.cells[self.y][self.x] = sign
                self.x += 1

    @property
    def full(self) -> bool:
        """Whether every cell was written."""
        return all(cell is not None for row in self.cells for cell in row)

    @property
    def lines(self) -> list[str]:
        """The screen as text."""
        return ["".join(cell or " " for cell in row) for row in self.cells]

    @property
    def text(self) -> str:
        """The same in one."""
        return "\n".join(self.lines)


Wanted = Callable[[Display], bool]


class Terminal:
    """A program in a terminal of its own; ends with the block."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        size: tuple[int, int] = (120, 36),
    ) -> None:
        columns, rows = size
        self.display = Display(columns, rows)
        self._near, far = os.openpty()
        fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        given = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
        given.update({"COLUMNS": str(columns), "LINES": str(rows), **(environment or {})})
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=far, stdout=far, stderr=far, env=given, start_new_session=True
        )
        os.close(far)
        self._waiting: list[tuple[float, bytes]] = []

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.terminate()
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self._near)

    def send(self, keys: bytes) -> float:
        """Send keys; the time of sending."""
        now = time.perf_counter()
        os.write(self._near, keys)
        return now

    def _read(self, seconds: float) -> bool:
        """Take what is there, waiting so long for it; False when nothing came."""
        ready, _, _ = select.select([self._near], [], [], max(seconds, 0.0))
        if not ready:
            return False
        try:
            data = os.read(self._near, 65_536)
        except OSError:
            data = b""
        if not data:
            raise EOFError(f"the program ended:\n{self.display.text}")
        self._waiting.append((time.perf_counter(), data))
        return True

    def until(self, wanted: Wanted, *, seconds: float = 60.0) -> float:
        """When the screen was first as wanted. Raises TimeoutError with the screen."""
        deadline = time.perf_counter() + seconds
        while time.perf_counter() < deadline:
            if self._read(IDLE if self._waiting else deadline - time.perf_counter()):
                continue
            while self._waiting:
                came, data = self._waiting.pop(0)
                self.display.feed(data)
                if wanted(self.display):
                    return came
        raise TimeoutError(f"not on the screen:\n{self.display.text}")

    def quiet(self, seconds: float) -> float | None:
        """Wait until nothing came for so long; when the last byte came, None when none did."""
        while self._read(seconds):
            pass
        last = self._waiting[-1][0] if self._waiting else None
        for _, data in self._waiting:
            self.display.feed(data)
        self._waiting.clear()
        return last

    @property
    def peak_megabytes(self) -> float:
        """The largest memory that the program held so far."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+)", status)
        return int(found.group(1)) / 1024 if found else 0.0
