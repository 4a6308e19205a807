"""Decisions and open work out of a range: structural signals first, directives second.

What prose only suggests is not captured; a reviewer may add it.
"""

from workbench.capture.extract import CAPTURE_VERSION, capture_range

__all__ = ["CAPTURE_VERSION", "capture_range"]
