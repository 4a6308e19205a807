"""Two things of a session to compare, with names for a reader, and a default pair if none is named.

`services.lookup.diff` compares; this module labels the sides and finds the neighbouring pairs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from store import pointers
from store.engine import Store
from store.errors import NotFound
from store.records import artifacts, lookup, snapshots
from workbench.bootstrap import Env
from workbench.edits.item_places import places
from workbench.errors import UsageError
from workbench.services.drafts.draft_page import verdict_of
from workbench.services.lookup.diff import Compared, Side, compare
from workbench.strategies.made_by import made_by


@dataclass(frozen=True)
class SideLabel:
    """The label of one side."""

    id: str
    name: str
    """`d-4`, or `after #3`."""
    about: str
    """Strategy and verdict, or the active artifacts."""
    places: Mapping[str, str] = field(default_factory=dict)
    """Places of an artifact's items by their ids, as `c-3`; empty for a snapshot."""


@dataclass(frozen=True)
class Contrast:
    """A comparison with labels for its sides."""

    session_id: str
    compared: Compared
    a: SideLabel
    b: SideLabel
    why: str = ""
    """Why these two were chosen, if nobody named them."""


@dataclass(frozen=True)
class ChosenPair:
    """Two ids to compare, the older one first, and why these two."""

    a: str
    b: str
    why: str


def choose_pair(env: Env, session: str, artifact: str | None) -> ChosenPair:
    """Choose what to compare an artifact with: what is active in its range, else another draft.

    Drafts of the same range come first; of these the one before it, else the newest. Without an artifact the
    newest move is compared with the one before it.

    Raises:
        UsageError: there is nothing to compare with.
    """
    store = env.open_store()
    with store.reading():
        session_id = lookup.session(store, session)
        return _last_moves(store, session_id) if artifact is None else _pair_with(store, session_id, artifact)


def _pair_with(store: Store, session_id: str, artifact: str) -> ChosenPair:
    own = artifacts.get(store, artifact)
    source = own.artifact.source
    for move in pointers.active(store, session_id):
        if (
            move.artifact_id != artifact
            and move.source_start <= source.source_end
            and source.source_start <= move.source_end
        ):
            active = artifacts.get(store, move.artifact_id)
            why = f"d-{active.number} is active in the range of d-{own.number}"
            return ChosenPair(move.artifact_id, artifact, why)
    others = [each for each in artifacts.listing(store, session_id) if each.artifact_id != artifact]
    same = [
        each
        for each in others
        if (each.artifact.source.source_start, each.artifact.source.source_end)
        == (source.source_start, source.source_end)
    ]
    near = same or others
    if not near:
        raise UsageError(
            f"d-{own.number} is the only draft, and nothing is active",
            "draft the range again with c on the draft screen, then compare",
            code="nothing_to_compare",
        )
    where = "of the same range" if same else "of another range"
    earlier = [each for each in near if each.number < own.number]
    if earlier:
        why = f"none is active; d-{earlier[-1].number} is the draft before d-{own.number} {where}"
        return ChosenPair(earlier[-1].artifact_id, artifact, why)
    why = f"none is active; d-{near[-1].number} is the newest draft {where}"
    return ChosenPair(artifact, near[-1].artifact_id, why)


def _last_moves(store: Store, session_id: str) -> ChosenPair:
    kept = snapshots.listing(store, session_id)
    if len(kept) < 2:
        raise UsageError(
            "there are no two moves to compare",
            "select a draft first: 3 opens the drafts",
            code="nothing_to_compare",
        )
    return ChosenPair(kept[-2][0], kept[-1][0], "the last two moves")


def contrast(env: Env, session: str, a: str, b: str, why: str = "") -> Contrast:
    """Compare two artifacts or snapshots of a session. Raises NotFound."""
    store = env.open_store()
    compared = compare(env, a, b)
    with store.reading():
        session_id = lookup.session(store, session)
        return Contrast(session_id, compared, _label(store, compared.a), _label(store, compared.b), why)


def _label(store: Store, side: Side) -> SideLabel:
    if side.judged is not None:
        artifact, number = side.judged.artifact, side.judged.number
        made = made_by(artifact.strategy, artifact.origin)
        about = f"{made}  {verdict_of(side.judged.report)}"
        return SideLabel(side.name, f"d-{number}", about, places(artifact))
    snapshot = snapshots.get(store, side.name)
    head = snapshot.body["retrieval_diagnostics"]["head"]
    move = pointers.get(store, snapshot.pointer_id) if snapshot.pointer_id else None
    active_pointers = pointers.active(store, snapshot.session_id, as_of=head["pointer_id"]) if head else ()
    numbers = {each.artifact_id: each.number for each in artifacts.listing(store, snapshot.session_id)}
    active = ", ".join(f"d-{numbers[each.artifact_id]}" for each in active_pointers) or "none"
    place = f"after #{move.sequence}" if move else f"run snapshot {snapshot.sequence}"
    return SideLabel(side.name, place, f"active: {active}")


def beside(env: Env, session: str, pair: tuple[str, str], step: int) -> tuple[str, str] | None:
    """Return the pair before or after this one, with both sides moved by `step`; None at the end."""
    store = env.open_store()
    with store.reading():
        session_id = lookup.session(store, session)
        drafts = [each.artifact_id for each in artifacts.listing(store, session_id)]
        kept = [name for name, _, _ in snapshots.listing(store, session_id)]
    for known in (drafts, kept):
        if pair[0] in known and pair[1] in known:
            at, to = known.index(pair[0]) + step, known.index(pair[1]) + step
            if 0 <= at < len(known) and 0 <= to < len(known):
                return known[at], known[to]
            return None
    raise NotFound("the two are not of one kind", "compare two drafts, or two moves")
