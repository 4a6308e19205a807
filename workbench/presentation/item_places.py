"""Places of items in an artifact, such as `o-2`, for display.

The rule is in `workbench.edits.item_places`.
"""

from workbench.edits.item_places import places

__all__ = ["places"]
