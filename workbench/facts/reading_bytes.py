"""A reading of a session as bytes, to be kept and read on from in another process.

The bytes hold plain values alone: whoever reads them makes objects of the few classes that are named here and of
no others, so that nothing in them can have code run. A reading that holds anything else is not written.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

import orjson

from gates.source import EventKind, Signal, SignalEntry, SignalKind, SourceEvent, ToolAction, ToolFact
from workbench.facts.answers import AnswerFold, GivenAnswer, RefusalFold
from workbench.facts.commitment import Basis, Commitment, Kind
from workbench.facts.decisions import DecisionFold
from workbench.facts.directed import DirectiveFold, Heard
from workbench.facts.folding import Fold
from workbench.facts.mood import Force
from workbench.facts.plans import Plan, PlanFold
from workbench.facts.proposals.candidate import Candidate
from workbench.facts.proposals.fold import CandidateFold
from workbench.facts.proposals.state import StateFold
from workbench.facts.reading import Reading
from workbench.facts.replies import ReplyFold
from workbench.facts.spans import Words
from workbench.facts.work import WorkFold

_CLASSES: tuple[type, ...] = (
    Words, Commitment, Candidate, Plan, GivenAnswer, Heard,
    SourceEvent, ToolFact, Signal, SignalEntry,
    Kind, Basis, Force, EventKind, ToolAction, SignalKind,
    Reading, WorkFold, DecisionFold, AnswerFold, RefusalFold, PlanFold, DirectiveFold, ReplyFold,
    CandidateFold, StateFold,
)  # fmt: skip
_NUMBER = {each: number for number, each in enumerate(_CLASSES)}
_PLAIN = frozenset((str, int, float, bool, type(None)))
_SETS: dict[type, str] = {set: "set", frozenset: "frozenset"}


class NotWritable(ValueError):
    """A value of a kind that is not written."""


def to_bytes(reading: Reading) -> bytes:
    """The bytes of a reading.

    Raises:
        NotWritable: it holds what cannot be told in bytes, as half of a surrogate pair.
    """
    try:
        return orjson.dumps(_told(reading))
    except (TypeError, orjson.JSONEncodeError) as error:
        raise NotWritable(str(error)) from error


def from_bytes(body: bytes) -> Reading:
    """The reading that `to_bytes` told.

    Raises:
        ValueError: the bytes are not those of a reading.
    """
    try:
        made = _made(orjson.loads(body))
    except (TypeError, KeyError, IndexError, AttributeError) as error:
        raise ValueError("these are not the bytes of a reading") from error
    if not isinstance(made, Reading):
        raise ValueError("these are not the bytes of a reading")
    return made


def _told(value: Any) -> Any:  # noqa: ANN401 (any part of a reading)
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list or kind is tuple or kind is deque:
        return _row(kind.__name__, value, value.maxlen if kind is deque else None)
    if kind in _SETS:
        return _row(_SETS[kind], sorted(value))
    if kind is dict:
        return _row("dict", [*value.keys()], _row("list", [*value.values()]))
    return _object(value, kind)


def _row(name: str, values: Any, more: Any = None) -> list[Any]:  # noqa: ANN401
    """A tag, whether the values need no telling, the values, and what else there is to say."""
    plain = _PLAIN.issuperset(map(type, values))
    return [name, plain, [*values] if plain else [*map(_told, values)], more]


def _object(value: Any, kind: type) -> list[Any]:  # noqa: ANN401
    number = _NUMBER.get(kind)
    if number is None:
        raise NotWritable(f"{kind.__name__} is not written")
    if isinstance(value, Enum):
        return ["enum", number, value.value]
    if isinstance(value, Fold):
        return ["fold", number, list(vars(value)), _row("list", vars(value).values())]
    if is_dataclass(value):
        value = [getattr(value, each.name) for each in fields(value)]
    return ["object", number, *_row("", value)[1:3]]


def _made(told: Any) -> Any:  # noqa: ANN401
    return told if type(told) is not list else _MAKERS[told[0]](told)


def _values(told: list[Any]) -> list[Any]:
    return told[2] if told[1] else [*map(_made, told[2])]


def _dict(told: list[Any]) -> dict[Any, Any]:
    return dict(zip(_values(told), _values(told[3]), strict=True))


def _fold(told: list[Any]) -> Fold:
    kind = _CLASSES[told[1]]
    if not issubclass(kind, Fold):
        raise TypeError(f"{kind.__name__} is no fold")
    made: Fold = object.__new__(kind)
    vars(made).update(zip(told[2], _values(told[3]), strict=True))
    return made


def _of_class(told: list[Any]) -> Any:  # noqa: ANN401
    return _CLASSES[told[1]](*(told[3] if told[2] else map(_made, told[3])))


_MAKERS: dict[str, Callable[[list[Any]], Any]] = {
    "list": _values,
    "tuple": lambda told: tuple(_values(told)),
    "deque": lambda told: deque(_values(told), told[3]),
    "set": lambda told: set(_values(told)),
    "frozenset": lambda told: frozenset(_values(told)),
    "dict": _dict,
    "enum": lambda told: _CLASSES[told[1]](told[2]),
    "fold": _fold,
    "object": _of_class,
}
