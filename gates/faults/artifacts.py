"""Artifact faults: operators that break one item, one link or one captured item of a good artifact.

Each returns another artifact and names what it changed, so that a gate's answer can be compared with it.
Seeded and deterministic: equal artifact, class and index give equal faults. Used by `calibrate`, never by a
gate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gates.artifact import Artifact, Item, ItemKind
from gates.canonical import text_digest
from gates.capture import Capture, CapturedItem
from gates.faults.text_faults import TEXT_FAULTS, Material, change_identifier, pick
from gates.language.similarity import coverage, statement
from gates.restatement import same_thing
from gates.search.index import SourceIndex
from gates.source import SourceLink

RESTATED_AT = 0.6
"""Share of a captured item's words from which an artifact's item restates it and is dropped with it."""


@dataclass(frozen=True)
class Fault:
    """One faulty artifact and the class of its fault."""

    fault_class: str
    artifact: Artifact
    item_id: str | None = None
    """The changed item, as numbered in the faulty artifact; None if items were dropped or weakened."""


@dataclass(frozen=True)
class FaultGround:
    """A good artifact with links, its source and capture, and names and claims of other artifacts."""

    artifact: Artifact
    index: SourceIndex
    capture: Capture | None
    absent_names: tuple[str, ...] = ()
    foreign_claims: tuple[str, ...] = ()

    def material(self, item: Item) -> Material:
        """Return the material for text operators: the words that the item links to."""
        text = "\n".join(link.quote for link in item.links)
        return Material(text, self.absent_names, self.foreign_claims)


def faults_of(ground: FaultGround, fault_class: str, most: int) -> Iterator[Fault]:
    """Yield up to `most` faults of one class, at items picked by the artifact's hash and the class."""
    seed = f"{ground.artifact.artifact_id}:{fault_class}"
    made = 0
    for number in _order(seed, len(_places(ground, fault_class))):
        fault = _OPERATORS[fault_class](ground, fault_class, number, f"{seed}:{number}")
        if fault is not None:
            yield fault
            made += 1
            if made >= most:
                return


def _places(ground: FaultGround, fault_class: str) -> tuple[object, ...]:
    if fault_class in _ON_CAPTURE:
        return ground.capture.items if ground.capture is not None else ()
    return ground.artifact.items


def _order(seed: str, size: int) -> list[int]:
    return sorted(range(size), key=lambda number: text_digest(f"{seed}:{number}"))


# Claims


def _text(ground: FaultGround, fault_class: str, number: int, seed: str) -> Fault | None:
    item = ground.artifact.items[number]
    if not item.links or item.speaker == "user":
        return None
    operator = change_identifier if fault_class == "change_identifier" else TEXT_FAULTS[fault_class]
    changed = operator(item.text, ground.material(item), seed)
    if changed is None or changed == item.text:
        return None
    return _replaced(ground, fault_class, number, item.model_copy(update={"text": changed}))


def _replaced(ground: FaultGround, fault_class: str, number: int, item: Item) -> Fault:
    items = list(ground.artifact.items)
    items[number] = item
    faulty = ground.artifact.with_items(tuple(items))
    return Fault(fault_class, faulty, faulty.items[number].item_id)


def _status(ground: FaultGround, fault_class: str, number: int, seed: str) -> Fault | None:
    """Flip the status of an item that has one; otherwise flip a status word in its text."""
    item = ground.artifact.items[number]
    if item.status is None:
        return _text(ground, fault_class, number, seed)
    other = "done" if item.status == "open" else "open"
    return _replaced(ground, fault_class, number, item.model_copy(update={"status": other}))


# Captured decisions and open work


def _captured(ground: FaultGround, number: int, kind: str | None) -> CapturedItem | None:
    items = ground.capture.items if ground.capture is not None else ()
    captured = items[number]
    live = captured.counts and (kind is None or captured.kind == kind)
    return captured if live and captured.status in ("open", "in_force", "done") else None


def _restating(ground: FaultGround, captured: CapturedItem) -> list[int]:
    stems = statement(captured.text).stems
    return [
        number
        for number, item in enumerate(ground.artifact.items)
        if stems and coverage(stems, statement(item.text).stems, ground.index.weight) >= RESTATED_AT
    ]


def _drop(ground: FaultGround, fault_class: str, number: int, seed: str) -> Fault | None:
    """Remove every item that restates the captured one; what was carried out may be left out, so is none."""
    del seed
    captured = _captured(ground, number, "decision" if fault_class == "drop_decision" else "open_work")
    gone = _restating(ground, captured) if captured is not None and not captured.carried_out else []
    if captured is None or not gone or len(gone) == len(ground.artifact.items):
        return None
    left = tuple(item for place, item in enumerate(ground.artifact.items) if place not in gone)
    faulty = ground.artifact.with_items(left).model_copy(update={"narrative": None})
    return Fault(fault_class, faulty)


def _weaken(ground: FaultGround, fault_class: str, number: int, seed: str) -> Fault | None:
    """Remove identifiers and numbers from every item that restates the captured one, and keep the topic."""
    del seed
    captured = _captured(ground, number, None)
    if captured is None:
        return None
    tokens = statement(captured.text).tokens
    names = [name for name, _kind in tokens.identifiers] + [f"{n.value:g}" for n in tokens.numbers]
    places = _restating(ground, captured) if names else []
    items, changed = list(ground.artifact.items), False
    for place in places:
        text = items[place].text
        for name in names:
            text = text.replace(name, "it").replace(name.rpartition("/")[2], "it")
        if text != items[place].text and text.strip():
            items[place], changed = items[place].model_copy(update={"text": text}), True
    if not changed:
        return None
    faulty = ground.artifact.with_items(tuple(items)).model_copy(update={"narrative": None})
    return Fault(fault_class, faulty)


def _stale(ground: FaultGround, fault_class: str, number: int, seed: str) -> Fault | None:
    """State a superseded decision as if it were in force."""
    del seed
    items = ground.capture.items if ground.capture is not None else ()
    captured = items[number]
    if captured.status != "superseded" or not captured.evidence:
        return None
    stale = Item(kind=ItemKind.DECISION, text=captured.text, links=captured.evidence)
    if any(same_thing(captured, item, ground.index.weight) for item in ground.artifact.items):
        return None
    faulty = ground.artifact.with_items((*ground.artifact.items, stale))
    return Fault(fault_class, faulty, faulty.items[-1].item_id)


# Links


def _link(ground: FaultGround, fault_class: str, number: int, seed: str) -> Fault | None:
    item = ground.artifact.items[number]
    if not item.links:
        return None
    link = _RELINK[fault_class](ground, item, seed)
    if link is None:
        return None
    return _replaced(ground, fault_class, number, item.model_copy(update={"links": (link,)}))


def _broken(ground: FaultGround, item: Item, seed: str) -> SourceLink | None:
    del ground
    return item.links[0].model_copy(update={"quote_hash": text_digest(seed)})


def _shifted(ground: FaultGround, item: Item, seed: str) -> SourceLink | None:
    """Move the span some events on, where its quote does not occur."""
    link = item.links[0]
    moved = link.ordinal + 1 + pick(seed, 3)
    if moved > ground.index.source.end:
        return None
    parts = link.chunk_id.rsplit(":", 3)
    chunk = f"{parts[0]}:{moved}:{parts[2]}:{parts[3]}"
    return link.model_copy(update={"chunk_id": chunk, "ordinal": moved})


def _elsewhere(ground: FaultGround, item: Item, seed: str) -> SourceLink | None:
    """Return a valid link of another item that shares few words with this one."""
    others = [
        other.links[0]
        for other in ground.artifact.items
        if other.links and coverage(statement(item.text).stems, statement(other.links[0].quote).stems) < 0.1
    ]
    return others[pick(seed, len(others))] if others else None


_RELINK: dict[str, Callable[[FaultGround, Item, str], SourceLink | None]] = {
    "break_link": _broken,
    "shift_link": _shifted,
    "wrong_span": _elsewhere,
}

CLAIM_FAULTS = frozenset(
    {
        "flip_negation",
        "change_number",
        "change_identifier",
        "swap_entity_out",
        "swap_entity_in",
        "flip_status",
        "proposed_as_done",
        "invent_claim",
    }
)
"""Faults that change a statement's content; the others are of links and of captured items."""

_ON_CAPTURE = frozenset({"drop_decision", "drop_open", "weaken_item", "stale_value"})

_OPERATORS: dict[str, Callable[[FaultGround, str, int, str], Fault | None]] = {
    "drop_decision": _drop,
    "drop_open": _drop,
    "weaken_item": _weaken,
    "flip_negation": _text,
    "change_number": _text,
    "change_identifier": _text,
    "swap_entity_out": _text,
    "swap_entity_in": _text,
    "flip_status": _status,
    "proposed_as_done": _text,
    "invent_claim": _text,
    "stale_value": _stale,
    "break_link": _link,
    "shift_link": _link,
    "wrong_span": _link,
}
