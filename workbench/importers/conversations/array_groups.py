"""Message arrays of one file: which of its requests belong to one conversation.

A log of requests repeats its history, so each request contains the messages of the one before; conversations
that only share a file, such as training examples, do not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from workbench.importers.conversations.parts import texts_of
from workbench.importers.conversations.summaries import summary_in
from workbench.importers.files.arrays import IDS, LISTS, MessageArray, identity

_INSTRUCTIONS = ("system", "developer")


class ArrayGroups:
    """The conversations of a file, in the order in which they begin; records are added in file order."""

    def __init__(self) -> None:
        self.found = [MessageArray()]
        self._last: list[list[str]] = [[]]
        """For each conversation, the identities of the messages of its last request."""
        self._by_key: dict[str | tuple[str, ...], set[int]] = defaultdict(set)
        """Conversations by the first message of their last request, by its last two, and by their ids."""

    def of_request(self, body: dict[str, Any]) -> MessageArray:
        """Return the conversation that a request or an exchange continues, or a new one if none."""
        messages = _messages_of(body)
        spoken = [each for each in messages if each.get("role") not in _INSTRUCTIONS]
        keys, own_id = [identity(each) for each in spoken], _id_of(body)
        number = self._number_of(own_id, spoken, keys)
        if number == len(self.found):
            self.found.append(MessageArray(begins_like=bool(keys) and bool(self._by_key.get(keys[0]))))
            self._last.append([])
        if own_id:
            self._by_key["id", own_id].add(number)
        if keys:
            for key in _lookup_keys(self._last[number]):
                self._by_key[key].discard(number)
            self._last[number] = keys
            for key in _lookup_keys(keys):
                self._by_key[key].add(number)
        return self.found[number]

    def of_message(self) -> MessageArray:
        """Return the conversation that a single message continues: the last one."""
        return self.found[-1]

    def _number_of(self, own_id: str, spoken: Sequence[dict[str, Any]], keys: list[str]) -> int:
        newest = len(self.found) - 1
        if not self.found[newest].messages:
            return newest
        for number in sorted(self._near(own_id, keys), reverse=True):
            known = self.found[number].native_id
            if own_id and known:
                if own_id == known:
                    return number
            elif _continues(self._last[number], keys):
                return number
        begins = (
            bool(spoken)
            and spoken[0].get("role") == "user"
            and summary_in(texts_of(spoken[0].get("content"))) is None
        )
        other = bool(own_id) and bool(self.found[newest].native_id)
        return newest + 1 if begins or other else newest

    def _near(self, own_id: str, keys: Sequence[str]) -> set[int]:
        """Return the conversations that a request may continue, found without comparing all."""
        places = [("id", own_id), *(("end", *each) for each in pairwise(keys))]
        found = set(self._by_key.get(keys[0], ())) if keys else set()
        return found.union(*(self._by_key.get(each, ()) for each in places))


def _lookup_keys(keys: Sequence[str]) -> Iterator[str | tuple[str, ...]]:
    if keys:
        yield keys[0]
    if len(keys) > 1:
        yield "end", *keys[-2:]


def _continues(last: list[str], keys: list[str]) -> bool:
    """Return whether a request contains the one before, as its beginning or by that one's end."""
    shared = min(len(last), len(keys))
    if shared and last[:shared] == keys[:shared]:
        return True
    end = last[-2:]
    return len(end) == 2 and any(keys[at : at + 2] == end for at in range(len(keys) - 1))


def _messages_of(body: dict[str, Any]) -> list[dict[str, Any]]:
    for part in (body, body.get("request")):
        if isinstance(part, dict):
            found = next((part[key] for key in LISTS if isinstance(part.get(key), list)), None)
            if found is not None:
                listed = (
                    {"role": "user", "content": each} if isinstance(each, str) else each for each in found
                )
                return [each for each in listed if isinstance(each, dict)]
    return []


def _id_of(body: dict[str, Any]) -> str:
    for part in (body, body.get("request"), body.get("response")):
        if isinstance(part, dict):
            for key in IDS:
                if isinstance(part.get(key), str):
                    return str(part[key])
    return ""
