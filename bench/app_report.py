"""The table of a benchmark: figures, bounds, and which of them hold."""

from __future__ import annotations


class Report:
    """Prints as it goes."""

    def __init__(self) -> None:
        self.passed: list[str] = []

    def note(self, text: str) -> None:
        """A figure without a bound."""
        print(f"      {text}", flush=True)

    def bound(self, name: str, value: float, most: float, detail: str = "") -> None:
        """A figure that is to be at most `most`."""
        holds = value <= most
        if not holds:
            self.passed.append(name)
        word = "holds" if holds else "FAILS"
        print(f"{word} {name:58} {value:6.2f}  at most {most:5.1f}   {detail}".rstrip(), flush=True)

    def end(self) -> int:
        """Say how it went; the exit code."""
        print(
            f"{len(self.passed)} bounds passed over: {', '.join(self.passed)}" if self.passed else "all hold"
        )
        return int(bool(self.passed))
