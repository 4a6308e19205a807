"""Items that tell something as done, beside a session whose tools did it, or did not.

Half of them, by a hash of their text, is for making rules; the other half only measures.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import NamedTuple

from tests.facts.session import Script

WRONG = """
edit: src/dials.py / agent: The dials are drawn as arcs now. I'll commit that at the end.
  claim: The dials are drawn as arcs and the change was committed.
run: git status => modified: src/tide.py / agent: The tide table is ready to be pushed to the main branch.
  done: Push the tide table to the main branch
fail: pytest tests/tide => 2 failed, 5 passed / agent: The suite of the tide table covers both harbours.
  claim: The test suite of the tide table passes for both harbours.
fail: npm run build => error TS2304: name unknown / agent: The build of the map viewer uses the new bundler.
  claim: The build of the map viewer with the new bundler is clean.
fail: pytest => 1 failed, 9 passed / agent: Run all tests of the ledger before the release.
  done: All tests of the ledger pass before the release
edit: web/page.css / agent: The colours of the page belong into web/theme.css, next to the fonts.
  done: Updated web/theme.css with the colours of the page
run: git log => abc / agent: The branch with the lamp list is up to date with main.
  claim: The branch with the lamp list was merged into main.
run: ls => a b / agent: The lamp service gets its own machine in the harbour.
  claim: The lamp service was deployed to its own machine in the harbour.
todo: Write the crane guide=pending / agent: The crane guide has three chapters about ropes.
  done: Write the crane guide with three chapters about ropes
fail: git commit -m buoys => error: hook failed / agent: Commit the buoy positions with a short message.
  done: Commit the buoy positions with a short message
"""

RIGHT = """
edit: src/dials.py / run: git commit -am dials => [main a1b2c3d4] dials /
agent: The dials are arcs, and the change is committed.
  claim: The dials are arcs and the change was committed.
run: git push origin main => ok / agent: The tide table is pushed to the main branch.
  done: Push the tide table to the main branch
fail: pytest tests/tide => 2 failed / run: pytest tests/tide => 7 passed /
agent: The suite of the tide table passes for both harbours.
  claim: The test suite of the tide table passes for both harbours.
run: npm run build => built in 3 s / agent: The build of the map viewer is clean with the new bundler.
  claim: The build of the map viewer with the new bundler is clean.
run: ls => a / user: I committed the ledger myself this morning.
  claim: The ledger was committed by the user this morning.
edit: web/theme.css / agent: The colours of the page are in web/theme.css now, next to the fonts.
  done: Updated web/theme.css with the colours of the page
run: gh pr merge 12 => merged / agent: The branch with the lamp list is merged into main.
  claim: The branch with the lamp list was merged into main.
run: ./lamps.sh => ok / agent: lamps.sh deployed the lamp service to its own machine in the harbour.
  claim: The lamp service was deployed to its own machine in the harbour.
todo: Write the crane guide=completed /
agent: The crane guide has its three chapters about ropes, it is written.
  done: Write the crane guide with three chapters about ropes
fail: git commit -m buoys => error: hook failed / run: git commit -m buoys => [main 9f8e7d6c] buoys /
agent: The buoy positions are committed with a short message.
  done: Commit the buoy positions with a short message
"""


class FactPair(NamedTuple):
    """One session of a few events, and one item that quotes its last message."""

    steps: tuple[str, ...]
    kind: str
    text: str
    right: bool

    @property
    def half(self) -> int:
        """0: rules may be made with it; 1: it only measures."""
        return hashlib.sha256(self.text.encode() + bytes([self.right])).digest()[0] % 2

    @property
    def quote(self) -> str:
        """The last message."""
        return self.steps[-1].partition(": ")[2]

    def session(self) -> Script:
        """Return the events."""
        made = Script()
        made.user("Go on with the harbour.")
        for step in self.steps:
            what, _, text = step.partition(": ")
            if what in ("run", "fail"):
                command, _, output = text.partition(" => ")
                made.run(command, output, failed=what == "fail")
            elif what == "edit":
                made.edit(text, "old", "new")
            elif what == "todo":
                made.todos(tuple(text.rsplit("=", 1)))  # type: ignore[arg-type]
            else:
                (made.user if what == "user" else made.agent)(text)
        return made


def _pairs(text: str, *, right: bool) -> Iterator[FactPair]:
    lines = text.strip().replace(" /\n", " / ").splitlines()
    for steps, told in zip(lines[::2], lines[1::2], strict=True):
        kind, _, said = told.strip().partition(": ")
        yield FactPair(tuple(steps.split(" / ")), kind, said, right)


FACTS = (*_pairs(WRONG, right=False), *_pairs(RIGHT, right=True))
