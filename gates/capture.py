"""Captured decisions and open work: what a compaction of a range must retain (S1 gate C).

Types, and the rule by which reviews change a capture; `workbench.capture` extracts items from events.
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


class SupersededBy(BaseModel):
    """The statement that replaced a captured one."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    text: Annotated[str, Field(min_length=1)]
    item_id: str | None = None
    """The captured item that states it, or None if no item of the capture does."""


class CapturedItem(BaseModel):
    """One decision or piece of open work, with its state at the end of the range and its source words."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    item_id: str
    kind: CaptureKind
    text: Annotated[str, Field(min_length=1)]
    status: CaptureStatus
    origin: CaptureOrigin
    carried: bool = False
    """Whether it was open or in force when the range began; its evidence may lie before the range."""
    evidence: Annotated[tuple[SourceLink, ...], Field(strict=False)] = ()
    likelihood: Annotated[float, Field(ge=0, le=1)] | None = None
    """For proposed items and requests that were carried out: probability that it binds, three decimals."""
    carried_out: bool = False
    """A request that the agent carried out and to which the user did not object: nothing is left to do."""
    by: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """Provider and name of the model that proposed the item; of any other origin than `model`: it does not
    count by the rules, and the model holds that it binds."""
    superseded_by: SupersededBy | None = None
    """For status `superseded`: the later statement that replaced it, where it is known."""

    @property
    def counts(self) -> bool:
        """Whether an artifact must retain the item: open work that is open, or a decision in force."""
        return self.status in ("open", "in_force")

    @property
    def counts_anyway(self) -> bool:
        """Whether it counts whatever an artifact states; what was carried out counts only if it is stated."""
        return self.counts and not self.carried_out

    @property
    def stated_at(self) -> SourceLink | None:
        """The evidence whose words are the item's own or end it, such as an answer; else the first."""
        own = " ".join(self.text.split())
        quotes = [(link, " ".join(link.quote.split())) for link in self.evidence]
        exact = (link for link, quote in quotes if quote == own)
        ending = (link for link, quote in quotes if quote and own.endswith(f" {quote}"))
        return next(iter((*exact, *ending, *self.evidence)), None)

    def confirmed(self) -> CapturedItem:
        """Return the item as a person adds it: it counts, whatever became of it."""
        status: CaptureStatus = "open" if self.kind == "open_work" else "in_force"
        return self.model_copy(
            update={"origin": "reviewer", "status": status, "carried_out": False, "superseded_by": None}
        )


class Capture(BaseModel):
    """The capture of one range; `digest` covers the version and the items."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    capture_version: str
    digest: str
    items: Annotated[tuple[CapturedItem, ...], Field(strict=False)] = ()
    proposed: Annotated[tuple[CapturedItem, ...], Field(strict=False)] = ()
    """Items found in prose: shown for review, and not judged until a person adds them."""

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.capture/1` object."""
        return {"schema": CAPTURE_SCHEMA, **self.model_dump(mode="json")}


def make_capture(
    version: str, items: Iterable[CapturedItem], proposed: Iterable[CapturedItem] = ()
) -> Capture:
    """Return a capture with its digest; `proposed` items count only after a person adds them."""
    kept, waiting = tuple(items), tuple(proposed)
    body: list[Any] = ["capture/1", version, [_matter(item) for item in kept]]
    if waiting:
        body.append([_matter(item) for item in waiting])
    return Capture(capture_version=version, digest=digest(body), items=kept, proposed=waiting)


_LATER = ("likelihood", "by", "carried_out", "superseded_by")
_EMPTY = (None, False)


def _matter(item: CapturedItem) -> dict[str, Any]:
    """Return an item's content as JSON; fields that older captures lack are left out when empty."""
    body = item.model_dump(mode="json")
    return {key: each for key, each in body.items() if each not in _EMPTY or key not in _LATER}


def parse_capture(payload: str | bytes | dict[str, Any]) -> Capture:
    """Parse a `workbench.capture/1` object and derive its digest again.

    Raises:
        CaptureError: the object is not JSON or does not fit; the message names the first invalid place.
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
    try:
        return make_capture(read.capture_version, read.items, read.proposed)
    except ValueError as error:
        raise CaptureError(
            f"the capture is not valid: {error}", "text must be valid Unicode, numbers below 2**53"
        ) from error


def apply_reviews(capture: Capture, reviews: Iterable[Review], source: SourceRange | None = None) -> Capture:
    """Apply reviews to a capture: add and dismiss items; the last review of an item wins.

    A proposed item counts once it is added, and is no longer proposed once it is dismissed. An added item
    takes the place of what the capture has of the same words, if that does not count anyway. With a `source`
    range, items first stated after its end are left out, and items stated only before its start are carried
    over.
    """
    considered = tuple(reviews)
    current = standing(considered)
    added = {
        key: item
        for key, item in _added(considered, source).items()
        if key in current and current[key].action is ReviewAction.ADD
    }
    dismissed = _dismissed(current)
    said = [item for item in added.values() if source is None or _stated_by(item, source.end)]
    items = [
        item
        for item in capture.items
        if item.item_id not in dismissed
        and (item.counts_anyway or not any(same_words(item, each) for each in said))
    ]
    known = {item.item_id for item in items}
    items += [item for item in said if item.item_id not in known]
    waiting = [
        item
        for item in capture.proposed
        if item.item_id not in dismissed and not any(same_words(item, each) for each in said)
    ]
    if tuple(items) == capture.items and tuple(waiting) == capture.proposed:
        return capture
    return make_capture(capture.capture_version, items, waiting)


def dismissed_items(
    capture: Capture, reviews: Iterable[Review], source: SourceRange | None = None
) -> tuple[CapturedItem, ...]:
    """Return captured and added items that reviewers dismissed, if the dismissal was not revoked."""
    considered = tuple(reviews)
    dismissed = _dismissed(standing(considered))
    items = {each.item_id: each for each in (*capture.items, *capture.proposed)}
    for key, each in _added(considered, source).items():
        if source is None or _stated_by(each, source.end):
            items.setdefault(key, each)
    return tuple(each for key, each in items.items() if key in dismissed)


def withdrawn_items(
    capture: Capture, reviews: Iterable[Review], source: SourceRange | None = None
) -> tuple[CapturedItem, ...]:
    """Return items that reviewers added and then revoked, unless the capture itself contains them."""
    considered = tuple(reviews)
    known = standing(considered).keys() | {each.item_id for each in (*capture.items, *capture.proposed)}
    added = ((key, each) for key, each in _added(considered, source).items() if key not in known)
    return tuple(each for _, each in added if source is None or _stated_by(each, source.end))


def _dismissed(current: Mapping[str, Review]) -> set[str]:
    return {target for target, review in current.items() if review.action is ReviewAction.DISMISS}


def _added(reviews: Iterable[Review], source: SourceRange | None) -> dict[str, CapturedItem]:
    """Return every item that was ever added, in its last version, in the order of first additions."""
    found: dict[str, CapturedItem] = {}
    for review in reviews:
        if review.action is ReviewAction.ADD and review.added is not None:
            kept = CapturedItem.model_validate(review.added).model_copy(update={"carried_out": False})
            item = _within(kept, source)
            found[item.item_id] = item
    return found


SAME_SHARE = 0.5
"""Share of the shorter of two quotations that must overlap for them to say the same."""
SAME_SIZE = 3
"""Largest ratio of the lengths of two such quotations; a longer one says more."""


def same_words(one: CapturedItem, other: CapturedItem) -> bool:
    """Return whether two items have one id, or quote mostly the same words of the source."""
    if one.item_id == other.item_id:
        return True
    others = other.evidence if one.kind == other.kind else other.evidence[:1]
    return any(_shared(a, b) for a in one.evidence[:1] for b in others)


def _shared(one: SourceLink, other: SourceLink) -> bool:
    """Return whether two links quote mostly the same words, and neither quotes much more."""
    if one.chunk_id != other.chunk_id:
        return False
    few, many = sorted((one.span.end - one.span.start, other.span.end - other.span.start))
    common = min(one.span.end, other.span.end) - max(one.span.start, other.span.start)
    return common > 0 and common >= SAME_SHARE * few and many <= SAME_SIZE * few


def _stated_by(item: CapturedItem, end: int) -> bool:
    return not item.evidence or min(link.ordinal for link in item.evidence) <= end


def _within(item: CapturedItem, source: SourceRange | None) -> CapturedItem:
    """Return an added item as seen from a range: carried over if all its evidence lies before the range."""
    if source is None or not item.evidence:
        return item
    before = max(link.ordinal for link in item.evidence) < source.start
    return item.model_copy(update={"carried": before})
