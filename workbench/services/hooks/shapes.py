"""The shapes of `--json` of hooks and `watch`, which are also the values that the services return."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Outcome = Literal["done", "held", "replaced", "given", "nothing", "queued", "late", "caught_up", "fault"]
"""How a call ended; `docs/hooks.md` explains each."""


class _Shape(BaseModel):
    """Base model: frozen, unknown keys are rejected."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class RangeShape(_Shape):
    """A range of events, both ends inclusive."""

    source_start: int
    source_end: int


class CompactionVerdictShape(_Shape):
    """A scored compaction of a live session; `failed_gates` decide, `lost` counts the items not retained.

    `uncertain` of these may be there in other words, for a person to settle. `passed` is null if the
    summary is encrypted or absent (`opaque`).
    """

    artifact_id: str
    number: int
    source_start: int
    source_end: int
    trigger: str
    opaque: bool
    tokens_before: int | None
    tokens_after: int | None
    passed: bool | None
    failed_gates: list[str]
    gates: dict[str, str]
    tags: list[str]
    lost: int
    uncertain: int = 0
    likely_lost: int
    report_id: str | None


class ReceiptShape(_Shape):
    """One hook call; `given_tokens` is the size of the text that the agent was given."""

    at: str
    agent: str
    event: str
    trigger: str = ""
    outcome: Outcome
    code: str = ""
    """Stable error code of a fault or a queued call."""
    detail: str = ""
    native_id: str = ""
    session_id: str | None = None
    transcript: str = ""
    events_added: int | None = None
    range: RangeShape | None = None
    compactions: list[CompactionVerdictShape] = []
    given_tokens: int = 0
    elapsed_ms: int = 0


class HooksLogShape(_Shape):
    """`workbench.hooks_log/1`: receipts, oldest first, and the numbers of waiting calls and omitted receipts.

    Receipts of prompts at which there was nothing to give are omitted, unless all are requested.
    """

    schema_: Literal["workbench.hooks_log/1"] = Field("workbench.hooks_log/1", alias="schema")
    waiting: int
    left_out: int
    receipts: list[ReceiptShape]


class InstalledHookShape(_Shape):
    """One event in an agent's settings; `trusted` is null if the agent asks for no trust."""

    event: str
    command: str
    current: bool
    """Whether it runs this program on this store, whatever its options are."""
    trusted: bool | None


class AgentStatusShape(_Shape):
    """The hooks of one agent in one settings file."""

    agent: str
    scope: Literal["user", "project"]
    settings: str
    installed: bool
    hooks: list[InstalledHookShape]
    calls: int
    faults: int
    last: ReceiptShape | None
    notes: list[str]


class HooksStatusShape(_Shape):
    """`workbench.hooks_status/1`: every settings file read, and the number of waiting calls."""

    schema_: Literal["workbench.hooks_status/1"] = Field("workbench.hooks_status/1", alias="schema")
    store: str
    folder: str
    waiting: int
    agents: list[AgentStatusShape]


class HooksChangeShape(_Shape):
    """`workbench.hooks_install/1`: what `hooks install` or `uninstall` did, and what is left to do."""

    schema_: Literal["workbench.hooks_install/1"] = Field("workbench.hooks_install/1", alias="schema")
    agent: str
    action: Literal["install", "uninstall"]
    settings: str
    changed: bool
    backup: str | None
    events: list[str]
    notes: list[str]


class CaughtUpShape(_Shape):
    """`workbench.hooks_caught_up/1`: the results of the calls that waited."""

    schema_: Literal["workbench.hooks_caught_up/1"] = Field("workbench.hooks_caught_up/1", alias="schema")
    done: int
    waiting: int
    receipts: list[ReceiptShape]


class WatchShape(_Shape):
    """`workbench.watch/1`, one line of `watch --json`."""

    schema_: Literal["workbench.watch/1"] = Field("workbench.watch/1", alias="schema")
    at: str
    kind: Literal["compaction", "imported", "fault"]
    path: str
    format: str | None = None
    session_id: str | None = None
    title: str | None = None
    events: int | None = None
    events_added: int | None = None
    compaction: CompactionVerdictShape | None = None
    reported_before: bool = False
    """Whether its failure was already reported by an earlier `watch --once` or by a hook."""
    code: str | None = None
    message: str | None = None
