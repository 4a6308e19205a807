"""Plug-ins: importers, strategies and exporters, found through entry points and loaded by name.

Built-in plug-ins register in the same way; a constant table names them as well, so that they are found in a
checkout that was never installed. Listing imports nothing.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from workbench.errors import UsageError
from workbench.importers.sniffing import BUILT_IN as _IMPORTERS
from workbench.nearest import did_you_mean

PREFIX = "compaction_workbench."

BUILT_IN: dict[str, dict[str, str]] = {
    "importers": _IMPORTERS,
    "strategies": {
        "intentional": "workbench.strategies.intentional:IntentionalStrategy",
        "checkpoint": "workbench.strategies.checkpoint:CheckpointStrategy",
        "memory": "workbench.strategies.memory.drafting:MemoryStrategy",
        "rolling": "workbench.strategies.rolling:RollingStrategy",
        "multi_session": "workbench.strategies.multi_session:MultiSessionStrategy",
        "snapshot": "workbench.strategies.snapshot:SnapshotStrategy",
        "historian": "workbench.strategies.historian:HistorianStrategy",
        "native": "workbench.strategies.native:NativeStrategy",
    },
    "exporters": {
        "text": "workbench.exporters.text:TextExporter",
        "markdown": "workbench.exporters.markdown:MarkdownExporter",
        "anthropic": "workbench.exporters.anthropic:AnthropicExporter",
        "openai": "workbench.exporters.openai:OpenAIExporter",
        "claude-code": "workbench.exporters.claude_code:ClaudeCodeExporter",
        "codex": "workbench.exporters.codex:CodexExporter",
    },
}
"""Group, name and location of each built-in plug-in; the same as the distribution's entry points."""


def names(group: str) -> tuple[str, ...]:
    """Return the sorted names of a group (`importers`, `strategies`, `exporters`) without importing anything.

    Raises:
        UsageError: there is no such group.
    """
    return tuple(sorted({*_built_in(group), *(point.name for point in _points(group))}))


def load(group: str, name: str) -> Any:  # noqa: ANN401
    """Load a plug-in: the class or function named by its entry point.

    Another distribution cannot replace a built-in name.

    Raises:
        UsageError: there is no such name, or its module cannot be imported.
    """
    target = _built_in(group).get(name)
    if target is not None:
        module, _, attribute = target.partition(":")
        return getattr(import_module(module), attribute)
    for point in _points(group):
        if point.name == name:
            return _loaded(group, point)
    raise UsageError(
        f"there is no {group.removesuffix('s').replace('strategie', 'strategy')} {name!r}",
        f"{did_you_mean(name, names(group))}there are: {', '.join(names(group))}",
        code="unknown_name",
    )


def _loaded(group: str, point: EntryPoint) -> object:
    try:
        return point.load()
    except Exception as error:
        distribution = point.dist.name if point.dist is not None else "a plug-in"
        raise UsageError(
            f"{point.name} of {distribution} cannot be loaded: {error}",
            f"update or remove {distribution}; the built-in {group} work without it",
            code="plugin_broken",
        ) from error


def _built_in(group: str) -> dict[str, str]:
    if group not in BUILT_IN:
        raise UsageError(f"there is no plug-in group {group!r}", f"there are: {', '.join(BUILT_IN)}")
    return BUILT_IN[group]


def _points(group: str) -> list[EntryPoint]:
    return sorted(entry_points(group=PREFIX + group), key=lambda point: (point.name, point.value))
