"""The rules of style sheets, parsed once for all apps of a run of tests; each app would parse all of them.

They are looked up by identity, as the library does, but by the interpreter's own function for it: each style
that is applied asks for the hash of every rule.
"""

from __future__ import annotations

from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

PARSE = Stylesheet._parse_rules
_PARSED: dict[tuple[Any, ...], list[RuleSet]] = {}
"""By text, place and variables (colours of the theme). Textual keeps them likewise, but for one app each."""


def parse_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each style sheet parsed once for each set of variables."""

    def rules(sheet: Stylesheet, *given: Any, **named: Any) -> list[RuleSet]:
        key = (given, *sorted(named.items()), frozenset(sheet._variables.items()))
        if key not in _PARSED:
            _PARSED[key] = PARSE(sheet, *given, **named)
        return _PARSED[key]

    monkeypatch.setattr(Stylesheet, "_parse_rules", rules)
    monkeypatch.setattr(RuleSet, "__hash__", object.__hash__)
