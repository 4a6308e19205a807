"""The shapes of `--json` of the commands that back up, copy and move whole stores and sessions."""

from __future__ import annotations

from typing import Literal

from pydantic import AliasChoices, Field

from workbench.services.output_shapes.reports_and_drafts import HeadShape
from workbench.services.output_shapes.shape import Shape


class BackupShape(Shape):
    """`workbench.backup/1`: a copy of the store, and the heads in it."""

    schema_: Literal["workbench.backup/1"] = Field(alias="schema")
    path: str
    bytes: int
    heads: list[HeadShape]


class RestoreShape(Shape):
    """`workbench.restore/1`; `replaced` is the file that was there, `repaired` (formerly `mended`) blocks."""

    schema_: Literal["workbench.restore/1"] = Field(alias="schema")
    store: str
    replaced: str | None
    repaired: int = Field(validation_alias=AliasChoices("repaired", "mended"))
    heads: list[HeadShape]


class ExportShape(Shape):
    """`workbench.export/1`: a bundle, the heads of its sessions, and the secrets in their events."""

    schema_: Literal["workbench.export/1"] = Field(alias="schema")
    path: str
    bytes: int
    heads: list[HeadShape]
    secrets: int
    runs_without_records: list[str]
    """Sessions that are runs: the bundle lacks their manifests, claims, outputs and sources."""


class MemberShape(Shape):
    """One member of a bundle."""

    name: str
    bytes: int
    sha256: str


class BundleShape(Shape):
    """`workbench.bundle/1`: the member `bundle.json` of a bundle."""

    schema_: Literal["workbench.bundle/1"] = Field(alias="schema")
    schema_version: int
    sessions: list[HeadShape]
    members: list[MemberShape]


class RemovedShape(Shape):
    """How many records of a session were removed."""

    events: int
    artifacts: int
    reviews: int
    moves: int
    snapshots: int


class PurgeShape(Shape):
    """`workbench.purge/1`; the record of the removal keeps `head`.

    Files in `beside` may still contain the session.
    """

    schema_: Literal["workbench.purge/1"] = Field(alias="schema")
    session_id: str
    head: HeadShape
    removed: RemovedShape
    beside: list[str]
