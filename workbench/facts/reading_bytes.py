"""Serializes the reading of a session, so that another process can continue it.

The bytes contain only plain values: the reader creates objects of the few classes named here and of no
others, so nothing in the bytes can run code. A reading that contains anything else is not written.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

import orjson

from gates.source import EventKind, Signal, SignalEntry, SignalKind, SourceEvent, ToolAction, ToolFact
from workbench.facts.actions.work import WorkFold
from workbench.facts.answers.answers import AnswerFold, GivenAnswer, RefusalFold
from workbench.facts.answers.replies import ReplyFold
from workbench.facts.commitment import Basis, Commitment, CommitmentKind
from workbench.facts.decisions import DecisionFold
from workbench.facts.directives.directed import DirectiveFold, Pending
from workbench.facts.folding import EventFold
from workbench.facts.plans.checklists import ChecklistFold
from workbench.facts.plans.plan_items import PlanItem, PlanItemKind
from workbench.facts.plans.plans import CurrentPlan, PlanFold
from workbench.facts.proposals.candidate import CandidateStatement
from workbench.facts.proposals.failing_checks import FailingCheck
from workbench.facts.proposals.fold import CandidateFold
from workbench.facts.proposals.scratch_files import ScratchFiles
from workbench.facts.proposals.work_state import StateFold
from workbench.facts.reading import FactsReading
from workbench.facts.sentences.mood import DirectiveForce
from workbench.facts.spans import EventWords
from workbench.facts.superseding.replaced_values import Replaced, ReplacedValues, StatedSentence

_CLASSES: tuple[type, ...] = (
    EventWords, Commitment, CandidateStatement, CurrentPlan, GivenAnswer, Pending,
    SourceEvent, ToolFact, Signal, SignalEntry,
    CommitmentKind, Basis, DirectiveForce, EventKind, ToolAction, SignalKind,
    FactsReading, WorkFold, DecisionFold, AnswerFold, RefusalFold, PlanFold, DirectiveFold, ReplyFold,
    CandidateFold, StateFold, ScratchFiles, FailingCheck, PlanItem, PlanItemKind,
    ReplacedValues, Replaced, StatedSentence, ChecklistFold,
)  # fmt: skip
_NUMBER = {each: number for number, each in enumerate(_CLASSES)}
_PLAIN = frozenset((str, int, float, bool, type(None)))
_CONTAINERS = (list, tuple, set, frozenset, deque, dict)


class NotWritable(ValueError):
    """A value of a kind that is not written."""


def to_bytes(reading: FactsReading) -> bytes:
    """Serialize a reading.

    Raises:
        NotWritable: it contains a value that cannot be serialized, such as half of a surrogate pair.
    """
    try:
        return orjson.dumps(_stated(reading.copy()))  # without what was ranked
    except (TypeError, orjson.JSONEncodeError) as error:
        raise NotWritable(str(error)) from error


def from_bytes(body: bytes) -> FactsReading:
    """Return the reading that `to_bytes` serialized.

    Raises:
        ValueError: the bytes are not those of a reading.
    """
    try:
        made = _made(orjson.loads(body))
    except (TypeError, KeyError, IndexError, AttributeError) as error:
        raise ValueError("these are not the bytes of a reading") from error
    if not isinstance(made, FactsReading):
        raise ValueError("these are not the bytes of a reading")
    return made


def _stated(value: Any) -> Any:  # noqa: ANN401 (any part of a reading)
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind in _CONTAINERS:
        if kind is dict:
            return ["dict", _row([*value.keys()]), _row([*value.values()])]
        listed = sorted(value) if kind in (set, frozenset) else [*value]
        return [kind.__name__, _row(listed), value.maxlen if kind is deque else None]
    number = _NUMBER.get(kind)
    if number is None:
        raise NotWritable(f"{kind.__name__} is not written")
    if isinstance(value, Enum):
        return ["enum", number, value.value]
    if isinstance(value, EventFold):
        return ["fold", number, _row([*vars(value).keys()]), _row([*vars(value).values()])]
    return ["object", number, _row(_fields(value))]


def _fields(value: Any) -> list[Any]:  # noqa: ANN401
    return [getattr(value, each.name) for each in fields(value)] if is_dataclass(value) else [*value]


def _row(values: list[Any]) -> list[Any]:
    """Return values as they are, or by columns if all are alike, which is faster to read back."""
    kinds = set(map(type, values))
    if kinds <= _PLAIN:
        return ["plain", values]
    (kind, *others) = kinds
    if others or len(values) < LEAST_ALIKE or issubclass(kind, (Enum, EventFold, dict, deque)):
        return ["mixed", [*map(_stated, values)]]
    if kind in _CONTAINERS:
        members = [sorted(each) if kind in (set, frozenset) else [*each] for each in values]
        if all(_PLAIN.issuperset(map(type, each)) for each in members):
            return ["alike", kind.__name__, members]
        if kind is not tuple or len({*map(len, members)}) > 1:
            return ["mixed", [*map(_stated, values)]]
        return ["columns", None, [_row([*column]) for column in zip(*members, strict=True)]]
    number = _NUMBER.get(kind)
    if number is None:
        raise NotWritable(f"{kind.__name__} is not written")
    return ["columns", number, [_row([*column]) for column in zip(*map(_fields, values), strict=True)]]


def _values(row: list[Any]) -> list[Any]:
    if row[0] == "plain":
        found: list[Any] = row[1]
        return found
    if row[0] == "mixed":
        return [*map(_made, row[1])]
    if row[0] == "alike":
        return [*map(_ALIKE[row[1]], row[2])]
    columns = map(_values, row[2])
    return [*zip(*columns, strict=True)] if row[1] is None else [*map(_CLASSES[row[1]], *columns)]


def _made(stated: Any) -> Any:  # noqa: ANN401
    return stated if type(stated) is not list else _MAKERS[stated[0]](stated)


def _fold(stated: list[Any]) -> EventFold:
    kind = _CLASSES[stated[1]]
    if not issubclass(kind, EventFold):
        raise TypeError(f"{kind.__name__} is no fold")
    made: EventFold = object.__new__(kind)
    vars(made).update(zip(_values(stated[2]), _values(stated[3]), strict=True))
    return made


LEAST_ALIKE = 4
"""Fewest values of one kind that are stored by columns."""
_ALIKE: dict[str, Callable[[list[Any]], Any]] = {
    "list": list, "tuple": tuple, "set": set, "frozenset": frozenset,
}  # fmt: skip
_MAKERS: dict[str, Callable[[list[Any]], Any]] = {
    "list": lambda stated: _values(stated[1]),
    "tuple": lambda stated: tuple(_values(stated[1])),
    "deque": lambda stated: deque(_values(stated[1]), stated[2]),
    "set": lambda stated: set(_values(stated[1])),
    "frozenset": lambda stated: frozenset(_values(stated[1])),
    "dict": lambda stated: dict(zip(_values(stated[1]), _values(stated[2]), strict=True)),
    "enum": lambda stated: _CLASSES[stated[1]](stated[2]),
    "fold": _fold,
    "object": lambda stated: _CLASSES[stated[1]](*_values(stated[2])),
}
