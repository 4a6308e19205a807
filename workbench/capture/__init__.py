"""Captures decisions and open work of a range: structural signals first, directives second.

What prose merely suggests is not captured; a reviewer can add it.
"""

from workbench.capture.extract import CAPTURE_VERSION, capture_range

__all__ = ["CAPTURE_VERSION", "capture_range"]
