"""The draft of a compaction with the run's own notes, for which a model is asked only once per range.

A compaction that a review rejected is drafted again from the same inputs. The model's answer is kept with the
run until the compaction is done, so that no retry asks the model again.
"""

from __future__ import annotations

from typing import Any

from gates.artifact import GenerationRecord, ItemKind
from workbench.strategies.base import Candidate, DraftRequest
from workbench.strategies.keeping import Draft
from workbench.strategies.lapses import Lapse, drafted
from workbench.strategies.snapshot.draft import SnapshotStrategy
from workbench.strategies.snapshot.notes import items_of
from workbench.strategies.snapshot.state import KeptAnswer, SnapshotRunState


def asker_of(draft: Draft) -> object:
    """Return the asker of a draft that asks a model, else None."""
    return getattr(getattr(draft, "__self__", None), "asker", None)


def maker_of(draft: Draft) -> str:
    """Return the model and the version of the instructions of a draft.

    An empty string if it asks no model.
    """
    named = getattr(asker_of(draft), "named", "")
    version = getattr(getattr(draft, "__self__", None), "prompt_version", "")
    return f"{named} {version}" if named else ""


class CompactionDraft:
    """One compaction of a run: called with a request, it returns the draft with the run's own notes.

    Args:
        base: makes the structured delta.
        own: the run's state, with the answer to the same question if there is one.
    """

    def __init__(self, base: Draft, own: SnapshotRunState) -> None:
        self._base, self._own = base, own
        self._maker = maker_of(base)
        known = own.answer
        self.answer = known if known is not None and self._maker and known.maker == self._maker else None
        """The model's answer; None before it was asked, or if the draft asks no model."""
        self.lapse: Lapse | None = None
        """Why the model gave no usable answer, when the offline draft is used instead."""

    @property
    def offline(self) -> bool:
        """Whether it is known to wait for no model and nobody else; a draft of the caller's own is not."""
        return isinstance(getattr(self._base, "__self__", None), SnapshotStrategy)

    @property
    def lapses(self) -> tuple[Lapse, ...]:
        """The lapse in a tuple; an empty tuple if there was none."""
        return () if self.lapse is None else (self.lapse,)

    def __call__(self, request: DraftRequest) -> Candidate:
        """Return the model's draft, asked for if it is not known yet, with the run's notes added."""
        made = self._known(request)
        stated = items_of(self._own.notes, request.source.session_id, request.seen())
        waits = [item.text for item in stated if item.kind is ItemKind.OPEN_WORK]
        own = [_asked(each) if _stated_by(each, waits) else each for each in made.payload["items"]]
        items = [*own, *(item.model_dump(mode="json") for item in stated)]
        return Candidate({**made.payload, "items": items}, made.record)

    def _known(self, request: DraftRequest) -> Candidate:
        known, source = self.answer, request.source
        if known is not None and (known.start, known.end) == (source.start, source.end):
            self.lapse = known.lapse
            return Candidate(known.payload, GenerationRecord.model_validate(known.record))
        made, self.lapse = drafted(self._base, SnapshotStrategy().draft, request)
        self.answer = None
        if self._maker:
            record = made.record.model_dump(mode="json")
            self.answer = KeptAnswer(
                start=source.start,
                end=source.end,
                maker=self._maker,
                payload=made.payload,
                record=record,
                lapse=self.lapse,
            )
        return made


def _stated_by(item: dict[str, Any], waits: list[str]) -> bool:
    """Return whether an item is open work that a note of the run states in the same words."""
    return item["kind"] == ItemKind.OPEN_WORK.value and any(str(item["text"]) in text for text in waits)


def _asked(item: dict[str, Any]) -> dict[str, Any]:
    """Return open work as the user's words alone: that it waits is what the note states."""
    return {**item, "kind": ItemKind.DECISION.value, "status": None}
