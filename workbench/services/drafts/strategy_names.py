"""Strategies that the services refer to by name."""

from __future__ import annotations

DEFAULT_STRATEGY = "intentional"
FALLBACK_STRATEGY = "checkpoint"
ROLLING = "rolling"
NATIVE = "native"
