"""Strategies that draft compactions from source events; a draft is untrusted until it parses.

The names exported here are the library for authors of agents: run a strategy in your own loop, keep its state
in the store, and have its compactions reviewed before they apply. Names are loaded when first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.strategies.arguments import BadArgument
    from workbench.strategies.awaited import AsyncHistorian, AsyncMemoryRun, AsyncSnapshotRun
    from workbench.strategies.base import Candidate, DraftRequest, Strategy
    from workbench.strategies.checkpoint import CheckpointStrategy
    from workbench.strategies.historian.draft import HistorianStrategy
    from workbench.strategies.historian.extractive import ExtractiveHistory, HistorySummarizer
    from workbench.strategies.historian.models import (
        EntityContext,
        GeneratedArtifact,
        HistorianState,
        RouterOutput,
        SessionConstraints,
        StepMetadata,
        StepResult,
        SummarizeInput,
        SummarizeOutput,
        SummarizeUpdate,
        ThinkOutput,
        TurnEntity,
    )
    from workbench.strategies.historian.rules import HistoryRefused
    from workbench.strategies.historian.run import Historian, Unfinished
    from workbench.strategies.historian.summarize import summarize
    from workbench.strategies.intentional import IntentionalStrategy
    from workbench.strategies.keeping import (
        AcceptanceRefused,
        Decision,
        OtherwiseRecorded,
        Proposal,
        RunEvent,
        RunRepository,
        SavedRun,
        SnapshotFailed,
        SnapshotKeeper,
    )
    from workbench.strategies.lapses import Lapse
    from workbench.strategies.memory.drafting import MemoryStrategy
    from workbench.strategies.memory.extractive import ExtractiveSummarizer
    from workbench.strategies.memory.run import ChatRequest, Folded, MemoryRun, Summarizer
    from workbench.strategies.memory.state import ChatMessage, MemoryPolicies, MemoryState
    from workbench.strategies.memory.summary_text import SummaryRefused
    from workbench.strategies.modelled.asking import Asker
    from workbench.strategies.modelled.historian import ModelHistory
    from workbench.strategies.modelled.memory import ModelSummarizer
    from workbench.strategies.modelled.opening import ask_model
    from workbench.strategies.modelled.snapshot import SnapshotDrafter
    from workbench.strategies.native import NativeStrategy, NativeSummary
    from workbench.strategies.repaired import Blocking, DroppedStatement
    from workbench.strategies.reviewing import CompactionRejected, NoDecision, ReviewPolicy, await_decision
    from workbench.strategies.snapshot.draft import SnapshotStrategy
    from workbench.strategies.snapshot.notes import EvidenceMissing
    from workbench.strategies.snapshot.run import CadenceLimits, RunStopped, SnapshotMade, SnapshotRun
    from workbench.strategies.snapshot.state import Evidence, Note, SnapshotRunState
    from workbench.strategies.snapshot.tuning import TuningReport
    from workbench.strategies.triggers import EventFacts, TriggerMark, TriggerScan

__all__ = [
    "AcceptanceRefused",
    "Asker",
    "AsyncHistorian",
    "AsyncMemoryRun",
    "AsyncSnapshotRun",
    "BadArgument",
    "Blocking",
    "CadenceLimits",
    "Candidate",
    "ChatMessage",
    "ChatRequest",
    "CheckpointStrategy",
    "CompactionRejected",
    "Decision",
    "DraftRequest",
    "DroppedStatement",
    "EntityContext",
    "EventFacts",
    "Evidence",
    "EvidenceMissing",
    "ExtractiveHistory",
    "ExtractiveSummarizer",
    "Folded",
    "GeneratedArtifact",
    "Historian",
    "HistorianState",
    "HistorianStrategy",
    "HistoryRefused",
    "HistorySummarizer",
    "IntentionalStrategy",
    "Lapse",
    "MemoryPolicies",
    "MemoryRun",
    "MemoryState",
    "MemoryStrategy",
    "ModelHistory",
    "ModelSummarizer",
    "NativeStrategy",
    "NativeSummary",
    "NoDecision",
    "Note",
    "OtherwiseRecorded",
    "Proposal",
    "ReviewPolicy",
    "RouterOutput",
    "RunEvent",
    "RunRepository",
    "RunStopped",
    "SavedRun",
    "SessionConstraints",
    "SnapshotDrafter",
    "SnapshotFailed",
    "SnapshotKeeper",
    "SnapshotMade",
    "SnapshotRun",
    "SnapshotRunState",
    "SnapshotStrategy",
    "StepMetadata",
    "StepResult",
    "Strategy",
    "SummarizeInput",
    "SummarizeOutput",
    "SummarizeUpdate",
    "Summarizer",
    "SummaryRefused",
    "ThinkOutput",
    "TriggerMark",
    "TriggerScan",
    "TuningReport",
    "TurnEntity",
    "Unfinished",
    "ask_model",
    "await_decision",
    "summarize",
]

_HOME = {
    "snapshot.run": (
        "RunStopped",
        "SnapshotMade",
        "SnapshotRun",
        "CadenceLimits",
    ),
    "snapshot.state": (
        "Evidence",
        "Note",
        "SnapshotRunState",
    ),
    "snapshot.notes": ("EvidenceMissing",),
    "snapshot.tuning": ("TuningReport",),
    "historian.draft": ("HistorianStrategy",),
    "historian.extractive": (
        "ExtractiveHistory",
        "HistorySummarizer",
    ),
    "historian.models": (
        "EntityContext",
        "GeneratedArtifact",
        "HistorianState",
        "RouterOutput",
        "SessionConstraints",
        "StepMetadata",
        "StepResult",
        "SummarizeInput",
        "SummarizeOutput",
        "SummarizeUpdate",
        "ThinkOutput",
        "TurnEntity",
    ),
    "historian.rules": ("HistoryRefused",),
    "historian.run": ("Historian", "Unfinished"),
    "historian.summarize": ("summarize",),
    "snapshot.draft": ("SnapshotStrategy",),
    "checkpoint": ("CheckpointStrategy",),
    "intentional": ("IntentionalStrategy",),
    "memory.drafting": ("MemoryStrategy",),
    "memory.extractive": ("ExtractiveSummarizer",),
    "memory.run": ("ChatRequest", "Folded", "MemoryRun", "Summarizer"),
    "memory.state": ("MemoryPolicies", "MemoryState", "ChatMessage"),
    "memory.summary_text": ("SummaryRefused",),
    "arguments": ("BadArgument",),
    "awaited": ("AsyncHistorian", "AsyncMemoryRun", "AsyncSnapshotRun"),
    "base": ("Candidate", "DraftRequest", "Strategy"),
    "lapses": ("Lapse",),
    "keeping": (
        "AcceptanceRefused",
        "Decision",
        "OtherwiseRecorded",
        "Proposal",
        "RunEvent",
        "RunRepository",
        "SavedRun",
        "SnapshotFailed",
        "SnapshotKeeper",
    ),
    "repaired": ("Blocking", "DroppedStatement"),
    "modelled.asking": ("Asker",),
    "modelled.historian": ("ModelHistory",),
    "modelled.memory": ("ModelSummarizer",),
    "modelled.opening": ("ask_model",),
    "modelled.snapshot": ("SnapshotDrafter",),
    "native": ("NativeStrategy", "NativeSummary"),
    "reviewing": ("CompactionRejected", "NoDecision", "ReviewPolicy", "await_decision"),
    "triggers": ("EventFacts", "TriggerMark", "TriggerScan"),
}


def __getattr__(name: str) -> object:
    for module, names in _HOME.items():
        if name in names:
            return getattr(import_module(f"workbench.strategies.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
