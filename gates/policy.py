"""Policies: thresholds, purpose caps and timeouts, from TOML (S1 section 1).

The defaults are the contract's numbers. The version changes with the content.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from gates.canonical import digest
from gates.errors import PolicyError
from gates.validation import first_fault

FAULT_CLASSES = (
    "drop_decision",
    "drop_open",
    "weaken_item",
    "flip_negation",
    "change_number",
    "change_identifier",
    "swap_entity_out",
    "swap_entity_in",
    "flip_status",
    "proposed_as_done",
    "invent_claim",
    "stale_value",
    "break_link",
    "shift_link",
    "wrong_span",
)
"""The faults that `calibrate` injects; a policy may set a floor for each class."""


GateName = Literal["A", "B", "C", "D", "E"]


PURPOSES = ("compaction", "capture", "judge")
"""Purposes for which this program generates.

An artifact made elsewhere may name another with its own limits.
"""


class PurposeLimits(BaseModel):
    """Limits of one purpose: tokens per generation, milliseconds per generation."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    cap_tokens: Annotated[int, Field(gt=0)] = 40_000
    timeout_ms: Annotated[int, Field(gt=0)] = 120_000


class Thresholds(BaseModel):
    """Gate thresholds, keyed by measure name (S1 gates A to D)."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    parse_success_rate: Annotated[float, Field(ge=0, le=1)] = 1.0
    traceable_item_ratio: Annotated[float, Field(ge=0, le=1)] = 0.98
    decision_recall: Annotated[float, Field(ge=0, le=1)] = 0.95
    open_work_recall: Annotated[float, Field(ge=0, le=1)] = 0.95
    contradiction_count: Annotated[int, Field(ge=0)] = 0


class CalibrateSettings(BaseModel):
    """Lowest share of injected faults that must be caught, keyed by fault class."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    floor: dict[str, Annotated[float, Field(ge=0, le=1)]] = Field(
        default_factory=dict, json_schema_extra={"propertyNames": {"enum": list(FAULT_CLASSES)}}
    )

    @field_validator("floor")
    @classmethod
    def _known(cls, floor: dict[str, float]) -> dict[str, float]:
        unknown = [name for name in floor if name not in FAULT_CLASSES]
        if unknown:
            raise ValueError(f"there is no fault class {unknown[0]!r}; there are {', '.join(FAULT_CLASSES)}")
        return floor


class CaptureSettings(BaseModel):
    """Whose proposals count without a person's review."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    trust: Annotated[tuple[Literal["judge"], ...], Field(strict=False)] = ()
    """`judge`: items that a model proposed are captured, not only proposed."""

    @field_validator("trust")
    @classmethod
    def _once(cls, trust: tuple[Literal["judge"], ...]) -> tuple[Literal["judge"], ...]:
        return tuple(dict.fromkeys(trust))


class SnapshotSettings(BaseModel):
    """When a snapshot is due: after this many counted events, else steps (S0, compaction trigger; SN5)."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    event_threshold: Annotated[int, Field(gt=0)] = 18
    n_step_fallback: Annotated[int, Field(gt=0)] = 8


class BudgetSettings(BaseModel):
    """Limits of a run of `score`, above which it fails; acceptance ignores them."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    failed: Annotated[int, Field(ge=0)] = 0
    """Number of compactions that may fail."""
    warnings: Annotated[int, Field(ge=0)] | None = None
    """Number of warnings allowed over all compactions; None means any number."""


class Policy(BaseModel):
    """One policy; unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,64}$")] = "default"
    strict: bool = False
    """Whether to score without reviews, and to accept only artifacts that pass that way."""
    fail_on: Annotated[tuple[GateName, ...], Field(min_length=1, strict=False)] | None = None
    """Gates by which `score` passes or fails; None means A, C, D for imported artifacts, else A to E.

    Acceptance ignores it: there every gate counts.
    """
    thresholds: Thresholds = Thresholds()
    warnings: Literal["likely", "all"] = "likely"
    """Which warnings of gate D a report contains: the ones that are likely right, at most ten, or all."""
    purpose: dict[str, PurposeLimits] = Field(default_factory=lambda: {"compaction": PurposeLimits()})
    calibrate: CalibrateSettings = CalibrateSettings()
    capture: CaptureSettings = CaptureSettings()
    snapshot: SnapshotSettings = SnapshotSettings()
    budget: BudgetSettings = BudgetSettings()

    @property
    def version(self) -> str:
        """The policy's name and 12 hex digits of the digest of its canonical form.

        Keys added later are left out while they have their default, so that older policies keep their
        version.
        """
        body = self.model_dump(mode="json", exclude_none=True)
        if self.warnings == "likely":
            del body["warnings"]
        if not self.capture.trust:
            del body["capture"]
        if self.snapshot == SnapshotSettings():
            del body["snapshot"]
        if self.budget == BudgetSettings():
            del body["budget"]
        return f"{self.name}-{digest(body)[:12]}"

    def limits(self, purpose: str) -> PurposeLimits | None:
        """Return the limits of a purpose, None if the policy names none."""
        return self.purpose.get(purpose)


DEFAULT_POLICY = Policy()


RUN_TABLE = "run"
"""The table of a policy file that agent runs read; no gate and no acceptance depends on it."""


def parse_policy(text: str) -> Policy:
    """Parse a policy from TOML text; its table `run` is ignored.

    Raises:
        PolicyError: the text is not TOML or nested too deeply, a key is unknown, or a value is out of range.
    """
    try:
        body = {name: value for name, value in tomllib.loads(text).items() if name != RUN_TABLE}
    except RecursionError:
        raise PolicyError(
            "the policy is nested too deeply to be read", "see `workbench schema policy`"
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(f"the policy is not TOML: {error}", "see `workbench schema policy`") from error
    try:
        policy = Policy.model_validate(body)
    except ValidationError as error:
        raise PolicyError(f"policy key {first_fault(error)}", _unknown_table(body)) from error
    _check_purposes(policy)
    missing = {} if "compaction" in policy.purpose else {"compaction": PurposeLimits()}
    policy = policy.model_copy(update={"purpose": {**missing, **policy.purpose}})
    try:
        policy.version  # noqa: B018 (a policy without a canonical form has no version)
    except ValueError as error:
        raise PolicyError(
            f"the policy has a number that is too large: {error}", "give numbers below 2**53"
        ) from error
    return policy


_OF_CONFIGURATION = ("checker", "tier", "model", "prices", "switch")
"""Tables of the user's configuration file, which a policy does not take."""


def _unknown_table(body: Mapping[str, object]) -> str:
    """Return the hint for an invalid policy, which names the table that was probably meant."""
    hint = "see `workbench schema policy`"
    unknown = next((key for key in body if key not in Policy.model_fields), None)
    if unknown in _OF_CONFIGURATION:
        return f"[{unknown}] belongs in the configuration file, config.toml of the user, and not in a policy"
    meant = get_close_matches(unknown.lower(), (*Policy.model_fields, RUN_TABLE), 1) if unknown else []
    return f"did you mean {meant[0]}? {hint}" if meant else hint


def other_purposes(policy: Policy) -> tuple[str, ...]:
    """Return the purposes with limits that apply only to artifacts made elsewhere."""
    return tuple(sorted(set(policy.purpose) - set(PURPOSES)))


def _check_purposes(policy: Policy) -> None:
    """Reject a purpose that is a misspelling of one of this program's: its limits would have no effect.

    Raises:
        PolicyError: a purpose is misspelt.
    """
    for name in other_purposes(policy):
        meant = get_close_matches(name.lower(), PURPOSES, 1)
        if meant:
            raise PolicyError(
                f"policy key purpose.{name}: there is no purpose {name!r}; there are {', '.join(PURPOSES)}",
                f"write [purpose.{meant[0]}]",
            )


def looser_keys(given: Policy, base: Policy = DEFAULT_POLICY) -> Iterator[str]:
    """Yield what a policy allows and `base` does not, each key with both values.

    Nothing if it only tightens.
    """
    needed, wanted = base.thresholds.model_dump(), given.thresholds.model_dump()
    for name, least in needed.items():
        at_most = name == "contradiction_count"
        if wanted[name] > least if at_most else wanted[name] < least:
            yield f"thresholds.{name} = {wanted[name]:g} (the store's policy: {least:g})"
    if base.strict and not given.strict:
        yield "strict = false (the store's policy: true)"
    if given.capture.trust != base.capture.trust:  # retained proposals could outweigh lost items
        wanted_by, known_by = (", ".join(each.capture.trust) or "nobody" for each in (given, base))
        yield f"capture.trust = {wanted_by} (the store's policy: {known_by})"
    for name, limits in sorted(given.purpose.items()):
        known = base.limits(name)
        if known is None:
            yield f"purpose.{name} (the store's policy has no such purpose)"
            continue
        for key, most in known.model_dump().items():
            value = limits.model_dump()[key]
            if value > most:
                yield f"purpose.{name}.{key} = {value} (the store's policy: {most})"
