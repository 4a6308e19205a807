"""Something that an item tells as done although the tools of the session did not do it.

Gate D's rules on commands, test runs, files and tasks decide, over the whole session instead of the quoted
words. An item that is done and names its act as an order (`Push the table`) is read as a report of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from gates.artifact import Item, ItemKind
from gates.contradiction.changed_files import changed_files
from gates.contradiction.outcomes import outcomes
from gates.contradiction.task_states import task_states
from gates.contradiction.tool_evidence import other_hands
from gates.contradiction.unsupported_actions import unsupported_actions
from gates.search.index import SourceIndex
from gates.source import SourceEvent, SourceRange
from workbench.strategies.source_index import source_index

_TELLS = frozenset({ItemKind.CLAIM, ItemKind.OPEN_WORK})
_ORDER = re.compile(r"^(commit|push|merge|deploy|revert|rebase)\b", re.IGNORECASE)
_ENDS = {"commit": "ted", "merge": "d", "rebase": "d"}


class ToldFacts:
    """The tools of a session up to a range's end.

    Args:
        session_id: the session.
        events: its events, dense from ordinal 0.
    """

    def __init__(self, session_id: str, events: Sequence[SourceEvent]) -> None:
        self._session, self._events = session_id, events

    def against(self, item: Item) -> str:
        """Return the fact that an item contradicts, in a clause; empty if there is none."""
        if item.kind not in _TELLS or item.status == "open" or not self._events:
            return ""
        index = self._index
        if other_hands(index):
            return ""
        told = item.model_copy(update={"kind": ItemKind.CLAIM, "status": None, "text": _report(item)})
        found = (
            *unsupported_actions(told, index),
            *outcomes(told, index),
            *changed_files(told, index),
            *task_states(told, index),
        )
        return found[0].message if found else ""

    @cached_property
    def _index(self) -> SourceIndex:
        source = SourceRange(self._session, 0, len(self._events) - 1)
        return source_index(source, self._events)


def _report(item: Item) -> str:
    """Return the text of an item; of a done one that names its act as an order, as a report."""
    order = _ORDER.match(item.text) if item.status == "done" else None
    if order is None:
        return item.text
    verb = order.group().casefold()
    return f"{verb}{_ENDS.get(verb, 'ed')} {item.text[order.end() :].lstrip()}"
