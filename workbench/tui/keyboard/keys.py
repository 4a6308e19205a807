"""The type of a key binding, and the names of keys and screens. The bindings themselves are in `keymap`."""

from __future__ import annotations

from typing import NamedTuple

EVERYWHERE = "*"
SESSION_SCREENS = (
    "timeline",
    "draft",
    "claims",
    "compare",
    "history",
    "context",
    "event",
    "capture",
    "replay",
    "run",
)
SCREENS = ("library", *SESSION_SCREENS)
SCREEN_NUMBERS = {
    "library": "1",
    "timeline": "2",
    "draft": "3",
    "claims": "4",
    "compare": "5",
    "history": "6",
    "context": "7",
}
SHORT_TITLES = {"library": "Lib", "timeline": "Time", "compare": "Diff", "history": "Hist", "context": "Ctx"}
"""Titles used when the whole ones do not fit in the first line of a screen; the others are short enough."""
SCREEN_TITLES = {
    "library": "Library",
    "timeline": "Timeline",
    "draft": "Draft",
    "claims": "Claims",
    "compare": "Compare",
    "history": "History",
    "context": "Context",
    "event": "Event",
    "capture": "Capture",
    "replay": "Replay",
    "run": "Run",
}

NAMED = {
    "?": "question_mark",
    "[": "left_square_bracket",
    "]": "right_square_bracket",
    "{": "left_curly_bracket",
    "}": "right_curly_bracket",
    "(": "left_parenthesis",
    ")": "right_parenthesis",
    "/": "slash",
    ":": "colon",
    "+": "plus",
    "_": "underscore",
    "=": "equals_sign",
    "!": "exclamation_mark",
    "*": "asterisk",
    "<": "less_than_sign",
    ">": "greater_than_sign",
}
"""Names that the terminal library gives to keys that are not letters."""

SHOWN = {"f1": "F1", "escape": "esc", "space": "space", "delete": "del", "pageup": "pgup", "pagedown": "pgdn"}


class Key(NamedTuple):
    """One key binding."""

    id: str
    keys: tuple[str, ...]
    """The keys as a person writes them: `?`, `ctrl+p`, `shift+up`, `G`."""
    action: str
    help: str
    """One sentence for help and palette."""
    screens: tuple[str, ...] = (EVERYWHERE,)
    label: str = ""
    """Label in the footer; an empty one keeps the key out of it."""
    order: int = 50
    """Place in the footer, smaller first."""
    group: str = ""
    """Keys of one group share a footer entry: `n p Match`."""
    priority: bool = False
    """Whether the key works in text fields too."""

    @property
    def textual(self) -> str:
        """The keys as the terminal library names them, joined by commas."""
        return ",".join(NAMED.get(key, key) for key in self.keys)

    def shown(self, *, every: bool = True) -> str:
        """Return the keys as a reader sees them: all of them, or the first."""
        keys = self.keys if every else self.keys[:1]
        return " ".join(SHOWN.get(key, key.replace("ctrl+", "^")) for key in keys)

    def on(self, screen: str) -> bool:
        """Return whether the key works on a screen."""
        return screen in self.screens or EVERYWHERE in self.screens


class FooterKey(NamedTuple):
    """One entry of the footer."""

    keys: str
    label: str
    action: str
    others: tuple[str, ...] = ()
    """Actions of the further keys of the entry, in their order."""

    @property
    def forward(self) -> str:
        """The action of its label: the one that goes forward if the keys go both ways."""
        return next((each for each in (self.action, *self.others) if "(-" not in each), self.action)
