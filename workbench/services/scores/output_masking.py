"""Masking of reports and exports: secrets in their texts are masked and counted.

The verdicts were computed before and do not change. Events behind a score are masked on access. Digests and
ids are those of the true texts. Commands that only show the store to its own user do not mask: `timeline`,
`sessions`, `capture`, and `show` of the transcript's own text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Protocol, TypeVar, cast, overload

import orjson
from pydantic import BaseModel

from gates.artifact import Artifact
from gates.report import GateReport
from gates.search.index import SourceIndex
from gates.source import SourceEvent
from workbench.masking import holds_cut_key, mask, mask_artifact, mask_event, mask_json, strings
from workbench.services.scores.score_results import Scored


class Printable(Protocol):
    """A result that a command prints, as JSON or as text."""

    def to_json(self) -> dict[str, Any]:
        """Return its JSON object."""
        ...


T = TypeVar("T", bound=Printable)

SOURCE = ("session", "event", "captured_item", "evidence")
"""Kinds that `show` prints as they are in the transcript."""


def masked(value: T) -> tuple[T, int]:
    """Return a copy with every text masked, and the number of secrets in its JSON, or else in the copy."""
    tally: list[int] = []
    body = value.to_json()
    cut_key = holds_cut_key(_texts(value)) or holds_cut_key(strings(body))
    shown = cast("T", _masked(value, tally, cut_key=cut_key))
    if not any(tally):
        return value, 0
    return shown, mask_json(body, cut_key=cut_key)[1] or sum(tally)


def _texts(value: Any) -> Iterator[str]:  # noqa: ANN401 (a value of any kind)
    """Yield every text in a value, in any order; texts not printed may contain part of a split key."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if type(each) is str:
            yield each
        elif isinstance(each, dict):
            waiting.extend(each.values())
        elif isinstance(each, list | tuple):
            waiting.extend(each)
        elif isinstance(each, BaseModel):
            waiting.extend([getattr(each, name) for name in type(each).model_fields])
        elif is_dataclass(each) and not isinstance(each, type | SourceIndex):
            waiting.extend([getattr(each, part.name) for part in fields(each)])


def _masked(value: Any, tally: list[int], *, cut_key: bool) -> Any:  # noqa: ANN401 (a value of any kind)
    def inner(each: Any) -> Any:  # noqa: ANN401
        return _masked(each, tally, cut_key=cut_key)

    if type(value) is str:
        text, found = mask(value, cut_key=cut_key)
        tally.append(found)
        return text
    if isinstance(value, SourceEvent):
        return mask_event(value, cut_key=cut_key)[0]
    if isinstance(value, BaseModel):
        return value.model_copy(
            update={name: inner(getattr(value, name)) for name in type(value).model_fields}
        )
    if isinstance(value, SourceIndex):  # for figures and places only
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{f.name: inner(getattr(value, f.name)) for f in fields(value) if f.init})
    if isinstance(value, dict):
        return {key: inner(each) for key, each in value.items()}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(inner, value))
    return type(value)(map(inner, value)) if type(value) in (tuple, list) else value


@dataclass(frozen=True)
class MaskedEvents(Sequence[SourceEvent]):
    """Events, each of which is masked on access."""

    events: Sequence[SourceEvent]
    cut_key: bool = False

    def __len__(self) -> int:
        return len(self.events)

    @overload
    def __getitem__(self, index: int) -> SourceEvent: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[SourceEvent]: ...
    def __getitem__(self, index: int | slice) -> SourceEvent | Sequence[SourceEvent]:
        found = self.events[index]
        if isinstance(found, SourceEvent):
            return mask_event(found, cut_key=self.cut_key)[0]
        return MaskedEvents(found, self.cut_key)


def masked_scored(scored: Scored) -> tuple[Scored, int]:
    """Return a judged artifact with every text of its report masked, and the number of secrets."""
    cut_key = holds_cut_key(_texts([scored.report, scored.artifact]))
    report, in_report = masked_report(scored.report, cut_key=cut_key)
    artifact, in_artifact = _artifact(scored.artifact, cut_key=cut_key)
    shown = replace(scored, report=report, artifact=artifact, events=MaskedEvents(scored.events, cut_key))
    return shown, in_report + in_artifact


def masked_report(report: GateReport, *, cut_key: bool | None = None) -> tuple[GateReport, int]:
    """Mask a report's texts and quotes; verdicts, ids and digests are kept."""
    body, found = mask_json(report.to_json(), cut_key=cut_key)
    return (GateReport.model_validate_json(orjson.dumps(body)), found) if found else (report, 0)


def _artifact(artifact: Artifact | None, *, cut_key: bool) -> tuple[Artifact | None, int]:
    return (None, 0) if artifact is None else mask_artifact(artifact, cut_key=cut_key or None)
