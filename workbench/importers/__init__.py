"""Importers, one module per transcript format; `detect` returns the importer for a file."""

from workbench.importers.sniffing import detect

__all__ = ["detect"]
