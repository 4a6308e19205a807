"""Captured decisions and open work: what a compaction of a range must retain (S1 gate C).

Types and the rule by which reviews change them; extraction from events is `workbench.capture`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gates.canonical import digest
from gates.errors import CaptureError
from gates.review import Review, ReviewAction, standing
from gates.source import SourceLink, SourceRange
from gates.validation import first_fault

CAPTURE_SCHEMA = "workbench.capture/1"

CaptureKind = Literal["decision", "open_work"]
CaptureStatus = Literal["open", "done", "in_force", "superseded"]
CaptureOrigin = Literal["structural", "phrase", "model", "reviewer"]


class CapturedItem(BaseModel):
    """One decision or piece of open work, as of the range's end, with the words it came from."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    item_id: str
    kind: CaptureKind
    text: Annotated[str, Field(min_length=1)]
    status: CaptureStatus
    origin: CaptureOrigin
    carried: bool = False
    """Open, or in force, when the range began; its evidence may lie before the range."""
    evidence: Annotated[tuple[SourceLink, ...], Field(strict=False)] = ()
    likelihood: Annotated[float, Field(ge=0, le=1)] | None = None
    """Of proposed items and of requests that were carried out: how likely it binds, three decimals."""
    carried_out: bool = False
    """A request that the agent carried out and the user left standing: nothing of it is to be done."""
    by: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """Origin `model` only: provider and name of the model that proposed it."""

    @property
    def counts(self) -> bool:
        """Whether an artifact must retain it: open work that is open, a decision in force."""
        return self.status in ("open", "in_force")


class Capture(BaseModel):
    """The capture of one range; `digest` is over the version and the items."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    capture_version: str
    digest: str
    items: Annotated[tuple[CapturedItem, ...], Field(strict=False)] = ()
    proposed: Annotated[tuple[CapturedItem, ...], Field(strict=False)] = ()
    """What prose suggests: shown for review, judged by nothing until a person adds it."""

    def to_json(self) -> dict[str, Any]:
        """The `workbench.capture/1` object."""
        return {"schema": CAPTURE_SCHEMA, **self.model_dump(mode="json")}


def make_capture(
    version: str, items: Iterable[CapturedItem], proposed: Iterable[CapturedItem] = ()
) -> Capture:
    """A capture with its digest; `proposed` waits for a person and counts for nothing."""
    kept, waiting = tuple(items), tuple(proposed)
    body: list[Any] = ["capture/1", version, [_matter(item) for item in kept]]
    if waiting:
        body.append([_matter(item) for item in waiting])
    return Capture(capture_version=version, digest=digest(body), items=kept, proposed=waiting)


_LATER = ("likelihood", "by", "carried_out")
_EMPTY = (None, False)


def _matter(item: CapturedItem) -> dict[str, Any]:
    """What an item says, as JSON; what older captures do not have is left out where it is empty."""
    body = item.model_dump(mode="json")
    return {key: each for key, each in body.items() if each not in _EMPTY or key not in _LATER}


def parse_capture(payload: str | bytes | dict[str, Any]) -> Capture:
    """Parse a `workbench.capture/1` object; the digest is derived anew.

    Raises:
        CaptureError: with the first places that do not fit.
    """
    try:
        body = payload if isinstance(payload, dict) else json.loads(payload)
        if not isinstance(body, dict) or body.get("schema", CAPTURE_SCHEMA) != CAPTURE_SCHEMA:
            raise CaptureError(
                f"not a {CAPTURE_SCHEMA} object", "`workbench capture SESSION --json` prints one"
            )
        body = {key: value for key, value in body.items() if key != "schema"}
        read = Capture.model_validate({"capture_version": "file", "digest": "", **body})
    except ValidationError as error:
        raise CaptureError(first_fault(error), "`workbench schema capture` prints the schema") from error
    except (ValueError, RecursionError) as error:
        raise CaptureError(f"the capture is not JSON: {error}", "give one JSON object") from error
    return make_capture(read.capture_version, read.items, read.proposed)


def apply_reviews(capture: Capture, reviews: Iterable[Review], source: SourceRange | None = None) -> Capture:
    """The capture as reviewers left it: items added, items dismissed; last review of an item wins.

    A proposed item counts once it was added, and is no longer proposed once it was dismissed. Of a `source`
    range nothing is demanded that was said after it ended; what was said before it began is carried.
    """
    considered = tuple(reviews)
    stated = standing(considered)
    added = {
        key: item
        for key, item in _added(considered, source).items()
        if key in stated and stated[key].action is ReviewAction.ADD
    }
    dismissed = _dismissed(stated)
    known = {item.item_id for item in capture.items}
    items = [item for item in capture.items if item.item_id not in dismissed]
    fresh = [item for key, item in added.items() if key not in known]
    items += [item for item in fresh if source is None or _stated_by(item, source.end)]
    waiting = [i for i in capture.proposed if i.item_id not in dismissed and i.item_id not in added]
    if tuple(items) == capture.items and tuple(waiting) == capture.proposed:
        return capture
    return make_capture(capture.capture_version, items, waiting)


def dismissed_items(
    capture: Capture, reviews: Iterable[Review], source: SourceRange | None = None
) -> tuple[CapturedItem, ...]:
    """What reviewers dismissed of a capture and of what they added to it, and nobody took back."""
    considered = tuple(reviews)
    dismissed = _dismissed(standing(considered))
    items = {each.item_id: each for each in (*capture.items, *capture.proposed)}
    for key, each in _added(considered, source).items():
        if source is None or _stated_by(each, source.end):
            items.setdefault(key, each)
    return tuple(each for key, each in items.items() if key in dismissed)


def taken_back_items(
    capture: Capture, reviews: Iterable[Review], source: SourceRange | None = None
) -> tuple[CapturedItem, ...]:
    """What reviewers added to a capture and took back again, where nothing else has it in the capture."""
    considered = tuple(reviews)
    known = standing(considered).keys() | {each.item_id for each in (*capture.items, *capture.proposed)}
    added = ((key, each) for key, each in _added(considered, source).items() if key not in known)
    return tuple(each for _, each in added if source is None or _stated_by(each, source.end))


def _dismissed(stated: Mapping[str, Review]) -> set[str]:
    return {target for target, review in stated.items() if review.action is ReviewAction.DISMISS}


def _added(reviews: Iterable[Review], source: SourceRange | None) -> dict[str, CapturedItem]:
    """All items that were ever added, in the order of their first addition, as they were added last."""
    found: dict[str, CapturedItem] = {}
    for review in reviews:
        if review.action is ReviewAction.ADD and review.added is not None:
            item = _within(CapturedItem.model_validate(review.added), source)
            found[item.item_id] = item
    return found


def _stated_by(item: CapturedItem, end: int) -> bool:
    return not item.evidence or min(link.ordinal for link in item.evidence) <= end


def _within(item: CapturedItem, source: SourceRange | None) -> CapturedItem:
    """An added item as a range sees it: carried where all of its evidence lies before the range."""
    if source is None or not item.evidence:
        return item
    before = max(link.ordinal for link in item.evidence) < source.start
    return item.model_copy(update={"carried": before})
