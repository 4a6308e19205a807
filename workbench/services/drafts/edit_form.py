"""A draft as a form, and a form as edits of the draft: the part of `edit` without an editor."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gates.artifact import parse
from gates.errors import ArtifactError
from gates.search.linking import complete_links
from workbench.bootstrap import Env
from workbench.edits.changes import Act, Arrange, Change, Narrate
from workbench.edits.form import Edited, form_of, read_form
from workbench.edits.item_places import places
from workbench.errors import InputError, UsageError
from workbench.services.drafts.draft import Drafted
from workbench.services.drafts.edit import Desk, Working
from workbench.services.output_shapes.edit_shapes import EDIT_SCHEMA


@dataclass(frozen=True)
class Form:
    """The form of a working copy."""

    artifact_id: str
    number: int
    edits: int
    """Number of edits already in the working copy."""
    others: tuple[str, ...]
    """Other people with edits of the draft that are not kept, and since when."""
    text: str

    def to_json(self) -> dict[str, Any]:
        """Return the `workbench.edit-form/1` object."""
        from workbench.services.output_shapes.edit_shapes import EditFormShape
        from workbench.services.output_shapes.shape import printed

        return printed(EditFormShape, self, form=self.text)


def form(env: Env, id_or_prefix: str, desk: Desk | None = None) -> Form:
    """Return the form of the actor's working copy of an artifact.

    Raises:
        store.errors.NotFound: no artifact, or more than one, has that name.
        UsageError: it is encrypted.
    """
    working = (desk or Desk()).open(env, id_or_prefix)
    stored = working.stored
    if stored.artifact.opaque:
        raise UsageError("the summary is encrypted: there are no statements to edit", "draft its range again")
    others = tuple(f"{each.actor} since {each.since}" for each in working.others)
    text = form_of(working.copy.artifact, places(working.copy.artifact), f"d-{stored.number}")
    return Form(stored.artifact_id, stored.number, working.edits, others, text)


def write_form(
    env: Env, id_or_prefix: str, text: str, *, reason: str | None = None, desk: Desk | None = None
) -> Working:
    """Log the changes in a form as one edit of the working copy; log nothing if there are none.

    Raises:
        FormError: it lists every line that does not fit; nothing was logged.
    """

    def made(working: Working) -> Sequence[Change]:
        artifact = working.copy.artifact
        read = _read(text, working)
        bare = tuple(item.model_copy(update={"item_id": ""}) for item in artifact.items)
        changes: list[Change] = []
        if tuple(item.model_copy(update={"item_id": ""}) for item in read.items) != bare:
            changes.append(Arrange(items=read.items))
        if read.narrative != artifact.narrative:
            changes.append(Narrate(text=read.narrative))
        return changes

    return (desk or Desk()).change(env, id_or_prefix, Act.FORM, made, reason=reason)


def apply_form(env: Env, id_or_prefix: str, text: str, *, reason: str | None = None) -> Drafted:
    """Apply a form, or an artifact as JSON, to the working copy and keep it as a new artifact, scored.

    A form without changes keeps the edits that were there already; if there are none, the artifact is
    returned unchanged.

    Raises:
        FormError: it lists every line that does not fit; nothing was changed.
    """
    desk = Desk()
    working = write_form(env, id_or_prefix, text, reason=reason, desk=desk)
    if not working.copy.changed:
        return Drafted(working.judged.report, working.judged, working.stored.session_id, schema=EDIT_SCHEMA)
    return desk.keep(env, id_or_prefix)


def _read(text: str, working: Working) -> Edited:
    artifact, index = working.copy.artifact, working.judged.index
    if not text.lstrip().startswith("{"):
        return read_form(text, artifact, places(artifact), index)
    try:
        payload = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"not JSON: {error}", "give a form, or an artifact as JSON") from error
    try:
        listed = isinstance(payload.get("items"), list)
        read = parse(complete_links(payload, index) if listed else payload)
    except ArtifactError as error:
        raise InputError(
            "; ".join(error.problems), "`workbench schema artifact` prints the schema"
        ) from error
    if read.source != artifact.source:
        raise InputError("the JSON is of another session or range", "take it from this artifact")
    return Edited(read.items, read.narrative)
