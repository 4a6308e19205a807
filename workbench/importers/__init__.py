"""Importers: one transcript format a module; `detect` finds the one for a file."""

from workbench.importers.sniffing import detect

__all__ = ["detect"]
